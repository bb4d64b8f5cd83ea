import { type RawBuilder, sql } from 'kysely'
import { arrayOf } from '#database/array.ts'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import type { Emptying } from './queries.ts'

type Election = Id<'elections'>

/** So much is taken back at once, in one transaction with what follows: it takes a fifth of a second. */
const few = 200

/** How many visits, and of how many observers at most, are taken back in one step: a tenth of a second. */
const step = { visits: 60, observers: 50 } as const
/** How many rows go in one step, where nobody reports any more. */
const rowsAtOnce = 2000

/** What an election is set up with: those that refer before those they refer to. History is not among it. */
const setUp = [
  'deliveries',
  'notifications',
  'devices',
  'sessions',
  'form_copies',
  'station_flags',
  'flagged_stations',
  'station_counts',
  'county_counts',
  'visit_counts',
  'report_counts',
  'imported_observers',
  'imported_places',
  'imports',
  'observers',
  'observer_totals',
  'published_options',
  'options',
  'questions',
  'form_sections',
  'form_versions',
  'forms',
  'polling_stations',
  'areas',
] as const

/** Of an observer `c`: whether they have sent anything. */
const hasSent = sql`
  (c.last_seen is not null
   or exists (select from unplaced u
               where u.election_id = c.election_id and u.observer_id = c.observer_id))`

/** Who has sent anything. */
async function listSenders(tx: Tx, id: Election): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.observer_id as id from observer_counts c
     where c.election_id = ${id} and ${hasSent} order by c.observer_id`.execute(tx)
  return rows.map((row) => row.id)
}

/**
 * The next who have sent anything, from one observer on: as many as have few visits together, or one. Who
 * reports just now is passed over: nobody else is to wait for them, too.
 * @returns those who are kept to this transaction, and up to whom it has looked; undefined: there is nobody.
 */
async function lockSenders(tx: Tx, id: Election, after: number) {
  const { rows: next } = await sql<{ id: number }>`
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
  const { rows } = await sql<{ id: number }>`
    select c.observer_id as id from observer_counts c
     where c.election_id = ${id}
       and c.observer_id = any(${arrayOf(next.map((one) => one.id))}::integer[])
     order by c.observer_id for no key update skip locked`.execute(tx)
  return { ids: rows.map((row) => row.id), reached }
}

/** Takes back what observers sent; answers with the number of their visits. */
async function takeBack(tx: Tx, id: Election, observerIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ visits: number }>`
    select take_back(${id}, ${arrayOf(observerIds)}::integer[]) as visits`.execute(tx)
  return rows[0]?.visits ?? 0
}

/** Was so little reported that it can be taken back at once? */
export async function hasFewReports(db: Db | Tx, id: Election): Promise<boolean> {
  const { rows } = await sql<{ isFew: boolean }>`
    select (select coalesce(sum(visits), 0) from observer_counts
             where election_id = ${id} and last_seen is not null)
           + (select count(*) from (select from unplaced where election_id = ${id} limit ${few + 1}) u)
           <= ${few} as is_few`.execute(db)
  return rows[0]?.isFew ?? true
}

/** Does the election hold so little that it can be emptied at once? */
export async function holdsLittle(tx: Tx, id: Election): Promise<boolean> {
  const some = (table: string) =>
    sql`(select from ${sql.table(table)} where election_id = ${id} limit ${few + 1})`
  const { rows } = await sql<{ isLittle: boolean }>`
    select count(*) <= ${few} as is_little
      from (${some('unplaced')} union all ${some('visits')} union all ${some('observers')}
            union all ${some('polling_stations')}) s`.execute(tx)
  return rows[0]?.isLittle ?? true
}

/** Takes back all that was reported, in an election that the transaction has for itself. */
export async function takeBackAll(tx: Tx, id: Election): Promise<void> {
  await takeBack(tx, id, await listSenders(tx, id))
}

/** Removes everything an election holds; the election itself and its history stay. */
export async function emptyElection(tx: Tx, id: Election): Promise<void> {
  await takeBackAll(tx, id)
  for (const table of setUp)
    await sql`delete from ${sql.table(table)} where election_id = ${id}`.execute(tx)
  // Of one that was being started nothing is left to be taken back, and it will not start.
  await endEmptying(tx, id)
}

const countOf = (table: string, id: Election): RawBuilder<number> =>
  sql`(select count(*) from ${sql.table(table)} where election_id = ${id})`

/** Says what an election is to lose in steps, and of how much that is. */
export async function beginEmptying(tx: Tx, id: Election, emptying: Emptying): Promise<void> {
  const visits = sql`
    (select coalesce(sum(visits), 0) from observer_counts where election_id = ${id})`
  const others = sql`${countOf('observers', id)} + ${countOf('polling_stations', id)}`
  await sql`
    update elections
       set emptying = ${emptying}, emptied_done = 0,
           emptied_total = ${emptying === 'reports' ? visits : sql`${visits} + ${others}`}
     where id = ${id}`.execute(tx)
}

/** Says that an election loses nothing any more. */
export async function endEmptying(tx: Tx, id: Election): Promise<void> {
  await tx
    .updateTable('elections')
    .set({ emptying: null, emptiedDone: null, emptiedTotal: null })
    .where('id', '=', id)
    .execute()
}

/** What an election is losing; null when nothing. */
export async function findEmptying(db: Db | Tx, id: Election): Promise<Emptying | null> {
  const { rows } = await sql<{ emptying: Emptying | null }>`
    select emptying from elections where id = ${id}`.execute(db)
  return rows[0]?.emptying ?? null
}

/** How far the emptying has come: up to this observer, or this many rows of the set-up. */
export type Step = { readonly isDone: boolean; readonly reached: number }

/** Takes back what some observers sent, from one of them on. */
export async function takeBackSome(tx: Tx, id: Election, after: number): Promise<Step> {
  const senders = await lockSenders(tx, id, after)
  if (!senders) return { isDone: true, reached: after }
  const { ids, reached } = senders
  await addEmptied(tx, id, await takeBack(tx, id, ids))
  return { isDone: false, reached }
}

/** Removes some rows of a set-up that nobody uses any more; done when there are none left. */
export async function removeSome(tx: Tx, id: Election): Promise<Pick<Step, 'isDone'>> {
  for (const table of setUp) {
    const { numAffectedRows = 0n } = await deletionOf(table, id).execute(tx)
    if (numAffectedRows === 0n) continue
    if (table === 'observers' || table === 'polling_stations')
      await addEmptied(tx, id, Number(numAffectedRows))
    return { isDone: false }
  }
  return { isDone: true }
}

/** Areas go all at once: each lies in another, and is gone with what lies in it. */
const deletionOf = (table: (typeof setUp)[number], id: Election) =>
  table === 'areas'
    ? sql`delete from areas where election_id = ${id}`
    : sql`
        delete from ${sql.table(table)} t
         where t.ctid = any(array(select s.ctid from ${sql.table(table)} s
                                   where s.election_id = ${id} limit ${rowsAtOnce}))`

async function addEmptied(tx: Tx, id: Election, rows: number): Promise<void> {
  await tx
    .updateTable('elections')
    .set((is) => ({ emptiedDone: is('emptiedDone', '+', rows) }))
    .where('id', '=', id)
    .execute()
}
