import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { stations } from '#features/places/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { type KnownInfo, rowOf } from './info-queries.ts'
import { type HeldVisit, insertionOf } from './queries.ts'
import { reporters, visits } from './subjects.ts'

/** The part of a visit's row that is computed from submissions. */
export type VisitRow = KnownInfo &
  Columns<'visits', 'answered' | 'flagged'> & { readonly lastModified: Date }

/** The arrival of a visit's newest note; null: no note. */
export async function findNotedAt(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'visits'>,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(received_at) as at from notes
     where election_id = ${electionId} and visit_id = ${id}`.execute(tx)
  return rows[0]?.at ?? null
}

/** When a visit last changed; undefined: no visit. */
export async function findLastModified(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'visits'>,
): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('visits')
    .select('lastModified')
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.lastModified
}

/** Upserts a held visit. */
export async function putVisit(
  tx: Tx,
  { electionId }: Scope,
  visit: HeldVisit,
  { facts, factsAt, ...given }: VisitRow,
): Promise<void> {
  if (visit.isNew) {
    const made = { ...visit, now: given.lastModified, answered: 0, flagged: 0 }
    await insertionOf(electionId, [made]).execute(tx)
  }
  await mark(tx, electionId, visits, [visit.id])
  const row = rowOf(facts)
  await tx
    .updateTable('visits')
    .set({ ...given, ...row, facts: factsAt && JSON.stringify(row.facts), factsAt })
    .where('electionId', '=', electionId)
    .where('id', '=', visit.id)
    .execute()
}

/** Deletes an empty visit, and marks its figures for a recount. */
export async function deleteVisit(
  tx: Tx,
  { electionId }: Scope,
  { id, observerId, pollingStationId }: HeldVisit,
): Promise<void> {
  await mark(tx, electionId, visits, [id])
  await mark(tx, electionId, reporters, [observerId])
  await mark(tx, electionId, stations, [pollingStationId])
  await sql`delete from visits where election_id = ${electionId} and id = ${id}`.execute(tx)
}

/** Subtracts a removed note from its visit. */
export async function uncountNote(
  tx: Tx,
  electionId: Id<'elections'>,
  id: Id<'visits'>,
): Promise<void> {
  await mark(tx, electionId, visits, [id])
  await tx
    .updateTable('visits')
    .set((is) => ({ notes: is('notes', '-', 1) }))
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}
