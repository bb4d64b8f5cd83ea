import { copyAttachments, findSent, removeNote } from '#features/notes/server/undo-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import type { Placement } from '../placement-domain.ts'
import type { PlacedReport, PlacementUndo, PlacementUndoResult } from './placed-queries.ts'
import { lockUnplaced } from './queries.ts'
import { readPlaceable } from './store.ts'

/** Removes a note, unless its observer has sent it there since, and returns its files. */
export async function undoNote(
  { call, observer, visit, gone, staying }: PlacementUndo,
  { id, isMade }: NonNullable<Placement['note']>,
): Promise<PlacementUndoResult> {
  const { db, who } = call
  const noteId = id as Id<'notes'>
  // It existed before, and its files stayed with the item.
  if (!isMade) return { kept: [], staying }
  const sentAt = await findSent(db, who.scope, noteId)
  if (sentAt) {
    await copyAttachments(db, who.scope, noteId, gone.id)
    return { kept: [{ what: 'note', saidAt: sentAt }], staying }
  }
  await removeNote(db, who.scope, noteId, gone.id)
  await recordBy(call, { act: 'notes.placing-undone', subject: 'notes', subjectId: noteId })
  const isSameNote = ({ placement }: PlacedReport) => placement.note?.id === noteId
  const [heir] = staying.filter(isSameNote)
  if (!heir) return { kept: [], staying }
  // Another with the same words was placed there and added nothing: now the note is its own.
  const row = await lockUnplaced(db, who.scope, heir.id)
  if (!row) throw new Error('A report that was placed is gone')
  const station = { id: visit.pollingStationId, countyId: visit.countyId }
  const late = { call: { db, who: observer, now: row.saidAt, unplacedId: row.id }, row, station }
  const read = await readPlaceable(late)
  if (typeof read === 'string') throw new Error('A note has a place wherever there is a station')
  const { replaced } = await read.store(visit)
  return {
    kept: [],
    staying: staying.map((report) => {
      if (!isSameNote(report) || !replaced.note) return report
      if (report.id === heir.id)
        return { ...report, placement: { ...report.placement, ...replaced } }
      const note = { id: replaced.note.id, isMade: false }
      return { ...report, placement: { ...report.placement, note } }
    }),
  }
}
