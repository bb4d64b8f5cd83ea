import readExcel from 'read-excel-file/node'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Person } from '../stage.ts'
import type { CallParts } from './attacks.ts'
import { requestOf } from './requests.ts'

/** What a reply says, whatever it came as. */
async function contentOf({ headers, rawPayload, body }: Awaited<ReturnType<Person['send']>>) {
  const isWorkbook = String(headers['content-type']).includes('spreadsheetml')
  return isWorkbook ? JSON.stringify(await readExcel(rawPayload)) : body
}

/** Calls an endpoint as it was aimed; answers with the status, and what the reply says. */
export async function ask(endpoint: Endpoint, person: Person, { files, ...said }: CallParts) {
  const reply = await person.send(await requestOf(endpoint, said, files))
  return { status: reply.statusCode, content: await contentOf(reply) }
}
