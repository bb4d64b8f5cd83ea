import { sql } from 'kysely'
import { phoneAt } from '#apps/cli/phone.ts'
import { miscounted } from '#apps/server/projections.ts'
import type { Database } from '#database/open.ts'
import { answers } from '#features/answers/contract.ts'
import { session } from '#features/session/contract.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { rowsOf } from '#testing/evening/stored.ts'
import { password } from '../../../bench/data/people.ts'
import { verifyChain } from '../../proof.ts'
import type { TestBed } from '../../test-bed.ts'
import type { World } from '../world.ts'
import { correctionsCount } from './correction-oracle.ts'
import { judgeDifferences } from './differences.ts'
import { type Compared, judgeFigures } from './figures/judge-figures.ts'
import { type Delivered, messagesReachTheirOwn } from './message-oracles.ts'
import { type LeftUnchanged, type Planned, undoneIsUndone } from './plan-oracle.ts'
import { noReadingIsStale } from './reading-oracles.ts'
import {
  lastSayingCounts,
  notesAreThereOnce,
  type Read,
  readsAsShown,
  valuesAreRead,
} from './report-oracles.ts'
import { judgeMerged, judgeSight } from './sight.ts'
import { clearedIsEmpty, type Held, noOverwrites } from './staff-oracles.ts'
import { readStored, type Stored } from './stored.ts'

type JudgeContext = {
  readonly ground: TestBed
  readonly database: Database
  readonly world: World
  readonly falls: number
}

/** Runs all oracles at the end of a run, adds their findings to the trace, and returns how many figures were compared. */
export async function judge({ ground, database, world, falls }: JudgeContext): Promise<Compared> {
  const { trace } = world
  const people = [...world.people.values()]
  const stored = await readStored(database.primary)
  const figures = await judgeFigures(database)
  for (const finding of [
    ...lastSayingCounts(people, stored),
    ...correctionsCount(world.corrections, people, stored),
    ...notesAreThereOnce(people, stored),
    ...valuesAreRead(stored),
    ...noReadingIsStale(world.doubts, stored),
    ...messagesReachTheirOwn({
      deliveries: await readDeliveries(database.primary),
      arrivals: world.arrivals,
      registrations: world.registrations,
      openings: world.openings,
      takenBack: world.takenBack,
      timings: world.timings,
      mostTimes: 1 + falls + world.retried.length,
    }),
    ...noOverwrites(world.saves),
    ...undoneIsUndone(world.undone, ...(await readPlan(database.primary))),
    ...clearedIsEmpty(world.cleared, await countHeld(database.primary)),
    ...figures.findings,
    ...(await judgeSight(ground.url, database.primary)),
    ...(await judgeMerged(ground.url, database.primary)),
    ...(await judgeDifferences(ground.url, database.primary)),
  ])
    trace.find(finding)
  for (const row of await miscounted(database))
    trace.find({ oracle: 'every figure equals a recount', what: JSON.stringify(row), about: [] })
  await judgeReading(ground.url, world, stored)
  const chain = await verifyChain(ground)
  if (!chain.isIntact)
    trace.find({
      oracle: 'history is complete and matches stored data',
      what: chain.output,
      about: [],
    })
  return figures
}

/** Reads every thread as a screen does. */
async function judgeReading(url: string, world: World, stored: Stored): Promise<void> {
  const call = phoneAt(url, { forMs: 10_000 })
  const body = { user: 'ana', password }
  const { access_token: token } = await call(session.authorize, { body })
  const threads = groupBy(stored.answers, (one) => `${one.observerId}/${one.stationId}`)
  for (const [first] of threads.values()) {
    const person = first && world.people.get(first.observerId)
    if (!first || !person) continue
    const observerId = first.observerId as Id<'observers'>
    const pollingStationId = first.stationId as Id<'pollingStations'>
    const reply = await call(answers.filledIn, { query: { observerId, pollingStationId } }, token)
    const said = reply.filter(({ correction }) => correction === null)
    const read = said.map(
      ({ id, text, answers: chosen }): Read => ({
        questionId: id,
        text,
        options: chosen.map((one) => ({
          optionId: one.optionId,
          text: one.text,
          isFlagged: one.isFlagged,
          value: one.value,
        })),
      }),
    )
    for (const finding of readsAsShown(person, first.stationId, read, stored))
      world.trace.find(finding)
  }
}

const readDeliveries = (db: Database['primary']) =>
  rowsOf<Delivered>(
    db,
    sql`select notification_id as "messageId", observer_id as "observerId", state from deliveries`,
  )

/** The assignments of all elections, and those that undone imports left unchanged. */
const readPlan = async (db: Database['primary']) =>
  [
    await rowsOf<Planned>(
      db,
      sql`select id, revision, until_at as until, deleted_at is null as "isPlanned" from assignments`,
    ),
    await rowsOf<LeftUnchanged>(
      db,
      sql`select import_id as "importId", row_id as "assignmentId"
            from imported_rows where kind = 'assignments' and kept is not null`,
    ),
  ] as const

/** Counts the remaining observers and reports of each election. */
const countHeld = (db: Database['primary']) =>
  rowsOf<Held>(
    db,
    sql`select e.id as "electionId",
               (select count(*)::integer from observers o where o.election_id = e.id)
             + (select count(*)::integer from visits v where v.election_id = e.id)
             + (select count(*)::integer from unplaced u where u.election_id = e.id)
             + (select count(*)::integer from forms f where f.election_id = e.id)
             + (select count(*)::integer from areas a where a.election_id = e.id) as count
          from elections e`,
  )
