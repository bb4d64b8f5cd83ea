import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { miscounted, projections } from '#apps/server/projections.ts'
import type { Database } from '#database/open.ts'
import { emptyDatabase } from '#database/testing.ts'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { listElectionIds } from '#features/elections/server/queries.ts'
import { notes } from '#features/notes/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { idsOf, words } from '#features/notifications/server/testing.ts'
import { isProjection } from '#kit/server/projections/projection.ts'
import { type Difference, type RecountOptions, recount } from '#kit/server/projections/recount.ts'
import { setMilestone } from '#testing/evening/two-organisations.ts'
import { waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { installations } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'
import { type Stage, stage } from '#testing/stage.ts'

// Several programs start in some of these.
vi.setConfig({ testTimeout: 120_000 })

const set = stage()
const install = installations()
const { folder, run, fail } = programs()

/** Data for every figure. */
async function evening(cast: Stage) {
  const { ana, bogdan, dana } = cast
  await setMilestone(cast)
  await plan(cast)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, dej, 'A1.1', 'Da'))
  await send(dana, answerOf(cast, dej, 'A1.1', 'Nu'), answerOf(cast, blaj, 'A2.1', 'Cabine'))
  await bogdan.call(notes.write, { body: { ...blaj, text: 'Fără cabine.' } })
  const to = await idsOf(cast)
  await ana.call(notifications.send, {
    body: { channel: 'Firebase', ...words, recipients: [to.bogdan, to.dana] },
  } as never)
}

/** Bogdan is to be at Aiud, where he reports from, and at Blaj, where he does not answer. */
async function plan(cast: Stage) {
  const { bogdan: observerId } = await idsOf(cast)
  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 22:00' }
  const each = ['AB1', 'AB2'].map((code) => ({
    observerId,
    pollingStationId: cast.field.stationId(code, code === 'AB1' ? 1 : 2),
    ...shift,
  }))
  await cast.ana.call(assignments.add, { body: { assignments: each } } as never)
}

const compare = async (database: Database, options: Partial<RecountOptions> = {}) => {
  const found: Difference[] = []
  const elections = await listElectionIds(database.primary)
  for await (const one of recount(database, projections, { elections, ...options })) found.push(one)
  return found
}

/** The change of a counter, and the name under which it is reported. */
const falsified = [
  ['visits.answered', 'update visits set answered = answered + 1 where answered > 0'],
  ['visits.answered', 'update visits set flagged = 0 where flagged > 0'],
  ['visits.notes', 'update visits set notes = notes + 2 where notes = 0'],
  ['station_counts', 'update station_counts set answered = answered - 1'],
  ['station_counts', 'delete from station_counts where flagged > 0'],
  ['county_counts', 'update county_counts set flagged = flagged + 3'],
  ['county_counts', 'delete from county_counts'],
  ['station_flags', 'update station_flags set flagged = 7'],
  ['station_flags', 'delete from station_flags where form_id = 0'],
  ['flagged_stations', 'update flagged_stations set stations = stations - 1'],
  [
    'flagged_stations',
    'insert into flagged_stations select election_id, 99999, 4 from flagged_stations limit 1',
  ],
  ['visit_counts', 'update visit_counts set reported = reported + 1'],
  ['visit_counts', 'update visit_counts set flagged = flagged - 1'],
  ['visit_counts', 'update visit_counts set observers = 0'],
  ['observer_counties', 'update observer_counties set visits = visits + 1'],
  ['observer_counts', 'update observer_counts set visits = visits + 1 where notes = 0'],
  ['observer_counts', `update observer_counts set last_seen = last_seen + interval '1 year'`],
  ['observer_counts', 'update observer_counts set last_seen = null'],
  ['visit_reports', 'update visit_reports set reports = reports + 1'],
  ['visit_reports', 'delete from visit_reports'],
  ['report_counts', 'update report_counts set reports = reports + 1'],
  ['report_counts', 'update report_counts set flagged = flagged - 2'],
  ['report_counts', 'update report_counts set quarter = quarter + 3'],
  ['report_counts', 'delete from report_counts'],
  ['expectations', 'update expectations set progress = 0 where progress = 2'],
  ['expectations', `update expectations set due_at = due_at + interval '1 hour'`],
  ['expectations', 'update expectations set area_id = county_id'],
  ['expectations', 'delete from expectations'],
  ['expectation_counts', 'update expectation_counts set done = done + 1'],
  ['expectation_counts', 'delete from expectation_counts'],
  ['station_cover', 'update station_cover set covered = 1 - covered where ngo_id <> 0'],
  ['station_cover', 'update station_cover set visited = 0'],
  ['station_cover', 'delete from station_cover where visited = 1'],
  ['cover_counts', 'update cover_counts set covered = covered + 2'],
  ['cover_counts', 'update cover_counts set visited = visited - 1'],
  ['cover_counts', 'delete from cover_counts'],
  [
    'observers_elsewhere',
    `insert into observers_elsewhere (election_id, observer_id, assignment_id, polling_station_id, said_at)
     select election_id, id, 1, 1, now() from observers
      where id not in (select observer_id from observers_elsewhere) limit 1`,
  ],
  [
    'failed_checks',
    `insert into failed_checks (election_id, polling_station_id, visit_id, errors, warnings)
     select election_id, polling_station_id, id, 1, 0 from visits limit 1`,
  ],
  ['notifications', 'update notifications set failed = 1'],
] as const

