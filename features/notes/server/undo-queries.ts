import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { uncountNote } from '#features/visits/server/undo-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { insertAttachments } from './queries.ts'

/** Records that a note which staff had placed was sent to the same place as well. */
export async function updateSent(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'notes'>,
  now: Date,
): Promise<void> {
  await sql`
    update notes n set sent_at = ${now}
      from visits v
     where n.election_id = ${electionId} and n.id = ${id} and n.sent_at is null
       and v.election_id = n.election_id and v.id = n.visit_id
       and exists (select from unplaced u
                    where u.election_id = v.election_id and u.observer_id = v.observer_id
                      and (u.placement -> 'note' ->> 'id')::integer = n.id)`.execute(tx)
}

/** When a placed note was sent to its place directly; null: never. */
export async function findSent(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'notes'>,
): Promise<Date | null> {
  const row = await tx
    .selectFrom('notes')
    .select('sentAt')
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.sentAt ?? null
}

/** Removes a note that is unplaced again, and returns its files to the unplaced item. */
export async function removeNote(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'notes'>,
  unplacedId: Id<'unplaced'>,
): Promise<void> {
  await tx
    .updateTable('attachments')
    .set({ noteId: null, unplacedId })
    .where('electionId', '=', electionId)
    .where('noteId', '=', id)
    .execute()
  const { visitId } = await tx
    .deleteFrom('notes')
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .returning('visitId')
    .executeTakeFirstOrThrow()
  await uncountNote(tx, electionId, visitId)
}

/** Copies the files of a note that stays to the item that is unplaced again. */
export async function copyAttachments(
  tx: Tx,
  scope: Scope,
  noteId: Id<'notes'>,
  unplacedId: Id<'unplaced'>,
): Promise<void> {
  const files = await tx
    .selectFrom('attachments')
    .select(['fileName', 'mediaType', 'extension', 'sizeBytes', 'sha256'])
    .where('electionId', '=', scope.electionId)
    .where('noteId', '=', noteId)
    .orderBy('position')
    .execute()
  await insertAttachments(tx, scope, { unplacedId }, files)
}
