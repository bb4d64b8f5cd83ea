import { sql } from 'kysely'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Database, Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { id } from '#kit/contract/value/id.ts'
import type { Clock } from '../http/server.ts'
import { throttleToHalf } from '../load/throttle.ts'
import { type CountedThing, type Counter, countedThings } from './counter.ts'
import { enqueue, job, type Run, removeDuplicates, type Worker, worker } from './jobs.ts'
import { type CountDifference, type RecountOptions, recount } from './recount.ts'

const RecountPayload = z.object({
  electionId: id('elections'),
  changed: z.array(z.enum(countedThings)),
  /** Whether to write the recounted values: where a difference is expected. */
  mends: z.boolean().default(false),
})

/** Recounts what an act on many things, or another version, has touched. */
export const compareCounts = job({ name: 'counts.compare', payload: RecountPayload, tries: 3 })

/** Debounce: for so long, in seconds, consecutive acts lead to one recount. */
const gatheringSeconds = 10

/**
 * Enqueues a recount of everything that depends on these things, a while after the transaction has committed.
 */
export async function enqueueRecount(
  tx: Tx,
  electionId: number,
  changed: readonly CountedThing[],
): Promise<void> {
  const told = { electionId, changed: [...changed].sort() }
  await enqueue(tx, compareCounts, told as z.input<typeof RecountPayload>, gatheringSeconds)
}

/** How long a server of an older version may take to finish, in seconds. */
const leavingSeconds = 15

/** Recounts and corrects everything a while after an older version has written here. */
export async function recountAll(
  database: Pick<Database, 'write'>,
  elections: RecountOptions['elections'],
): Promise<void> {
  await database.write(async (tx) => {
    for (const electionId of await elections(tx)) {
      const told = { electionId, changed: [...countedThings], mends: true }
      await enqueue(tx, compareCounts, told as z.input<typeof RecountPayload>, leavingSeconds)
    }
  })
}

type RecountDependencies = {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
}

/** Runs the recounts; differences go to the log and to `/metrics`. */
export const recountWorkers = (
  outside: RecountDependencies,
  counters: readonly Counter[],
): readonly Worker[] => [worker(compareCounts, (run) => compareTouched(outside, counters, run))]

/** How many differences are logged in full; the others are only counted. */
const mostTold = 20

async function compareTouched(
  { database, clock, logger }: RecountDependencies,
  counters: readonly Counter[],
  { payload, signal }: Run<typeof RecountPayload>,
): Promise<void> {
  const { electionId, changed, mends } = payload
  // Recounts requested by now are covered by the one that starts after them.
  await removeDuplicates(database, compareCounts, payload)
  const touched = counters.filter(({ counts }) => counts.some((one) => changed.includes(one)))
  let found = 0
  let left = 0
  const told = recount(database, {
    counters: touched,
    elections: async () => [electionId],
    mends,
    pause: throttleToHalf(signal),
    compared: (counter, election, differing) =>
      noteRecount(database, { counter, election, differing, now: clock() }),
  })
  for await (const difference of told) {
    found += 1
    if (!difference.isMended) left += 1
    if (found > mostTold) continue
    if (difference.isMended) logger.warn(describe(difference), 'miscounted, mended')
    else logger.error(describe(difference), 'miscounted')
  }
  if (left > 0) logger.error({ election: electionId, left }, 'counts differ: npm run recount')
}

const describe = ({ counter, electionId: election, key, kept, counted }: CountDifference) => ({
  ...{ counter, election, key, kept, counted },
})

type RecountNote = {
  readonly counter: Counter
  readonly election: number
  readonly differing: number
  readonly now: Date
}

/** Stores how many rows of a counter differ and were not corrected. */
export async function noteRecount(
  database: Pick<Database, 'write'>,
  { counter: { name }, election, differing, now }: RecountNote,
): Promise<void> {
  await database.write((tx) =>
    sql`
      insert into recounts (election_id, counter, differing, compared_at)
      values (${election}, ${name}, ${differing}, ${now})
          on conflict (election_id, counter) do update
         set differing = excluded.differing, compared_at = excluded.compared_at`.execute(tx),
  )
}

/** How many rows of each counter differed at the last recount. */
export async function listRecounts(db: Db) {
  const { rows } = await sql<
    Columns<'recounts', 'counter'> & { readonly differing: number; readonly comparedAt: Date }
  >`
    select counter, sum(differing) as differing, min(compared_at) as compared_at
      from recounts group by counter order by counter`.execute(db)
  return rows
}
