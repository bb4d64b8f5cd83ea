import { insertLink, listLinkedTo } from '#features/incidents/server/writing-queries.ts'
import { copyAttachments, findSent, removeNote } from '#features/notes/server/undo-queries.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ObserverActor } from '#kit/contract/who.ts'
import { type ActorCall, recordBy } from '#kit/server/history/record-change.ts'
import type { Kept } from '../contract.ts'
import { type PlacedReport, updatePlaced } from './placed-queries.ts'
import { lockUnplaced } from './queries.ts'
import { recordLink } from './refold-queries.ts'
import { readPlaceable } from './store.ts'

/** A note whose placing is undone, and the other items placed there. */
export type NoteUndo = {
  readonly call: ActorCall
  readonly observer: ObserverActor
  readonly station: PlacedStation
  readonly gone: PlacedReport
  readonly staying: readonly PlacedReport[]
}

/** Removes a note and restores its files to the item, unless the observer has sent it there since. */
export async function undoNote(undoing: NoteUndo): Promise<Omit<Kept, 'unplacedId'>[]> {
  const { call, gone } = undoing
  const { db, who } = call
  const { note } = gone.placement
  // The note existed before, and the files stayed with the item.
  if (!note?.isMade) return []
  const noteId = note.id as Id<'notes'>
  const sentAt = await findSent(db, who.scope, noteId)
  if (sentAt) {
    await copyAttachments(db, who.scope, noteId, gone.id)
    return [{ what: 'note', saidAt: sentAt }]
  }
  const linked = await listLinkedTo(db, who.scope, { noteId })
  await removeNote(db, who.scope, noteId, gone.id)
  await recordBy(call, { act: 'notes.placing-undone', subject: 'notes', subjectId: noteId })
  for (const { id, ngoId } of linked)
    await recordLink(call, 'incidents.note-unlinked', id, { before: { noteId }, ngoId })
  const heirId = await inherit(undoing, noteId)
  if (heirId === undefined) return []
  for (const { id, ngoId } of linked) {
    await insertLink(db, who.scope, id, { noteId: heirId })
    await recordLink(call, 'incidents.note-linked', id, { after: { noteId: heirId }, ngoId })
  }
  return []
}

/** Gives the note to another placed item with the same text, which had added nothing; returns the id of its note. */
async function inherit(
  { call, observer, station, staying }: NoteUndo,
  noteId: Id<'notes'>,
): Promise<Id<'notes'> | undefined> {
  const { db, who } = call
  const same = staying.filter(({ placement }) => placement.note?.id === noteId)
  const [heir] = same
  if (!heir) return undefined
  const row = await lockUnplaced(db, who.scope, heir.id)
  if (!row) throw new Error('A report that was placed is gone')
  const late = { call: { db, who: observer, now: row.saidAt, unplacedId: row.id }, row, station }
  const fitting = await readPlaceable(late)
  if (typeof fitting === 'string') throw new Error('A note has a place wherever there is a station')
  const { note } = await fitting.read()
  if (!note) throw new Error('A note became none')
  for (const report of same) {
    const own = { id: note.id, isMade: report === heir }
    await updatePlaced(db, who.scope, { ...report, placement: { ...report.placement, note: own } })
  }
  return note.id as Id<'notes'>
}
