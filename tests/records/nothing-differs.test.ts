import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { aiud, answerOf, blaj, dej, list, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, practise, prepare } from '#features/elections/server/testing.ts'
import { openingForm, save } from '#features/forms/server/testing.ts'
import { sealAll, tamper } from '#features/history/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { png } from '#features/notes/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { words } from '#features/notifications/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import {
  newest,
  nowhere,
  place,
  placeNewest,
  undoPlacing,
  wait,
} from '#features/unplaced/server/testing.ts'
import { visits } from '#features/visits/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import { nothingFound, prove } from '#testing/evening/verified.ts'
import { pollOptions } from '#testing/polling.ts'
import { counties, load } from '#testing/programs/load.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()

const picture = [{ name: 'a.png', bytes: png() }]
const arrival = { ...aiud, urbanArea: true, observerArrivalTime: '2026-11-22T08:00:00Z' }

/** All kinds of reports of a phone, and a message that its observer reads. */
async function observe(cast: Stage, text = 'Nu'): Promise<void> {
  const { ana, bogdan } = cast
  wait(cast, 1)
  await bogdan.call(visits.report, { body: arrival })
  await send(bogdan, answerOf(cast, aiud, 'A1.1', text), answerOf(cast, nowhere, 'A1.2', 'Coadă'))
  await bogdan.call(notes.write, { body: { ...blaj, text: `Coadă, ${text}` } }, picture)
  wait(cast, 1)
  await bogdan.call(visits.leave, { body: { ...aiud, observerLeaveTime: '2026-11-22T10:00:00Z' } })
  await ana.call(notifications.sendAll, { body: words })
}

/** Expects no differences in a database that was only used through the front door. */
async function expectNothing(cast: Stage, compared?: number): Promise<void> {
  await sealAll(cast)
  const found = await prove(cast)
  expect(found).toMatchObject({ ...nothingFound, compared: compared ?? found.compared })
}

test('agrees with history after placing, superseding, restoring and placing elsewhere', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Nu'))
  wait(cast, 1)
  // Withdraws the answer at the station itself, which stores no row: placing the other finds nothing there.
  await send(bogdan, answerOf(cast, aiud, 'A1.1'))
  const params = { id: await newest(ana) }
  expect(await place(ana, { station: aiud })).toMatchObject({ superseded: 1 })
  await expectNothing(cast, 1)
  await ana.call(unplaced.restore, { params })
  await expectNothing(cast, 1)

  await place(ana, { station: dej })
  await bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } }, picture)
  wait(cast, 1)
  await place(ana, { station: blaj })
  await bogdan.call(visits.report, { body: { ...nowhere, urbanArea: true } })
  await ana.call(unplaced.dismiss, { params: { id: await newest(ana) } })

  await expectNothing(cast, 6)
})

test('agrees with history after placements are undone, whatever arrived since', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await observe(cast)
  await send(bogdan, answerOf(cast, nowhere, 'A1.1', 'Da'), answerOf(cast, nowhere, 'A2.2', 'Da'))
  await bogdan.call(visits.report, { body: { ...arrival, ...nowhere, urbanArea: false } })
  await bogdan.call(notes.write, { body: { ...nowhere, text: 'Coadă' } }, picture)
  wait(cast, 1)
  // One placing at an existing report, one at reports that exist only because of it.
  for (const station of [dej, aiud]) {
    for (const isSaidSince of [false, true]) {
      const { placingId } = await placeNewest(ana, { station, alike: true })
      await expectNothing(cast)
      if (isSaidSince) await send(bogdan, answerOf(cast, station, 'A1.1', 'Nu'))
      await undoPlacing(ana, placingId)
      await expectNothing(cast)
    }
  }
})

test('detects a report with placements whose last change was moved back', async () => {
  const cast = await set()
  await observe(cast)
  await place(cast.ana, { station: aiud })
  await expectNothing(cast, 5)
  const back = sql`update visits set last_modified = last_modified - interval '1 hour'
                    where facts_at is not null`
  await tamper(cast.database, back)

  const { rows } = await prove(cast)

  expect(rows).toEqual([expect.stringContaining('when it was last changed differs')])
})

test('agrees with history after reports in their own election, and late ones', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await bogdan.token()
  const id = await currentId(cast)
  await make(cast, await prepare(cast))
  wait(cast, 1)
  await bogdan.call(visits.report, { body: arrival })
  await expectNothing(cast, 1)

  await ana.call(elections.archive, { params: { id } })
  await observe(cast)
  await expectNothing(cast, 7)
  await ana.call(elections.reopen, { params: { id } })
  await make(cast, id)
  const { data } = await ana.call(unplaced.list, { query: {} })
  await ana.call(unplaced.place, { params: { id: data.at(-1)!.id }, body: { alike: true } })

  await expectNothing(cast, 9)
})

