import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { parse } from '#kit/contract/parse.ts'
import { Problem } from '#kit/contract/problem.ts'
import { otherNamesOf, unwrapped } from '#kit/contract/value/alias.ts'
import { unreadOf } from '#kit/contract/value/closed.ts'
import { personalHeader } from '#kit/contract/value/personal.ts'
import { storable } from '#kit/contract/value/text.ts'
import type { Files, Upload } from '../files/files.ts'

/** A parsed request: its params, query and body, and its uploads. */
export type ReceivedCall = {
  readonly parts: Readonly<Record<string, unknown>>
  readonly uploads: readonly Upload[]
}

type FormFields = Readonly<Record<string, unknown>>

/**
 * Reads a whole request, parses what the endpoint declares, and stores its files where it says so.
 * @throws Problem `request.invalid`, `request.too-large` or `request.wrong-kind`; or FilesAway.
 */
export async function receive(
  files: Files,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<ReceivedCall> {
  const { params, query, body } = endpoint
  const { sent, uploads } = endpoint.files
    ? await receiveForm(files, endpoint.files, request)
    : { sent: receiveJson(request), uploads: [] }
  try {
    const fields = fieldsIn(request)
    const parts = {
      ...(params && { params: parse(params, request.params) }),
      // The first system's clients put a GET's parameters in its body, and some of a POST's in its URL
      // (wire.md 0.2, 1.2, 2.7); a parameter in its proper place wins.
      ...(query && { query: parse(query, named(query, { ...fieldsOf(sent), ...fields })) }),
      ...(body && { body: parse(body, bodyOf(body, sent, without(query, fields))) }),
    }
    // If the call fails after all, these stay unreferenced: no harm done.
    if (endpoint.files?.kept) for (const upload of uploads) await upload.keep()
    return { parts, uploads }
  } catch (error) {
    await Promise.all(uploads.map((upload) => upload.discard()))
    throw error
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (value: unknown): FormFields => (isObject(value) ? (value as FormFields) : {})

/** A call's parameters from its URL, and from a header for fields that identify a person. */
function fieldsIn({ query, headers }: FastifyRequest): FormFields {
  const aside = new URLSearchParams(String(headers[personalHeader] ?? ''))
  return withoutEmpty({ ...(query as FormFields), ...Object.fromEntries(aside) })
}

/** In a URL `name=` means that it is absent (wire.md 0.1). */
const withoutEmpty = (fields: FormFields): FormFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))

function bodyOf(schema: z.ZodType, wrapped: unknown, fields: FormFields): unknown {
  const sent = unwrapped(schema, wrapped)
  // `[]`, `7` and `"text"` are no object: the schema reports it.
  const isSomethingElse = sent !== undefined && sent !== null && !isObject(sent)
  if (!(schema instanceof z.ZodObject) || isSomethingElse) return sent
  return withoutNames(unreadOf(schema), named(schema, { ...fields, ...fieldsOf(sent) }))
}

/** The parameters that are not the query's own. */
const without = (query: z.ZodObject | undefined, fields: FormFields): FormFields =>
  query ? withoutNames(Object.keys(query.shape), fields) : fields

function withoutNames(names: readonly string[], fields: FormFields): FormFields {
  const gone = new Set(names.map((name) => name.toLowerCase()))
  if (gone.size === 0) return fields
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !gone.has(name.toLowerCase())),
  )
}

/**
 * The fields under the schema's names: clients write `Page`, `page` and `PAGE`, and some fields have aliases
 * as well, which are ignored where the proper name is there.
 */
function named(schema: z.ZodObject, fields: FormFields): FormFields {
  const shape = Object.entries(schema.shape)
  const proper = new Map(shape.map(([name]) => [name.toLowerCase(), name]))
  const other = new Map(
    shape.flatMap(([name, field]) =>
      otherNamesOf(field).map((one) => [one.toLowerCase(), name] as const),
    ),
  )
  const given = Object.entries(fields)
  const under = (names: ReadonlyMap<string, string>) =>
    given.flatMap(([name, value]) => {
      const own = names.get(name.toLowerCase())
      return own === undefined ? [] : [[own, value] as const]
    })
  const isOurs = ([name]: readonly [string, unknown]) =>
    proper.has(name.toLowerCase()) || other.has(name.toLowerCase())
  const unknown = given.filter((one) => !isOurs(one))
  return Object.fromEntries([...under(other), ...unknown, ...under(proper)])
}

/** The JSON body; form data is accepted by the plugin that reads it, on any route. */
function receiveJson(request: FastifyRequest): unknown {
  if (request.method !== 'GET' && request.isMultipart()) throw new Problem('request.wrong-kind')
  return request.body
}

/** Reads multipart form data: text into fields, files into the attachment store's incoming folder. */
async function receiveForm(
  files: Files,
  { most, maxBytes }: { readonly most: number; readonly maxBytes: number },
  request: FastifyRequest,
): Promise<{ sent: FormFields; uploads: readonly Upload[] }> {
  expectForm(request)
  const uploads: Upload[] = []
  const fields: [string, unknown][] = []
  const limits = {
    files: most,
    fileSize: maxBytes,
    fields: 50,
    fieldSize: 400_000,
    parts: most + 50,
  }
  // If the caller disconnected before parsing began, the parser would wait for ever.
  if (request.raw.readableAborted) throw noFormData()
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields.push([part.fieldname, part.value])
      else uploads.push(await files.receive(part.file, storable(part.filename ?? '')))
      const isCut = part.type === 'field' ? part.valueTruncated : part.file.truncated
      if (isCut) throw new Problem('request.too-large')
    }
  } catch (error) {
    await Promise.all(uploads.map((upload) => upload.discard()))
    // The rest of the body is drained: clients read our answer, and reuse the connection, only once they have
    // sent it all.
    request.raw.unpipe().resume()
    throw refusalOf(error)
  }
  return { sent: Object.fromEntries(fields), uploads }
}

function expectForm(request: FastifyRequest): void {
  if (!request.isMultipart()) throw new Problem('request.wrong-kind')
  if (longBoundary.test(request.headers['content-type'] ?? '')) throw noFormData()
}

/** The parser (busboy) reports truncated or invalid form data only as a message. */
function refusalOf(error: unknown): unknown {
  return error instanceof Error && /multipart data|Boundary not found/.test(error.message)
    ? noFormData()
    : error
}

const noFormData = () =>
  new Problem('request.invalid', { errors: { '(whole)': ['This is no form data'] } })

/** A boundary has 70 characters at most (RFC 2046, section 5.1.1); the parser fails at longer ones. */
const longBoundary = /boundary\s*=\s*(?:"[^"]{71}|[^";\s]{71})/i
