import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { few, type Reports } from '#features/elections/server/empty-queries.ts'
import { lockObservers, tryLockObservers } from '#features/observers/server/write-queries.ts'
import { stations } from '#features/places/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { TakeBackHook } from '#kit/server/election.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { reporters, visits } from './subjects.ts'

type ElectionId = Id<'elections'>

/** The most visits and observers that one step deletes, in a tenth of a second. */
const step = { visits: 60, observers: 50 } as const

/** Observers with stored reports after an id, in the order of their ids. */
const sendersAfter = (id: ElectionId, after: number, most: RawBuilder<unknown>) => sql`
  select s.observer_id
    from ((select distinct v.observer_id from visits v
            where v.election_id = ${id} and v.observer_id > ${after} order by 1 limit ${most})
          union
          (select distinct u.observer_id from unplaced u
            where u.election_id = ${id} and u.observer_id > ${after} order by 1 limit ${most})) s
   order by 1 limit ${most}`

async function listSenders(db: Db | Tx, id: ElectionId): Promise<number[]> {
  const { rows } = await sql<{ observerId: number }>`${sendersAfter(id, -1, sql`all`)}`.execute(db)
  return rows.map(({ observerId }) => observerId)
}

/**
 * Locks the next observers with stored reports: one, or several with few visits. Observers who are reporting now are
 * skipped, so that others need not wait for them.
 * @returns the locked observers and the last id examined; undefined: there are none.
 */
async function lockSenders(tx: Tx, id: ElectionId, after: number) {
  const { rows: next } = await sql<{ id: number }>`
    select s.observer_id as id
      from (select c.observer_id, sum(c.visits) over (order by c.observer_id) as visits,
                   row_number() over (order by c.observer_id) as place
              from (select n.observer_id,
                           (select count(*) from visits v
                             where v.election_id = ${id} and v.observer_id = n.observer_id) as visits
                      from (${sendersAfter(id, after, sql`${step.observers}`)}) n) c) s
     where s.visits <= ${step.visits} or s.place = 1
     order by 1`.execute(tx)
  const reached = next.at(-1)?.id
  if (reached === undefined) return undefined
  const ids = await tryLockObservers(
    tx,
    next.map((one) => one.id),
  )
  return { ids, reached }
}

/** Deletes the reports of observers; returns the number of their visits. */
async function takeBack(
  tx: Tx,
  id: ElectionId,
  observerIds: readonly number[],
  later: readonly TakeBackHook[],
): Promise<number> {
  if (observerIds.length === 0) return 0
  const isTheirs = sql`observer_id = any(${arrayOf(observerIds)}::integer[])`
  await lockObservers(tx, observerIds)
  await sql`
    select from unplaced where election_id = ${id} and ${isTheirs} order by id for update`.execute(
    tx,
  )
  const theirs = sql`visits where election_id = ${id} and ${isTheirs}`
  await mark(tx, id, visits, sql`select id as key from ${theirs}`)
  await mark(tx, id, stations, sql`select polling_station_id as key from ${theirs}`)
  await mark(tx, id, reporters, observerIds)
  for (const takesBack of later) await takesBack(tx, id, observerIds)
  await sql`delete from repeats where election_id = ${id} and ${isTheirs}`.execute(tx)
  await sql`delete from unplaced where election_id = ${id} and ${isTheirs}`.execute(tx)
  const { numAffectedRows } = await sql`delete from ${theirs}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

async function hasFew(db: Db | Tx, id: ElectionId): Promise<boolean> {
  const { rows } = await sql<{ isFew: boolean }>`
    select (select count(*) from (select from visits where election_id = ${id} limit ${few + 1}) v)
           + (select count(*) from (select from unplaced where election_id = ${id} limit ${few + 1}) u)
           <= ${few} as is_few`.execute(db)
  return rows[0]?.isFew ?? true
}

/**
 * All reports of an election, deleted by observer.
 * @param later the hooks of later features, the last feature first
 */
export const reportsOf = (later: readonly TakeBackHook[]): Reports => ({
  tables: ['unplaced', 'visits'],
  hasFew,
  countVisits: (id) => sql`(select count(*) from visits where election_id = ${id})`,
  takeBackAll: async (tx, id) => {
    await takeBack(tx, id, await listSenders(tx, id), later)
  },
  takeBackSome: async (tx, id, after) => {
    const senders = await lockSenders(tx, id, after)
    if (!senders) return { isDone: true, reached: after, visits: 0 }
    const { ids, reached } = senders
    return { isDone: false, reached, visits: await takeBack(tx, id, ids, later) }
  },
})
