import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, dej, list, send } from '#features/answers/server/testing.ts'
import { session } from '#features/session/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { taskThat } from '#features/tasks/server/testing.ts'
import { holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, phones, pins, type Stage, stage } from '#testing/stage.ts'
import { observers } from '../../contract.ts'

const set = stage()

const fileOf = (rows: readonly string[]) => [
  {
    name: 'observatori.csv',
    bytes: new TextEncoder().encode(['Phone,Pin,Name,Test', ...rows].join('\n')),
  },
]
const importing = (person: Person, rows: readonly string[]) =>
  person.call(observers.import, { body: {} }, fileOf(rows))
const leaving = (person: Person, rows: readonly string[]) =>
  person.call(observers.startImport, { body: {} }, fileOf(rows))

/** Holds the transaction that adds an observer with this phone open. */
const adding = ({ database }: Stage, phone: string) =>
  holdLocks(database, (tx) =>
    sql`
      insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
      select election_id, ngo_id, 'Altcineva', ${phone}, ${phone}, '' from observers
       order by id limit 1`.execute(tx),
  )

const waiting = (cast: Stage, many: number) =>
  vi.waitFor(async () => expect(await waitingForARow(cast.database)).toBe(many), pollOptions)

test('accepts reports and devices of observers that an unfinished import changed', async () => {
  const cast = await set()
  const { ana, bogdan, dana } = cast
  await bogdan.token()
  await cast.startJobs()
  const letGo = await adding(cast, '0999')
  const task = await leaving(ana, [
    `${phones.bogdan},${pins.bogdan},Bogdan Popescu,`,
    `${phones.emil},${pins.emil},Emil Popescu,nu`,
    '0999,1234,Ultimul,',
  ])
  await waiting(cast, 1)

  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(dana, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await bogdan.call(session.registerDevice, { body: { channelName: 'Firebase', token: 'b' } })

  expect((await list(ana)).totalItems).toBe(2)
  // The import still waits.
  expect(await waitingForARow(cast.database)).toBe(1)
  await letGo()
  await taskThat(ana, task, { state: 'done', counts: { added: 1, changed: 2, unchanged: 0 } })
  await vi.waitFor(async () => expect(await miscounted(cast.database)).toEqual([]), pollOptions)
})

test('updates the counts soon after an import changes test observers', async () => {
  const cast = await set()
  const { ana, bogdan, dana, emil } = cast
  for (const observer of [bogdan, dana, emil])
    await send(observer, answerOf(cast, dej, 'A1.1', 'Nu'))
  await cast.startJobs()

  await importing(ana, [
    `${phones.bogdan},${pins.bogdan},Bogdan Pop,da`,
    `${phones.emil},${pins.emil},Emil,nu`,
  ])

  await vi.waitFor(async () => expect(await miscounted(cast.database)).toEqual([]), pollOptions)
  const params = { method: 'countiesIrregularities' } as const
  const { data } = await ana.call(statistics.list, { params, query: {} })
  // Dana's and Emil's: Emil is no longer a test observer.
  expect(data).toMatchObject([{ label: 'Cluj', value: '2' }])
})

test('adds the rows once when two imports of one file run at once', async () => {
  const cast = await set()
  const { ana } = cast
  await ana.token()
  const rows = ['0711,1234,Unu,', '0712,1234,Doi,', '0999,1234,Trei,']
  const letGo = await adding(cast, '0999')
  const both = Promise.all([importing(ana, rows), importing(ana, rows)])
  await waiting(cast, 2)
  await letGo()

  expect((await both).sort()).toEqual([0, 3])
})
