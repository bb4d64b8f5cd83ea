import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Tx } from '#database/open.ts'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { stations } from '../contract.ts'
import { stationProjections } from './projections.ts'
import {
  disagree,
  expectAsOnPages,
  listed,
  merge,
  part,
  settleFirst,
  settling,
  startAgain,
  stationOf,
  twin,
} from './testing.ts'

const set = stage()

const everybody = ({ ana, rodica, sanda, gelu, calin }: Stage): Person[] => [
  ...[ana, rodica, sanda, gelu, calin],
]

/** Moves Bogdan to Călin's organisation, where Dana is. */
const moveBogdan = ({ database }: Stage) =>
  database.write((tx) =>
    sql`update observers set ngo_id = (select id from ngos where short_name = 'VC')
         where name = 'Bogdan Pop'`.execute(tx),
  )

/** How often each table was read sequentially, without organisations, which are few. */
async function sequentialScans(tx: Tx) {
  const { rows } = await sql`
    select relname, seq_scan from pg_stat_xact_user_tables
     where seq_scan > 0 and relname <> 'ngos' order by relname`.execute(tx)
  return rows
}

/** The stored differences of all organisations. */
const stored = ({ database }: Stage) =>
  database.primary.selectFrom('differences').selectAll().execute()

/** Adds stations beside number 1 of Aiud. */
const addStations = (cast: Stage, places: readonly { readonly pollingStationNumber: number }[]) =>
  cast.database.write((tx) =>
    sql`
      insert into polling_stations (election_id, area_id, county_id, number, name, address)
      select s.election_id, s.area_id, s.county_id, n.number, s.name, s.address
        from polling_stations s, unnest(${places.map((one) => one.pollingStationNumber)}::integer[]) n (number)
       where s.id = ${stationOf(cast)}`.execute(tx),
  )

test('lists differences of two observers, with their names and where to settle them', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await disagree(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))
  await cast.figures()

  const { data, questions } = await cast.ana.call(stations.differences, { query: {} })

  expect(data).toMatchObject([
    {
      ...{ county: 'Alba', municipality: 'Aiud', pollingStationNumber: 1 },
      ...{ questionCode: 'A1.2', formCode: 'A', state: 'open' },
      isFlagged: true,
      observers: [
        {
          observerName: 'Bogdan Pop',
          options: [{ text: 'Coadă', value: null, isFlagged: false }],
        },
        {
          observerName: 'Dana Ionescu',
          options: [{ text: 'Afișe electorale', value: null, isFlagged: true }],
        },
      ],
      changedAt: cast.clock.now,
    },
  ])
  expect(questions).toMatchObject([{ questionCode: 'A1.2', stations: 1 }])
  await expectAsOnPages(cast, everybody(cast))
})

test('lists differences with a flagged answer first, on whichever page they are', async () => {
  const cast = await set()
  await disagree(cast)
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.2', 'Coadă'))
  await send(cast.dana, answerOf(cast, blaj, 'A1.2', 'Altceva=x'))
  await cast.figures()

  expect(await listed(cast)).toEqual(['Aiud 1 A1.2: open', 'Blaj 1 A1.2: open'])
  expect(await listed(cast, { page: 2, pageSize: 1 })).toEqual(['Blaj 1 A1.2: open'])
  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Altceva=x'))
  await cast.figures()
  expect(await listed(cast)).toEqual(['Aiud 1 A1.2: open', 'Blaj 1 A1.2: open'])
  await send(cast.dana, answerOf(cast, blaj, 'A1.2', 'Afișe electorale'))
  await cast.figures()
  expect(await listed(cast)).toEqual(['Blaj 1 A1.2: open', 'Aiud 1 A1.2: open'])
})

test('removes a settled difference, and reopens it when an answer changes', async () => {
  const cast = await set()
  const id = await settleFirst(cast)
  await cast.figures()
  expect(await listed(cast)).toEqual([])
  expect(await listed(cast, { state: 'settled' })).toEqual(['Aiud 1 A1.2: settled'])

  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Coadă', 'Afișe electorale'))
  await cast.figures()
  expect(await listed(cast)).toEqual(['Aiud 1 A1.2: reopened'])

  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Afișe electorale'))
  await cast.figures()
  expect(await listed(cast)).toEqual([])
  await cast.ana.call(stations.undoSettling, { params: { id } })
  expect(await listed(cast)).toEqual(['Aiud 1 A1.2: open'])

  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Coadă'))
  await cast.figures()
  expect(await listed(cast, { state: 'all' })).toEqual([])
})

