import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { BlankedRows, Eraser } from '#kit/server/election.ts'

const blankedOf = (erasers: readonly Eraser[]) => erasers.flatMap(({ blanked }) => blanked ?? [])

/** How many rows of an election still identify people. */
export const stillTelling = (erasers: readonly Eraser[], electionId: RawBuilder<unknown>) =>
  sql`(${sql.join(
    blankedOf(erasers).map(({ countTelling }) => countTelling(electionId)),
    sql` + `,
  )})`

/** Records that the people of an election are being erased, and how many rows are affected. */
export async function beginErasing(
  tx: Tx,
  id: Id<'elections'>,
  erasers: readonly Eraser[],
): Promise<void> {
  await sql`
    update elections
       set erasing_done = 0, erasing_total = ${stillTelling(erasers, sql`elections.id`)}
     where id = ${id}`.execute(tx)
}

/** Records that the erasing has ended, and when all were erased, if they were. */
export async function endErasing(
  tx: Tx,
  id: Id<'elections'>,
  peopleErasedAt?: Date,
): Promise<void> {
  await tx
    .updateTable('elections')
    .set({ erasingDone: null, erasingTotal: null, ...(peopleErasedAt && { peopleErasedAt }) })
    .where('id', '=', id)
    .execute()
}

/** Adds to the number of erased rows. */
export async function addErased(tx: Tx, id: Id<'elections'>, rows: number): Promise<void> {
  await tx
    .updateTable('elections')
    .set((is) => ({ erasingDone: is('erasingDone', '+', rows) }))
    .where('id', '=', id)
    .execute()
}

/** Erases other traces that could identify people. */
export async function eraseTraces(
  tx: Tx,
  id: Id<'elections'>,
  erasers: readonly Eraser[],
): Promise<void> {
  for (const { table, which } of erasers.flatMap(({ gone = [] }) => gone))
    await sql`
      delete from ${sql.table(table)} t
       where ${which?.(id) ?? sql`t.election_id = ${id}`}`.execute(tx)
  for (const { table, columns } of erasers.flatMap(({ texts = [] }) => texts))
    await sql`
      update ${sql.table(table)} set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = '—'`))}
       where election_id = ${id}`.execute(tx)
}

/** Erased rows by kind, and the rows after which to continue. */
type Erased = {
  readonly rows: Readonly<Record<string, number>>
  readonly reached: readonly number[]
}

/**
 * Erases the identity of some observers of an election, and identifying content of some lines of history, after the rows
 * reached before. When it erases nothing, nothing is left.
 */
export async function eraseSome(
  tx: Tx,
  id: Id<'elections'>,
  after: readonly number[],
  erasers: readonly Eraser[],
): Promise<Erased> {
  const rows: Record<string, number> = {}
  const reached: number[] = []
  for (const [place, { what, blankSome }] of blankedOf(erasers).entries()) {
    const portion = await blankSome(tx, id, after[place] ?? 0)
    rows[what] = portion.rows
    reached.push(portion.reached)
  }
  return { rows, reached }
}

/** The values that replace identifying ones, as the `set` of an update. */
export const blanking = (columns: BlankedRows['columns']) =>
  sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
