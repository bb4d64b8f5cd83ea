import readExcel from 'read-excel-file/node'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Person } from '../stage.ts'
import type { CallParts } from './attacks.ts'
import { requestOf } from './requests.ts'

/** The content of a reply, whatever its type. */
async function contentOf({ headers, rawPayload, body }: Awaited<ReturnType<Person['send']>>) {
  const isWorkbook = String(headers['content-type']).includes('spreadsheetml')
  return isWorkbook ? JSON.stringify(await readExcel(rawPayload)) : body
}

/** Calls an endpoint with the given parts; returns the status and the content. */
export async function ask(endpoint: Endpoint, person: Person, { files, ...sections }: CallParts) {
  const reply = await person.send(await requestOf(endpoint, sections, files))
  return { status: reply.statusCode, content: await contentOf(reply) }
}
