import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { BlankedRows, Eraser } from '#kit/server/election.ts'

const blankedOf = (erasers: readonly Eraser[]) => erasers.flatMap(({ blanked }) => blanked ?? [])

/** How many rows of an election still say who somebody is. */
export const stillTelling = (erasers: readonly Eraser[], electionId: RawBuilder<unknown>) =>
  sql`(${sql.join(
    blankedOf(erasers).map(({ countTelling }) => countTelling(electionId)),
    sql` + `,
  )})`

/** Says that the people of an election are being erased, and how many rows that is about. */
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

/** Says that nobody erases any more; and when all were erased, if they were. */
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

/** How many rows more have been erased. */
export async function addErased(tx: Tx, id: Id<'elections'>, rows: number): Promise<void> {
  await tx
    .updateTable('elections')
    .set((is) => ({ erasingDone: is('erasingDone', '+', rows) }))
    .where('id', '=', id)
    .execute()
}

/** Erases what else could tell. */
export async function eraseTraces(
  tx: Tx,
  id: Id<'elections'>,
  erasers: readonly Eraser[],
): Promise<void> {
  for (const { table, which } of erasers.flatMap(({ gone = [] }) => gone))
    await sql`
      delete from ${sql.table(table)} t
       where ${which?.(id) ?? sql`t.election_id = ${id}`}`.execute(tx)
}

/** What was erased at once, by what it was; and behind which rows the next goes on. */
type Erased = {
  readonly rows: Readonly<Record<string, number>>
  readonly reached: readonly number[]
}

/**
 * Erases who some observers of an election are, and what some lines of history could tell, behind the rows
 * that were reached before. Nothing at all is left when it erases nothing.
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

/** What is put in the place of what tells, as the `set` of an update. */
export const blanking = (columns: BlankedRows['columns']) =>
  sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