/** Figures that others are counted from, which then differ as well. */
const sources = new Set<string>([
  ...['visits.answered', 'visits.notes', 'visit_reports', 'observer_counties', 'station_counts'],
  ...['station_flags', 'expectations', 'station_cover'],
])

test('names and corrects each figure that differs, and no other', { tags: 'slow' }, async () => {
  const cast = await set()
  const { database } = cast
  await evening(cast)
  expect(await miscounted(database)).toEqual([])

  for (const [name, statement] of falsified) {
    await sql.raw(statement).execute(database.primary)
    const found = await compare(database, { corrects: true })
    expect({ statement, named: found.map(({ projection }) => projection) }).toMatchObject({
      named: expect.arrayContaining([name]),
    })
    if (!sources.has(name))
      expect(new Set(found.map(({ projection }) => projection))).toEqual(new Set([name]))
    expect({ statement, left: await miscounted(database) }).toMatchObject({ left: [] })
  }
  expect(new Set(falsified.map(([name]) => name))).toEqual(
    new Set(projections.steps.filter(isProjection).map(({ name }) => name)),
  )
})

test('finds only what differs in a recount while reports arrive', { tags: 'slow' }, async () => {
  const cast = await set()
  const { database, bogdan, dana, emil } = cast
  let isOver = false
  const report = async () => {
    for (let round = 0; !isOver; round++) {
      const option = round % 2 === 0 ? 'Nu' : 'Da'
      await Promise.all(
        [bogdan, dana, emil].map((person, index) =>
          send(person, answerOf(cast, [aiud, blaj, dej][(round + index) % 3]!, 'A1.1', option)),
        ),
      )
    }
  }

  const reporting = report()
  // It is awaited below: until then its failure is not the run's.
  reporting.catch(() => undefined)
  for (let recounts = 0; recounts < 3; recounts++) expect(await compare(database)).toEqual([])
  await sql`insert into flagged_stations (election_id, form_id, stations)
            select id, 99999, 4 from elections`.execute(database.primary)
  const found = await compare(database, { corrects: true })
  expect(found.map(({ projection, stored }) => ({ projection, stored }))).toEqual([
    { projection: 'flagged_stations', stored: { stations: 4 } },
  ])
  isOver = true
  await reporting

  expect(await miscounted(database)).toEqual([])
})

test('corrects figures while a report is being stored, and includes that report', async () => {
  const cast = await set()
  const { database, bogdan } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  // A report pauses in the middle of its transaction, until it is released.
  await sql`
    create function stand_still() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(20); return null; end $$`.execute(database.primary)
  await sql`
    create trigger stand_still after insert on answers
      for each statement execute function stand_still()`.execute(database.primary)
  await sql`update visits set answered = 5`.execute(database.primary)
  await sql`update observer_counts set last_seen = last_seen + interval '1 year'`.execute(
    database.primary,
  )
  await sql`update station_counts set flagged = flagged + 2`.execute(database.primary)

  let letGo = () => {}
  const isHeld = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const holding = database.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(20)`.execute(tx)
    await isHeld
  })
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  const sending = send(bogdan, answerOf(cast, aiud, 'A2.1', 'Cabine'))
  await vi.waitFor(async () => expect(await waitingForARow(database)).toBe(1), pollOptions)
  const correcting = compare(database, { corrects: true })
  await vi.waitFor(async () => expect(await waitingForARow(database)).toBe(2), pollOptions)
  letGo()
  await Promise.all([holding, sending])

  expect((await correcting).map(({ isCorrected }) => isCorrected)).not.toContain(false)
  expect(await miscounted(database)).toEqual([])
})

test('names differences, corrects them on demand and reports both by exit code', {
  tags: 'slow',
}, async () => {
  const { database, environment } = await install()
  const settings = { ...environment, DATA_DIR: await folder() }
  expect(await run('recount', [], settings)).toMatch(
    /^\d+ figures of 1 elections, counted in [\d.]+ s: nothing differs\n$/,
  )

  await sql`update observer_counts set visits = visits + 4`.execute(database.primary)
  const found = await fail('recount', [], settings)
  expect(found.code).toBe(1)
  expect(found.output).toMatch(
    /^election \d+, observer_counts, observer_id \d+: visits 4, counted 0\n.*: 1 differ; -- --mend writes what was counted\n$/,
  )
  expect(await run('recount', ['--mend'], settings)).toMatch(
    /visits 4, counted 0; corrected\n.*: 1 differed, all corrected\n$/,
  )
  expect(await run('recount', [], settings)).toContain('nothing differs')
  expect((await fail('recount', ['--all'], settings)).output).toBe(
    "Unknown option '--all': npm run recount -- --help tells how\n",
  )
})

test('refuses to run on an empty database', { tags: 'slow' }, async () => {
  const DATA_DIR = await folder()
  const empty = await emptyDatabase()
  try {
    const { code, output } = await fail('recount', [], { DATA_DIR, DATABASE_URL: empty.url })
    expect({ code, output }).toEqual({
      code: 1,
      output: 'DATABASE_URL: there is nothing in this database\n',
    })
  } finally {
    await empty.drop()
  }
})
