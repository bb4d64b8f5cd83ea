import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import { few, type Reports } from '#features/elections/server/empty-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'

type ElectionId = Id<'elections'>

/** The most visits, and the most observers, taken back in one step: a tenth of a second. */
const step = { visits: 60, observers: 50 } as const

/** Has observer `c` sent anything? */
const hasSent = sql`
  (c.last_seen is not null
   or exists (select from unplaced u
               where u.election_id = c.election_id and u.observer_id = c.observer_id))`

/** Observers who have sent anything. */
async function listSenders(tx: Tx, id: ElectionId): Promise<number[]> {
  const { rows } = await sql<{ readonly id: Column<'observerCounts', 'observerId'> }>`
    select c.observer_id as id from observer_counts c
     where c.election_id = ${id} and ${hasSent} order by c.observer_id`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * The next observers who have sent anything, after one of them: several with few visits together, or one.
 * Those reporting just now are skipped: nobody else is to wait for them, too.
 * @returns those locked for this transaction, and up to whom it has looked; undefined: there are none.
 */
async function lockSenders(tx: Tx, id: ElectionId, after: number) {
  const { rows: next } = await sql<{ readonly id: Column<'observerCounts', 'observerId'> }>`
    select s.id
      from (select c.observer_id as id, sum(c.visits) over (order by c.observer_id) as visits,
                   row_number() over (order by c.observer_id) as place
              from (select * from observer_counts c
                     where c.election_id = ${id} and c.observer_id > ${after} and ${hasSent}
                     order by c.observer_id limit ${step.observers}) c) s
     where s.visits <= ${step.visits} or s.place = 1
     order by s.id`.execute(tx)
  const reached = next.at(-1)?.id
  if (reached === undefined) return undefined
  const { rows } = await sql<{ readonly id: Column<'observerCounts', 'observerId'> }>`
    select c.observer_id as id from observer_counts c
     where c.election_id = ${id}
       and c.observer_id = any(${arrayOf(next.map((one) => one.id))}::integer[])
     order by c.observer_id for no key update skip locked`.execute(tx)
  return { ids: rows.map((row) => row.id), reached }
}

/** Takes back what observers sent; returns the number of their visits. */
async function takeBack(tx: Tx, id: ElectionId, observerIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ visits: number }>`
    select take_back(${id}, ${arrayOf(observerIds)}::integer[]) as visits`.execute(tx)
  return rows[0]?.visits ?? 0
}

async function hasFew(db: Db | Tx, id: ElectionId): Promise<boolean> {
  const { rows } = await sql<{ isFew: boolean }>`
    select (select coalesce(sum(visits), 0) from observer_counts
             where election_id = ${id} and last_seen is not null)
           + (select count(*) from (select from unplaced where election_id = ${id} limit ${few + 1}) u)
           <= ${few} as is_few`.execute(db)
  return rows[0]?.isFew ?? true
}

/** All reports of an election are deleted by observer, together with their counters. */
export const reports: Reports = {
  tables: ['unplaced', 'visits'],
  hasFew,
  countVisits: (id) => sql`
    (select coalesce(sum(visits), 0) from observer_counts where election_id = ${id})`,
  takeBackAll: async (tx, id) => {
    await takeBack(tx, id, await listSenders(tx, id))
  },
  takeBackSome: async (tx, id, after) => {
    const senders = await lockSenders(tx, id, after)
    if (!senders) return { isDone: true, reached: after, visits: 0 }
    const { ids, reached } = senders
    return { isDone: false, reached, visits: await takeBack(tx, id, ids) }
  },
}
