import * as z from 'zod'
import type { ApiCall, Payload } from './api-document.ts'
import { fieldsOf, kindOf } from './api-schema.ts'

/** What somebody filled in to try a call. */
export type FilledRequest = {
  /** By the parameters' names; an empty one is not sent. */
  readonly parameters: Readonly<Record<string, string>>
  /** The body as JSON; of form data, its fields beside the file. */
  readonly body: string
  readonly fileName: string | undefined
}

/** The address that a filled-in call goes to; a list is written with commas and sent name by name. */
export function targetOf(
  { path, parameters }: ApiCall,
  { parameters: filled }: FilledRequest,
): string {
  const said = (name: string) => filled[name] ?? ''
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(said(name)))
  const pairs = parameters
    .filter((one) => one.in === 'query' && said(one.name) !== '')
    .flatMap(({ name, schema }) =>
      (kindOf(schema).includes('[]') ? said(name).split(',') : [said(name)]).map(
        (one) => `${name}=${encodeURIComponent(one.trim())}`,
      ),
    )
  return pairs.length === 0 ? place : `${place}?${pairs.join('&')}`
}

/** The fields of form data, beside its file, as they were filled in as JSON. */
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

/** The field that form data's file goes into, by the schema. */
export const fileFieldOf = ({ schema }: Payload): string | undefined =>
  fieldsOf(schema).find(({ kind }) => kind.startsWith('file '))?.name

/** The same call on a command line; the token itself is left out, for others may look on. */
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

/** As a shell takes it, whatever it holds. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