test('notices changes within one millisecond or dated in the past', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await disagree(cast)
  await cast.figures()

  await send(cast.dana, answerOf(cast, aiud, 'A1.2', 'Coadă'))
  await cast.figures()
  expect(await listed(cast)).toEqual([])
  cast.clock.now = new Date(cast.clock.now.getTime() - 3_600_000)
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.2', 'Nu, la=7:30'))
  await send(cast.dana, answerOf(cast, aiud, 'A2.2', 'Da'))
  await cast.figures()

  expect(await listed(cast)).toEqual(['Aiud 1 A2.2: open'])
  await expectAsOnPages(cast, everybody(cast))
})

test('organisations find and settle only differences among their own observers', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await disagree(cast)
  await cast.figures()
  expect(await listed(cast, { state: 'all' }, cast.calin)).toEqual([])
  await expectAsOnPages(cast, everybody(cast))

  await send(cast.bogdan, answerOf(cast, blaj, 'A1.2', 'Coadă'))
  await moveBogdan(cast)
  await send(cast.bogdan, answerOf(cast, dej, 'A1.2', 'Coadă'))
  await send(cast.dana, answerOf(cast, dej, 'A1.2', 'Afișe electorale'))
  await cast.figures()
  expect(await listed(cast, {}, cast.calin)).toEqual(['Dej 1 A1.2: open'])
  expect(await listed(cast)).toHaveLength(2)
  const differences = await cast.calin.call(stations.differences, { query: {} })
  const [one] = differences.data
  const params = { pollingStationId: one!.pollingStationId }
  const page = await cast.calin.call(stations.visits, { params })
  const { id: questionId, seen } = page.questions[0]!
  const body = { questionId, observerId: null, reason: 'Amândoi au plecat', seen }
  await cast.calin.call(stations.settle, { params, body })

  expect(await listed(cast, {}, cast.calin)).toEqual([])
  expect(await listed(cast)).toHaveLength(2)
  await expectAsOnPages(cast, everybody(cast))
})

test('county staff find the differences in their counties', async () => {
  const cast = await set()
  await disagree(cast)
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  await cast.figures()

  expect(await listed(cast, {}, cast.sanda)).toEqual(['Dej 1 A1.1: open'])
  expect(await listed(cast, {}, cast.gelu)).toEqual(['Dej 1 A1.1: open'])
  const { questions } = await cast.gelu.call(stations.differences, { query: {} })
  expect(questions.map(({ questionCode }) => questionCode)).toEqual(['A1.1'])
  await expectAsOnPages(cast, everybody(cast))
  for (const person of [cast.bogdan, cast.stranger])
    await expect(person.call(stations.differences, { query: {} })).rejects.toThrow()
})

test('ignores answers of test observers', async () => {
  const cast = await set()
  await disagree(cast)
  await cast.figures()
  const observerId = (await observerIdOf(cast, 'Dana Ionescu')) as Id<'observers'>
  const edit = (isTest: boolean) => cast.ana.call(observers.edit, { body: { observerId, isTest } })

  await edit(true)
  await cast.figures()
  expect(await listed(cast)).toEqual([])
  await expectAsOnPages(cast, everybody(cast))
  await edit(false)
  await cast.figures()

  expect(await listed(cast)).toEqual(['Aiud 1 A1.2: open'])
})

test('lists differences of merged stations under the remaining one until they are split', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, twin, 'A1.1', 'Da'))
  await cast.figures()
  expect(await listed(cast)).toEqual([])

  await merge(cast)
  await cast.figures()
  expect(await listed(cast)).toEqual(['Aiud 1 A1.1: open'])
  // Dana’s last answer counts, under either number; it agrees with Bogdan’s.
  cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await cast.figures()
  expect(await listed(cast)).toEqual([])
  await expectAsOnPages(cast, everybody(cast))
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await cast.figures()
  expect(await listed(cast)).toEqual(['Aiud 1 A1.1: open'])
  await expectAsOnPages(cast, everybody(cast))

  await part(cast)
  await cast.figures()
  expect(await listed(cast)).toEqual(['Aiud 1 A1.1: open'])
  await expectAsOnPages(cast, everybody(cast))
})

