// @module-tag slow
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { addressOf } from '#kit/contract/wire.ts'
import {
  bogdan,
  installations,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

const install = installations()
const { folder, start } = programs()
const station = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 } as const
const photograph = { name: 'urna.png', bytes: new Uint8Array(500_000) }
/** A phone that retries once, as soon as the server asks. */
const patience = { forMs: 20_000 }

/** How much of a file a full disk still accepts, in bytes. */
const limit = (pid: number, bytes: number | 'unlimited') =>
  promisify(execFile)('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])

async function refusal(response: Response) {
  const { code } = (await response.json()) as { code: string }
  return { code, status: response.status, again: response.headers.get('retry-after') }
}

const putOff = { code: 'server.unavailable', status: 503, again: '2' }

test.runIf(process.platform === 'linux')(
  'defers photographs on a full disk, accepts other reports, and recovers once there is room',
  async () => {
    const installation = await install()
    const DATA_DIR = await folder()
    const program = await start({ ...installation.environment, DATA_DIR })
    const token = await signIn(program.url, bogdan)
    const form = new FormData()
    for (const [name, value] of Object.entries(station)) form.append(name, String(value))
    form.append('files', new Blob([photograph.bytes]), photograph.name)
    await limit(program.pid, 100_000)

    const refused = await fetch(program.url + addressOf(notes.write, { body: station }), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })

    expect(await refusal(refused)).toEqual(putOff)
    expect(await readdir(`${DATA_DIR}/attachments/incoming`)).toEqual([])
    await sendReport(program.url, token, reportOf(installation, 1))
    const text = 'Coadă până în stradă'
    await phoneAt(program.url, { forMs: 0 })(notes.write, { body: { ...station, text } }, token)
    await limit(program.pid, 'unlimited')
    await phoneAt(program.url, patience)(notes.write, { body: { ...station } }, token, [photograph])
    expect((await fetch(`${program.url}/health`)).status).toBe(200)
  },
)

test('defers and rolls back reports on a full database disk, and accepts them later', async () => {
  const installation = await install()
  const { database, environment } = installation
  const { url } = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(url, bogdan)
  const count = async () => {
    const [row] = (
      await sql<{ answers: number; visits: number; lines: number }>`
        select (select count(*) from answers) as answers, (select count(*) from visits) as visits,
               (select count(*) from history where act = 'answers.received') as lines`.execute(
        database.primary,
      )
    ).rows
    return row
  }
  // The error of PostgreSQL when its disk is full.
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`.execute(
    database.primary,
  )
  await sql`create trigger full_disk before insert on answers execute function refuse()`.execute(
    database.primary,
  )

  const { body } = reportOf(installation, 1)
  const refused = await fetch(url + addressOf(answers.send, { body }), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  expect(await refusal(refused)).toEqual(putOff)
  expect(await count()).toEqual({ answers: 0, visits: 0, lines: 0 })
  await sql`drop trigger full_disk on answers`.execute(database.primary)
  await sendReport(url, token, { body })
  expect(await count()).toEqual({ answers: 1, visits: 1, lines: 1 })
})
