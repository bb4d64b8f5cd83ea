import { answersReceived } from '#features/answers/contract.ts'
import { noteReceived } from '#features/notes/contract.ts'
import { stationInfoReceived } from '#features/visits/contract.ts'
import { isSame } from '#features/visits/domain.ts'
import { getMoments, putLastModified } from '#features/visits/server/undo-queries.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import { latestOf, momentAfter } from '../placement-domain.ts'
import type { PlacementUndo, PlacementUndoResult } from './placed-queries.ts'
import { undoNote } from './undo-note-queries.ts'
import { undoAnswer, undoFacts } from './undo-said-queries.ts'

/** Undoes the placing of a report; the rest becomes as if it had never been there. */
export async function takeFromPlace(undoing: PlacementUndo): Promise<PlacementUndoResult> {
  const { call, visit } = undoing
  const was = visit.isNew ? undefined : await getMoments(call.db, call.who.scope, visit.id)
  const undone = await undo(undoing)
  if (was) await putMoments(undoing, was.lastModified, undone)
  await tellScreens(undoing)
  return undone
}

function undo(undoing: PlacementUndo): Promise<PlacementUndoResult> {
  const { answer, facts, note } = undoing.gone.placement
  if (answer) return undoAnswer(undoing, answer)
  if (note) return undoNote(undoing, note)
  if (facts) return undoFacts(undoing)
  throw new Error('It was placed and says nothing')
}

/**
 * When the visit last changed, without what was undone; a visit that only existed because of it is deleted,
 * too.
 */
async function putMoments(
  { call, visit, gone }: PlacementUndo,
  was: Date,
  { kept, staying, told }: PlacementUndoResult,
): Promise<void> {
  const { db, who } = call
  const placements = staying.map(({ placement }) => placement)
  const { reportedAt, factsAt } = await getMoments(db, who.scope, visit.id)
  const before = momentAfter(was, gone.placement, placements, 'lastModified')
  // What its observer has repeated since stays as it was placed, with its moment.
  const lastModified = kept.length > 0 ? was : latestOf(before, reportedAt, factsAt)
  if (!told && isSame(lastModified, was)) return
  await putLastModified(db, who.scope, visit.id, lastModified)
  await recordBy(call, {
    act: 'visits.placing-undone',
    subject: 'visits',
    subjectId: visit.id,
    before: { ...told?.before, lastModified: was },
    ...(lastModified && { after: { ...told?.after, lastModified } }),
  })
}

/** Screens reload what they show of the visit. */
async function tellScreens({ call, visit, gone }: PlacementUndo): Promise<void> {
  const { observerId, pollingStationId, ngoId, countyId } = visit
  const audience = { electionId: call.who.scope.electionId, ngoId, countyId }
  const there = { observerId, pollingStationId, countyId }
  const { answer, note } = gone.placement
  if (answer) await announce(call.db, answersReceived, audience, { ...there, flagged: false })
  else await announce(call.db, note ? noteReceived : stationInfoReceived, audience, there)
}