test('filters the list by place, form, question and state, without excluded questions', async () => {
  const cast = await set()
  await disagree(cast)
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'), answerOf(cast, dej, 'A1.2', 'Coadă'))
  await send(
    cast.dana,
    answerOf(cast, dej, 'A1.1', 'Nu'),
    answerOf(cast, dej, 'A1.2', 'Afișe electorale'),
  )
  await cast.figures()
  const { data } = await cast.ana.call(stations.differences, { query: {} })
  const [question] = data.filter(({ questionCode }) => questionCode === 'A1.2')
  const { questionId, formId } = question!
  const areas = await cast.ana.call(places.counties, {})
  const areaId = areas.find(({ code }) => code === 'CJ')!.id

  expect(await listed(cast, { areaId })).toEqual(['Dej 1 A1.1: open', 'Dej 1 A1.2: open'])
  expect(await listed(cast, { questionId })).toHaveLength(2)
  expect(await listed(cast, { without: [questionId] })).toEqual(['Dej 1 A1.1: open'])
  expect(await listed(cast, { areaId, without: questionId })).toEqual(['Dej 1 A1.1: open'])
  expect(await listed(cast, { formId })).toHaveLength(3)
  expect(await listed(cast, { formId: 999_999 })).toEqual([])
  expect(await listed(cast, { state: 'reopened' })).toEqual([])
  expect(
    await cast.ana.call(stations.differences, { query: { pageSize: 2, page: 2 } }),
  ).toMatchObject({
    ...{ totalItems: 3, totalPages: 2, data: { length: 1 } },
    questions: [
      { questionCode: 'A1.2', stations: 2 },
      { questionCode: 'A1.1', stations: 1 },
    ],
  })
  expect(await listed(cast, { page: 7 })).toEqual([])
})

test('exports the list with its filters', async () => {
  const cast = await set()
  await disagree(cast)
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  await cast.figures()
  const { questionId } = await settling(cast)

  const url = `${stations.exportDifferences.path}?format=csv&language=en&questionId=${questionId}`
  const { body } = await cast.ana.send({ url })

  const [heading, ...rows] = body.trim().split(/\r?\n/)
  expect(heading).toContain('County,Municipality,Polling station,Form,Code,Question')
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain('Alba,Aiud,1,A,A1.2,')
  expect(rows[0]).toContain('Open')
})

test('deleting reports deletes their differences', async () => {
  const cast = await set()
  await disagree(cast)
  await cast.figures()

  await startAgain(cast)
  await cast.figures()

  expect(await stored(cast)).toEqual([])
})

test('adds no differences to an election that is being deleted', async () => {
  const cast = await set()
  await disagree(cast)
  await cast.database.write((tx) =>
    sql`update elections set state = 'archived', is_current = false, emptying = 'everything', emptied_done = 0, emptied_total = 1`.execute(
      tx,
    ),
  )

  await cast.figures()

  expect(await stored(cast)).toEqual([])
})

test('compares many stations in several passes', async () => {
  const cast = await set()
  const places = Array.from({ length: 60 }, (_, place) => ({
    ...aiud,
    pollingStationNumber: 100 + place,
  }))
  await addStations(cast, places)
  await send(cast.bogdan, ...places.map((at) => answerOf(cast, at, 'A1.2', 'Coadă')))
  await send(cast.dana, ...places.map((at) => answerOf(cast, at, 'A1.2', 'Afișe electorale')))

  await cast.figures()

  expect(await stored(cast)).toHaveLength(60)
  expect(await cast.ana.call(stations.unsettled)).toMatchObject({ unsettled: 60 })
})

test('comparing reads no table sequentially on a database without statistics', async () => {
  const cast = await set()
  await disagree(cast)
  await cast.figures()
  const electionId = (await cast.ana.call(elections.current)).id
  const id = stationOf(cast)
  const within = (column: RawBuilder<unknown>) => sql`${column} = ${id}`

  const scans = await cast.database.write(async (tx) => {
    await sql`delete from pg_statistic`.execute(tx)
    await sql`
      update pg_class set relpages = 0, reltuples = -1
       where relnamespace = 'public'::regnamespace`.execute(tx)
    const before = await sequentialScans(tx)
    for (const step of stationProjections) await step.run(tx, { electionId, within })
    return { before, after: await sequentialScans(tx) }
  })

  expect(scans.after).toEqual(scans.before)
})

test('projector compares by itself and tells the organisations concerned', async () => {
  const cast = await set()
  const url = await cast.listen()
  const [ana, calin] = await Promise.all(
    [cast.rodica, cast.calin].map(async (one) => openScreen(url, (await one.token())!)),
  )
  await cast.startJobs()

  await disagree(cast)

  await expect.poll(() => ana?.heard, { timeout: 20_000 }).toContain('stations.differences-changed')
  expect(await listed(cast)).toEqual(['Aiud 1 A1.2: open'])
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))
  await expect.poll(() => calin?.heard.filter((one) => one === 'answers.received')).toHaveLength(2)
  expect(calin?.heard).not.toContain('stations.differences-changed')
  for (const screen of [ana, calin]) screen?.close()
})
