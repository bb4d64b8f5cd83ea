import * as z from 'zod'
import type { ApiCall, Payload } from './api-document.ts'
import { fieldsOf, kindOf } from './api-schema.ts'

/** The filled-in form for trying a call. */
export type FilledRequest = {
  /** By parameter name; an empty one is not sent. */
  readonly parameters: Readonly<Record<string, string>>
  /** The body as JSON; of form data, its fields beside the file. */
  readonly body: string
  readonly fileName: string | undefined
}

/** The URL of a filled-in call; a list is typed with commas and sent as repeated parameters. */
export function targetOf(
  { path, parameters }: ApiCall,
  { parameters: filled }: FilledRequest,
): string {
  const typedIn = (name: string) => filled[name] ?? ''
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(typedIn(name)))
  const pairs = parameters
    .filter((one) => one.in === 'query' && typedIn(one.name) !== '')
    .flatMap(({ name, schema }) =>
      (kindOf(schema).includes('[]') ? typedIn(name).split(',') : [typedIn(name)]).map(
        (one) => `${name}=${encodeURIComponent(one.trim())}`,
      ),
    )
  return pairs.length === 0 ? place : `${place}?${pairs.join('&')}`
}

/** The fields of form data, beside its file, parsed from JSON. */
export function formFields(body: string): readonly (readonly [string, string])[] {
  const fields = z.record(z.string(), z.unknown()).safeParse(tryJson(body)).data ?? {}
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
}

export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The file's field in form data, by the schema. */
export const fileFieldOf = ({ schema }: Payload): string | undefined =>
  fieldsOf(schema).find(({ kind }) => kind.startsWith('file '))?.name

/** The same call as a curl command; the token itself is left out, because others may be watching. */
export function curlOf(call: ApiCall, filled: FilledRequest, origin: string): string {
  const words = [`curl -X ${call.method} ${quoted(origin + targetOf(call, filled))}`]
  if (call.needsToken) words.push('-H "authorization: Bearer $TOKEN"')
  if (call.body?.mediaType === 'application/json')
    words.push("-H 'content-type: application/json'", `-d ${quoted(filled.body)}`)
  else if (call.body) words.push(...formWords(call.body, filled))
  return words.join(' \\\n  ')
}

function formWords(body: Payload, { body: text, fileName }: FilledRequest): string[] {
  const fields = formFields(text).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`)
  return fileName ? [...fields, `-F ${quoted(`${fileFieldOf(body)}=@${fileName}`)}`] : fields
}

/** Quoted for a shell, whatever it contains. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
