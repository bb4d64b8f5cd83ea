import { type RawBuilder, sql } from 'kysely'
import { toPrepare } from '#database/connections/prepared.ts'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { notesOf } from '#features/incidents/server/queries.ts'
import { joinCounted, stationName } from '#features/places/server/queries.ts'
import { clerkOf } from '#features/visits/server/clerk-queries.ts'
import { countNote } from '#features/visits/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor, Scope } from '#kit/contract/who.ts'
import { type FileIdentity, FilesAway } from '#kit/server/files/files.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { IncidentNote } from '../contract.ts'
import { holdFiles } from './kept-queries.ts'

export type NoteRow = Columns<'notes', 'visitId' | 'questionId' | 'text'> & {
  /** The digest of `noteIdentity`. */
  readonly digest: Column<'notes', 'digest'>
}

/** Stores a note and counts it on its visit; undefined when the same note is stored already. */
export async function insertNote(
  tx: Tx,
  who: ObserverActor,
  row: NoteRow,
  now: Date,
): Promise<Id<'notes'> | undefined> {
  const { electionId } = who.scope
  const made = await tx
    .insertInto('notes')
    .values({ ...row, electionId, receivedAt: now })
    .onConflict((on) => on.constraint('notes_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return undefined
  await countNote(tx, who.scope, row.visitId, now)
  return made.id
}

/** Finds the stored copy of a note. */
export async function getNoteId(tx: Tx, scope: Scope, { visitId, digest }: NoteRow) {
  const { id } = await tx
    .selectFrom('notes')
    .select('id')
    .where('electionId', '=', scope.electionId)
    .where('visitId', '=', visitId)
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow()
  return id
}

export type AttachmentDraft = Columns<
  'attachments',
  'fileName' | 'mediaType' | 'extension' | 'sizeBytes' | 'sha256'
>

/** The owner of an attachment. */
export type AttachmentOwner =
  | { readonly noteId: Id<'notes'> }
  | { readonly unplacedId: Id<'unplaced'> }

/** @throws FilesAway when a file was removed after it was stored. */
export async function insertAttachments(
  tx: Tx,
  scope: Scope,
  owner: AttachmentOwner,
  drafts: readonly AttachmentDraft[],
): Promise<void> {
  if (drafts.length === 0) return
  const rows = drafts.map((draft, position) => ({
    ...draft,
    ...owner,
    position,
    electionId: scope.electionId,
  }))
  // An unused file may have been removed since it was stored. The phone then sends the file again.
  if (
    !(await holdFiles(
      tx,
      drafts.map(({ sha256 }) => sha256),
    ))
  )
    throw new FilesAway('A file was removed meanwhile')
  await tx.insertInto('attachments').values(rows).execute()
}

/** Moves the files of an unplaced item to the note it became. */
export async function moveAttachments(
  tx: Tx,
  scope: Scope,
  unplacedId: Id<'unplaced'>,
  noteId: Id<'notes'>,
): Promise<void> {
  await tx
    .updateTable('attachments')
    .set({ noteId, unplacedId: null })
    .where('electionId', '=', scope.electionId)
    .where('unplacedId', '=', unplacedId)
    .execute()
}

/** Whether note `n` has a file. */
export const hasFile = sql`exists (
  select from attachments f where f.election_id = n.election_id and f.note_id = n.id)`

/** A file of a note, as a link needs it. */
export type AttachmentRow = Columns<
  'attachments',
  'id' | 'fileName' | 'mediaType' | 'extension'
> & {
  readonly noteId: NonNullable<Column<'attachments', 'noteId'>>
}

/** The files of notes, in the order they were sent. */
export async function listAttachments(
  db: Db | Tx,
  scope: Scope,
  noteIds: readonly number[],
): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`${toPrepare}
    select id, note_id, file_name, media_type, extension from attachments
     where election_id = ${scope.electionId} and note_id = any(${noteIds}::integer[])
     order by note_id, position`.execute(db)
  return rows
}

/** The stored file of an attachment. */
export type StoredFile = FileIdentity & { readonly mediaType: string }

/** A file by the key in a signed link, which the signature protects. */
export async function findAttachment(
  db: Db,
  { electionId, id }: { readonly electionId: number; readonly id: number },
): Promise<StoredFile | undefined> {
  return db
    .selectFrom('attachments')
    .select(['mediaType', 'sha256', 'sizeBytes'])
    .where('electionId', '=', electionId as Id<'elections'>)
    .where('id', '=', id as Id<'attachments'>)
    .executeTakeFirst()
}

type NoteListRow = Columns<'notes', 'id' | 'text' | 'questionId'> & {
  readonly observerId: Column<'visits', 'observerId'>
  readonly pollingStationId: Column<'visits', 'pollingStationId'>
  readonly questionCode: Column<'questions', 'code'> | null
  readonly questionText: Column<'questions', 'text'> | null
  readonly formId: Column<'forms', 'id'> | null
  readonly formCode: Column<'forms', 'code'> | null
  readonly formDescription: Column<'forms', 'description'> | null
  readonly countyCode: Column<'areas', 'code'>
  readonly municipalityCode: Column<'areas', 'code'>
  readonly pollingStationNumber: Column<'pollingStations', 'number'>
  readonly lastModified: Column<'notes', 'receivedAt'>
  readonly clerk: string | null
}

/** The notes that the caller sees and for which this is so, oldest first. */
async function listShown(
  db: Db,
  scope: Scope,
  isSo: RawBuilder<unknown>,
): Promise<(NoteListRow & Pick<IncidentNote, 'observerName' | 'pollingStationName'>)[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof listShown>>[number]>`${toPrepare}
    select n.id, n.text, n.question_id, q.code as question_code, q.text as question_text, f.id as form_id,
           f.code as form_code, f.description as form_description, c.code as county_code,
           a.code as municipality_code, s.number as polling_station_number,
           n.received_at as last_modified, v.observer_id, v.polling_station_id, o.name as observer_name,
           ${stationName} as polling_station_name,
           ${clerkOf('notes', sql`n.election_id`, sql`n.id`, sql`n.received_at`)} as clerk
      from visits v
      join observers o on o.election_id = v.election_id and o.id = v.observer_id
      join notes n on n.election_id = v.election_id and n.visit_id = v.id
      ${joinCounted(sql`v.election_id`, sql`v.polling_station_id`)}
      join areas a on a.election_id = v.election_id and a.id = s.area_id
      join areas c on c.election_id = v.election_id and c.id = v.county_id
      left join questions q on q.election_id = n.election_id and q.id = n.question_id
      left join forms f on f.election_id = q.election_id and f.id = q.form_id
     where v.election_id = ${scope.electionId} and ${isSo}
       and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
           ${andInCounties(scope, sql`v.county_id`)}
     order by n.received_at, n.id`.execute(db)
  return rows
}

/** One observer's notes at one station. */
export const listNotes = (
  db: Db,
  scope: Scope,
  observerId: Id<'observers'>,
  pollingStationId: Id<'pollingStations'>,
) =>
  listShown(
    db,
    scope,
    sql`v.observer_id = ${observerId} and v.polling_station_id = ${pollingStationId}`,
  )

/** The notes that an incident is about. */
export const listNotesOf = (db: Db, scope: Scope, id: Id<'incidents'>) =>
  listShown(db, scope, sql`n.id in ${notesOf(scope, id)}`)
