import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { installations } from '#testing/programs/installation.ts'
import { folderOf } from '#testing/programs/load.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each of these.
vi.setConfig({ testTimeout: 120_000 })

const install = installations()
const { folder, start, run, fail } = programs()

/** Stations have whatever numbers a country gives them. */
const files = {
  'counties.csv': 'Code,Name\nDI,Diaspora\nAB,Alba\n',
  'polling-stations.csv': 'County code,Number\nDI,101\nDI,110\nAB,7\n',
  'observers.csv':
    'Phone,Pin,Name\n0722000001,1111,Oana\n0722000002,2222,Radu\n0722000003,3333,Ion\n',
  'A.json': {
    code: 'A',
    formSections: [
      {
        questions: [
          { code: '1', text: 'Da?', questionType: 1, optionsToQuestions: [{ text: 'Da' }] },
        ],
      },
    ],
  },
}

test('what was loaded is rehearsed from the same folder, at stations that exist, on the port that is set', async () => {
  const { database, environment } = await install()
  const settings = { ...environment, DATA_DIR: await folder() }
  await sql`update elections set state = 'rehearsal'`.execute(database.primary)
  const from = await folderOf(files)
  await run('load', [from, '--yes'], settings)
  const { url } = await start(settings)
  const { port: PORT } = new URL(url)

  const said = await run('rehearse', [from, '--minutes', '0.02'], { ...settings, PORT })

  expect(said).toMatch(/0 s left: 3 observers, \d+ reports acknowledged, 0 observers gave up/)
  const { rows: visited } = await sql<{ number: number }>`
    select distinct s.number from visits v join polling_stations s on s.id = v.polling_station_id`.execute(
    database.primary,
  )
  expect(visited.length).toBeGreaterThan(0)
  const { rows: aside } = await sql`select id from unplaced`.execute(database.primary)
  expect(aside).toEqual([])
})

test('where no server answers, or it has another election, it is said in a sentence', async () => {
  const { environment } = await install()
  const settings = { ...environment, DATA_DIR: await folder() }
  const server = await start(settings)
  const { port: PORT } = new URL(server.url)

  const foreign = await fail('rehearse', ['--minutes', '0.01', '--observers', '2'], {
    ...settings,
    PORT,
  })
  expect(foreign.code).toBe(1)
  expect(foreign.said).toContain('is the election of this folder loaded there?')
  await server.stop()
  expect(await fail('rehearse', [], { ...settings, PORT })).toEqual({
    code: 1,
    said: `No server answers at http://127.0.0.1:${PORT}: npm start starts one, --url names another\n`,
  })
})
