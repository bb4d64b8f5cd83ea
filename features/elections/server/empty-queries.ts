import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Emptied } from '#kit/server/election.ts'
import type { Emptying } from './queries.ts'

type ElectionId = Id<'elections'>

/**
 * Up to this many visits are removed at once, in one transaction with the rest: it takes a fifth of a second.
 */
export const few = 200

/** Progress of taking back: up to this observer. */
export type TakeBackProgress = { readonly isDone: boolean; readonly reached: number }

/** Reports of observers, and how they are removed: with their counters, in the lock order of reports. */
export type Reports = {
  /** The tables it is stored in. */
  readonly tables: readonly string[]
  /** Whether there are few enough to be removed at once. */
  hasFew(db: Db | Tx, id: ElectionId): Promise<boolean>
  /** The number of visits. */
  countVisits(id: ElectionId): RawBuilder<number>
  /** Removes all of them, in an election that the transaction has locked exclusively. */
  takeBackAll(tx: Tx, id: ElectionId): Promise<void>
  /** Removes reports of some observers, starting from one of them; returns the number of their visits. */
  takeBackSome(
    tx: Tx,
    id: ElectionId,
    after: number,
  ): Promise<TakeBackProgress & { readonly visits: number }>
}

/** Data that emptying an election deletes, by the features that own it. */
export type EmptyingHooks = {
  readonly reports: Reports
  /** In deletion order: referring tables before those they refer to. History is not among them. */
  readonly emptied: readonly Emptied[]
}

const tablesOf = (emptied: readonly Emptied[]) => emptied.flatMap(({ tables }) => tables)
const countedOf = (emptied: readonly Emptied[]) => emptied.flatMap(({ counted = [] }) => counted)

/** How many rows are deleted in a step, once there are no more reports. */
const rowsAtOnce = 2000

/** Whether the election is small enough to be emptied at once. */
export async function holdsLittle(
  tx: Tx,
  id: ElectionId,
  { reports, emptied }: EmptyingHooks,
): Promise<boolean> {
  const some = (table: string) =>
    sql`(select from ${sql.table(table)} where election_id = ${id} limit ${few + 1})`
  const { rows } = await sql<{ isLittle: boolean }>`
    select count(*) <= ${few} as is_little
      from (${sql.join([...reports.tables, ...countedOf(emptied)].map(some), sql` union all `)}) s`.execute(
    tx,
  )
  return rows[0]?.isLittle ?? true
}

/** Removes everything an election holds; the election itself and its history stay. */
export async function emptyElection(
  tx: Tx,
  id: ElectionId,
  { reports, emptied }: EmptyingHooks,
): Promise<void> {
  await reports.takeBackAll(tx, id)
  for (const table of tablesOf(emptied)) await allOf(table, id).execute(tx)
  // If it was about to start, no reports are left to be removed, and it will not start.
  await endEmptying(tx, id)
}

const countOf = (table: string, id: ElectionId): RawBuilder<number> =>
  sql`(select count(*) from ${sql.table(table)} where election_id = ${id})`

/** Records what an election loses in steps, and how much that is. */
export async function beginEmptying(
  tx: Tx,
  id: ElectionId,
  emptying: Emptying,
  { reports, emptied }: EmptyingHooks,
): Promise<void> {
  const others = emptying === 'reports' ? [] : countedOf(emptied).map((table) => countOf(table, id))
  await sql`
    update elections
       set emptying = ${emptying}, emptied_done = 0,
           emptied_total = ${sql.join([reports.countVisits(id), ...others], sql` + `)}
     where id = ${id}`.execute(tx)
}

/** Records that the election loses nothing more. */
export async function endEmptying(tx: Tx, id: ElectionId): Promise<void> {
  await tx
    .updateTable('elections')
    .set({ emptying: null, emptiedDone: null, emptiedTotal: null })
    .where('id', '=', id)
    .execute()
}

/** What an election is losing; null: nothing. */
export async function findEmptying(db: Db | Tx, id: ElectionId): Promise<Emptying | null> {
  const { rows } = await sql<{ emptying: Emptying | null }>`
    select emptying from elections where id = ${id}`.execute(db)
  return rows[0]?.emptying ?? null
}

/** Removes reports of some observers, starting from one of them. */
export async function takeBackSome(
  tx: Tx,
  id: ElectionId,
  after: number,
  reports: Reports,
): Promise<TakeBackProgress> {
  const { visits, ...step } = await reports.takeBackSome(tx, id, after)
  if (!step.isDone) await addEmptied(tx, id, visits)
  return step
}

/** Removes some rows of an unused set-up; done when none are left. */
export async function removeSome(
  tx: Tx,
  id: ElectionId,
  { emptied }: EmptyingHooks,
): Promise<Pick<TakeBackProgress, 'isDone'>> {
  const nested = emptied.flatMap((one) => one.nested ?? [])
  for (const table of tablesOf(emptied)) {
    const deletion = nested.includes(table) ? allOf(table, id) : someOf(table, id)
    const { numAffectedRows = 0n } = await deletion.execute(tx)
    if (numAffectedRows === 0n) continue
    if (countedOf(emptied).includes(table)) await addEmptied(tx, id, Number(numAffectedRows))
    return { isDone: false }
  }
  return { isDone: true }
}

const allOf = (table: string, id: ElectionId) =>
  sql`delete from ${sql.table(table)} where election_id = ${id}`

const someOf = (table: string, id: ElectionId) => sql`
  delete from ${sql.table(table)} t
   where t.ctid = any(array(select s.ctid from ${sql.table(table)} s
                             where s.election_id = ${id} limit ${rowsAtOnce}))`

async function addEmptied(tx: Tx, id: ElectionId, rows: number): Promise<void> {
  await tx
    .updateTable('elections')
    .set((is) => ({ emptiedDone: is('emptiedDone', '+', rows) }))
    .where('id', '=', id)
    .execute()
}