test('agrees with history after the people of an election are erased', async () => {
  const cast = await set()
  const { ana } = cast
  await observe(cast)
  const id = await currentId(cast)
  await make(cast, await prepare(cast))
  await ana.call(elections.archive, { params: { id } })
  const jobs = await cast.startJobs()
  await ana.call(elections.erasePeople, { params: { id } })
  await vi.waitFor(async () => {
    const rows = await ana.call(elections.list, { query: {} })
    expect(rows.find((row) => row.id === id)?.peopleErasedAt).toBeInstanceOf(Date)
  }, pollOptions)
  await jobs.stop()

  await expectNothing(cast, 5)
})

test('misses no discarded practice reports, whether the rehearsal started or was cleared', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana } = cast
  await practise(cast)
  await observe(cast)
  await expectNothing(cast, 5)

  await ana.call(elections.start, { params: { id: await currentId(cast) } })
  await expectNothing(cast, 1)
  await observe(cast, 'Da')
  await expectNothing(cast, 6)

  await practise(cast)
  await ana.call(elections.clearRehearsal)
  await expectNothing(cast, 0)
})

test('misses no reports of a rehearsal replaced by loaded files, even without its history line', async () => {
  const cast = await set()
  await practise(cast)
  await observe(cast)

  await load(cast, { 'counties.csv': counties })
  await expectNothing(cast, 0)

  await tamper(cast.database, sql`delete from history where act = 'elections.rehearsal-cleared'`)
  const { rows, skipped } = await prove(cast)
  expect(rows).toEqual([])
  expect(skipped).toEqual([
    expect.stringMatching(/^election \d+ was a rehearsal until another was loaded in its place: /),
  ])
})

test('agrees with history after places move or go and observers leave and return', async () => {
  const cast = await set()
  const { ana } = cast
  await observe(cast)
  const observerId = await observerIdOf(cast)
  await ana.call(observers.edit, { body: { observerId, isTest: true } })
  await ana.call(observers.edit, { body: { observerId, isTest: false, phone: '0733 000 000' } })
  await ana.call(observers.remove, { query: { id: observerId } })
  await expectNothing(cast, 5)
  await ana.call(observers.restore, { params: { id: observerId } })

  await load(cast, {
    'provinces.csv': 'Code,Name\nT,Transilvania\n',
    'counties.csv': 'Code,Name,ProvinceCode\nAB,Alba,T\nCJ,Cluj,T\n',
    'municipalities.csv': 'Code,Name,CountyCode\nAB1,Aiud,CJ\n',
    'polling-stations.csv': 'MunicipalityCode,Number\nAB1,1\n',
  })
  await cast.figures()
  const { threads } = await list(ana, { county: 'CJ' })
  expect(threads).toMatchObject([{ pollingStationName: 'Cluj Aiud 1' }])
  const [county] = await ana.call(places.counties)
  const { id, revision } = await ana.call(places.county, { params: { id: county!.id } })
  await ana.call(places.editCounty, { params: { id }, body: { revision, code: 'ALB' } })

  await expectNothing(cast, 5)
})

test('keeps a note on a question that is only created later', async () => {
  const cast = await set()
  const { rows } = await sql<{ newest: number }>`
    select max(id) as newest from questions`.execute(cast.database.primary)
  const newest = rows[0]!.newest
  for (const questionId of [newest + 1, newest + 2, newest + 3])
    await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Coadă', questionId } })

  await save(cast, { ...openingForm(() => undefined), code: 'Z' })

  const { rows: added } = await sql`select from questions where id = ${newest + 1}`.execute(
    cast.database.primary,
  )
  expect(added).toHaveLength(1)
  await expectNothing(cast, 4)
})

test('agrees with history after messages are scheduled, rescheduled, cancelled or sent early', async () => {
  const cast = await set()
  const { ana } = cast
  const schedule = async () => {
    await ana.call(notifications.sendAll, { body: { ...words, sendAt: '2026-11-22 12:00' } })
    return { params: { id: (await ana.call(notifications.list, { query: {} })).data[0]!.id } }
  }
  const first = await schedule()
  await ana.call(notifications.reschedule, { ...first, body: { sendAt: '2026-11-22 13:00' } })
  await ana.call(notifications.takeBack, first)
  await ana.call(notifications.sendNow, await schedule())
  await schedule()

  await expectNothing(cast, 3)
})
