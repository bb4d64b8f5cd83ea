import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { stations } from '#features/places/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { type KnownInfo, rowOf } from './info-queries.ts'
import { reporters, visits } from './subjects.ts'

/** When a visit last changed, and when its answers and notes were said. */
export type VisitMoments = Columns<'visits', 'lastModified' | 'factsAt'> & {
  /** The latest of its answers and notes; null: it has none. */
  readonly reportedAt: Date | null
}

export async function getMoments(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'visits'>,
): Promise<VisitMoments> {
  const { rows } = await sql<VisitMoments>`
    select v.last_modified, v.facts_at,
           greatest((select max(a.received_at) from answers a
                      where a.election_id = v.election_id and a.visit_id = v.id),
                    (select max(n.received_at) from notes n
                      where n.election_id = v.election_id and n.visit_id = v.id)) as reported_at
      from visits v where v.election_id = ${electionId} and v.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A visit that is held is gone')
  return row
}

/** Restores station info, and its moments. */
export async function putInfo(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'visits'>,
  { facts, said, factsAt }: KnownInfo,
): Promise<void> {
  await mark(tx, electionId, visits, [id])
  const row = rowOf(facts)
  await tx
    .updateTable('visits')
    .set({
      ...row,
      facts: factsAt && JSON.stringify(row.facts),
      factsSaid: factsAt && JSON.stringify(said),
      factsAt,
    })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

/** Marks a visit that may be deleted: with what it is counted in. */
async function markVisit(tx: Tx, electionId: Id<'elections'>, id: Id<'visits'>): Promise<void> {
  const { observerId, pollingStationId } = await tx
    .selectFrom('visits')
    .select(['observerId', 'pollingStationId'])
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await mark(tx, electionId, visits, [id])
  await mark(tx, electionId, reporters, [observerId])
  await mark(tx, electionId, stations, [pollingStationId])
}

/** Restores when a visit last changed; null: it is as if it had never been, and nothing belongs to it. */
export async function putLastModified(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'visits'>,
  at: Date | null,
): Promise<void> {
  await markVisit(tx, electionId, id)
  await (at
    ? sql`update visits set last_modified = ${at} where election_id = ${electionId} and id = ${id}`
    : sql`delete from visits where election_id = ${electionId} and id = ${id}`
  ).execute(tx)
}

/**
 * How many more answers of a visit are current than before, or fewer, and how many of them are flagged; its
 * time of change stays.
 */
export const countedAnew = (
  electionId: Id<'elections'>,
  id: Id<'visits'>,
  { answered, flagged }: { readonly answered: number; readonly flagged: number },
) => sql`
  update visits set answered = answered + ${answered}::integer, flagged = flagged + ${flagged}::integer
   where election_id = ${electionId} and id = ${id}`

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
