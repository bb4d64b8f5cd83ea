import { createHash } from 'node:crypto'
import { hasQuestion } from '#features/forms/server/queries.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { lockVisit } from '#features/visits/server/queries.ts'
import type { IncomingReport } from '#features/visits/server/store.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import { noteReceived } from '../contract.ts'
import { noteIdentity } from '../domain.ts'
import { getNoteId, insertNote } from './queries.ts'
import { updateSent } from './undo-queries.ts'

/** An observer's note, with the hexadecimal digests of the files that came with it. */
export type SubmittedNote = {
  readonly questionId: number | null
  readonly text: string
  readonly files: readonly string[]
}

export const digestOfNote = ({ questionId, text, files }: SubmittedNote): Buffer =>
  createHash('sha256')
    .update(noteIdentity(questionId, text, files))
    .digest()

/**
 * Stores a note once: a retry gets the existing one.
 * @param attach gives its files to a note that is new.
 */
export async function storeNote(
  call: IncomingReport,
  station: PlacedStation,
  remark: SubmittedNote,
  attach: (noteId: Id<'notes'>) => Promise<void>,
): Promise<Id<'notes'>> {
  const { db, who, now } = call
  const { electionId } = who.scope
  const visit = await lockVisit(db, who, station, now)
  const { questionId: asked, text } = remark
  // A note on an unknown question is stored on the station, because its text matters most.
  const questionId = asked ? ((await hasQuestion(db, electionId, asked)) ?? null) : null
  const digest = digestOfNote(remark)
  const row = { visitId: visit.id, questionId, text, digest }
  const made = await insertNote(db, who, row, now)
  if (!made) {
    const there = await getNoteId(db, who.scope, row)
    if (call.unplacedId === undefined) await updateSent(db, who.scope, there, now)
    return there
  }
  await attach(made)
  const payload = { observerId: who.id, pollingStationId: station.id, countyId: station.countyId }
  // Record where it belongs, so that history can replay it: an editor may add that question later.
  const isQuestionUnknown = Boolean(asked) && questionId === null
  const after = {
    ...remark,
    pollingStationId: station.id,
    ...(isQuestionUnknown && { isQuestionUnknown }),
    ...(who.clerk && { observerId: who.id }),
  }
  const act = who.clerk ? 'notes.telephoned' : 'notes.received'
  const by = { ...call, who: who.clerk ?? who }
  await recordBy(by, { act, subject: 'notes', subjectId: made, after })
  const audience = { electionId, ngoId: who.ngoId, countyId: station.countyId }
  await announce(db, noteReceived, audience, payload)
  return made
}
