import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { countAgain, miscounted, projections } from '#apps/server/projections.ts'
import type { Tx } from '#database/open.ts'
import { aiud, answerOf, blaj, dej, send } from '#features/answers/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { stations } from '#features/places/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { listMarked, type Pass, projectOnce } from '#kit/server/projections/project.ts'
import { isProjection, type Projections, type Slice } from '#kit/server/projections/projection.ts'
import { startProjector } from '#kit/server/projections/projector.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Stage, stage } from '#testing/stage.ts'

const set = stage()

/** The projections, and after them `run`, for the stations that a pass counts. */
const followedBy = (run: (tx: Tx, slice: Slice) => Promise<unknown>): Projections => ({
  ...projections,
  steps: [
    ...projections.steps,
    { name: 'watched', of: stations, run: async (tx, slice) => run(tx, slice).then(() => false) },
  ],
})

const electionOf = async ({ database }: Stage) =>
  (
    await database.primary
      .selectFrom('elections')
      .select('id')
      .where('isCurrent', '=', true)
      .executeTakeFirstOrThrow()
  ).id

const marksIn = async ({ database }: Stage) =>
  (await database.primary.selectFrom('marks').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )

/** Every row of every figure. */
async function figuresIn({ database }: Stage): Promise<string[]> {
  const tables = new Set(projections.steps.filter(isProjection).map(({ table }) => table))
  const all: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t order by 1`.execute(database.primary)
    all.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return all
}

const report = async (cast: Stage) => {
  const { bogdan, dana } = cast
  await Promise.all([
    send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'), answerOf(cast, blaj, 'A1.1', 'Nu')),
    send(dana, answerOf(cast, dej, 'A1.1', 'Nu'), answerOf(cast, aiud, 'A2.1', 'Cabine')),
    bogdan.call(notes.write, { body: { ...dej, text: 'Fără cabine.' } }),
  ])
}

test('leaves an election to the first projector, which counts each mark once', async () => {
  const cast = await set()
  const { database } = cast
  await cast.figures()
  const electionId = await electionOf(cast)
  const known = await database.primary.selectFrom('pollingStations').select('id').execute()
  const ids: number[] = known.map(({ id }) => id).toSorted((one, other) => one - other)
  await database.write((tx) => mark(tx, electionId, stations, ids))
  const counted: number[] = []
  const beside: Pass[] = []
  const watching: Projections = {
    ...followedBy(async (tx, { within }) => {
      const { rows } = await sql<{ id: Id<'pollingStations'> }>`
        select s.id from polling_stations s
         where s.election_id = ${electionId} and ${within(sql`s.id`)} order by 1`.execute(tx)
      counted.push(...rows.map(({ id }) => id))
      beside.push(await projectOnce(database, projections, electionId))
    }),
    spreads: [],
  }

  expect(await projectOnce(database, watching, electionId)).toBe('done')

  expect(beside).toEqual(['busy'])
  expect(counted).toEqual(ids)
  expect(await projectOnce(database, watching, electionId)).toBe('idle')
  expect(counted).toEqual(ids)
})

test('counts every report once with two projectors at once', async () => {
  const cast = await set()
  const running = [
    await startProjector(cast.outside, projections),
    await startProjector(cast.outside, projections),
  ]

  for (let nth = 0; nth < 5; nth++) {
    cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
    await report(cast)
  }
  await vi.waitFor(async () => expect(await marksIn(cast)).toEqual([]), pollOptions)
  await Promise.all(running.map((one) => one.stop()))

  expect(await miscounted(cast.database)).toEqual([])
})

test('rolls back the pass of a projector that loses its connection, and another takes over', async () => {
  const cast = await set()
  const { database } = cast
  await cast.figures()
  const electionId = await electionOf(cast)
  await report(cast)
  const before = { marks: await marksIn(cast), figures: await figuresIn(cast) }
  const ended = followedBy(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.primary)
    await sql`select 1`.execute(tx)
  })

  await expect(projectOnce(database, ended, electionId)).rejects.toThrow()

  expect(before.marks).not.toEqual([])
  expect({ marks: await marksIn(cast), figures: await figuresIn(cast) }).toEqual(before)
  expect(await projectOnce(database, projections, electionId)).toBe('done')
  await cast.figures()
  expect(await listMarked(database.primary)).toEqual([])
  expect(await figuresIn(cast)).not.toEqual(before.figures)
  expect(await miscounted(database)).toEqual([])
})

test.each([
  ['back by ten hours', -10],
  ['ahead by ten hours', 10],
])('keeps all figures when the clock jumps %s', async (_, hours) => {
  const cast = await set()
  await report(cast)
  await cast.figures()
  const before = await figuresIn(cast)

  cast.clock.now = new Date(cast.clock.now.getTime() + hours * 3_600_000)
  await countAgain(cast.database)
  await cast.figures()

  expect(await figuresIn(cast)).toEqual(before)
  // The answer from before the jump is sent again: a retry.
  await report(cast)
  await cast.figures()
  expect(await miscounted(cast.database)).toEqual([])
})
