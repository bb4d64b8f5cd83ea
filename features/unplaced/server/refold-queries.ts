import { answersReceived } from '#features/answers/contract.ts'
import { datedSnapshot, withCorrections } from '#features/answers/corrections-domain.ts'
import type { DatedChoice } from '#features/answers/domain.ts'
import {
  type Correction,
  listCorrections,
  setEnded,
} from '#features/answers/server/corrections/queries.ts'
import { forgetSeen } from '#features/answers/server/list/seen-queries.ts'
import { listChoices, putChoices } from '#features/answers/server/undo-queries.ts'
import { incidentsChanged } from '#features/incidents/contract.ts'
import { listLinkedTo } from '#features/incidents/server/writing-queries.ts'
import { noteReceived } from '#features/notes/contract.ts'
import { reviewsChanged } from '#features/reviews/contract.ts'
import { endReview, findReviewed } from '#features/reviews/server/queries.ts'
import { stationInfoReceived } from '#features/visits/contract.ts'
import { isSame } from '#features/visits/domain.ts'
import { getInfoOfVisit, type KnownInfo, rowOf } from '#features/visits/server/info-queries.ts'
import type { HeldVisit } from '#features/visits/server/queries.ts'
import { listSubmissions } from '#features/visits/server/submission-queries.ts'
import {
  deleteVisit,
  findLastModified,
  findNotedAt,
  putVisit,
} from '#features/visits/server/undo-queries.ts'
import { type ActorCall, changeRecorder, recordBy } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import type { Unplaced } from '../contract.ts'
import { foldVisit, later } from '../fold-domain.ts'

/** A visit, either stored or computed from its submissions. */
type VisitState = KnownInfo & {
  readonly answers: readonly DatedChoice[]
  /** The corrections that count. */
  readonly corrections: readonly Correction[]
  /** Null: no visit. */
  readonly lastModified: Date | null
}

/**
 * Recomputes a visit from its submissions, after an item was placed there or its placing was undone. History records
 * the difference. An empty visit is deleted.
 * @param kind of the item, for the events to screens
 */
export async function refold(
  call: ActorCall,
  visit: HeldVisit,
  act: 'visits.placed' | 'visits.unplaced',
  kind: Unplaced['kind'],
): Promise<void> {
  const { electionId } = call.who.scope
  const corrections = await listCorrections(call.db, electionId, visit.id)
  const was = await findState(call, visit, corrections)
  const is = await stateOf(call, visit, corrections)
  const turned = corrections.filter((one) => one.hasEnded === is.corrections.includes(one))
  const changed = [
    ...questionsChanged(was.answers, is.answers),
    ...turned.map(({ questionId }) => questionId),
  ]
  const isInfoChanged = !isSame(infoIn(was), infoIn(is))
  if (changed.length > 0 || isInfoChanged || !isSame(was.lastModified, is.lastModified)) {
    const snapshot = (state: VisitState) => ({
      ...(changed.length > 0 && answersIn(state, changed, corrections.length > 0)),
      ...(isInfoChanged && infoIn(state)),
      lastModified: state.lastModified,
    })
    const place = { pollingStationId: visit.pollingStationId }
    await recordBy(call, {
      ...{ act, subject: 'visits', subjectId: visit.id, before: snapshot(was) },
      ...(is.lastModified && { after: { ...snapshot(is), ...(visit.isNew && place) } }),
    })
    await write(call, visit, is, changed)
    for (const one of turned) await setEnded(call.db, electionId, visit.id, one, call.now)
  }
  if (changed.length > 0 || isInfoChanged || kind === 'note') {
    await endReview(call.db, call.who, visit.id, call.now)
    await forgetSeen(call.db, call.who.scope, visit.id)
  }
  const answers = is.answers.filter((one) => changed.includes(one.questionId))
  await announceVisit(call, visit, kind, answers)
}

/** The answers to some questions, as history records them; where staff corrected any, also the observer's own. */
function answersIn(
  { answers, corrections }: VisitState,
  ids: readonly number[],
  mayBeCorrected: boolean,
) {
  const own = corrections.flatMap((one) => one.own)
  const [of, ofOwn] = [answers, own].map((choices) =>
    choices.filter(({ questionId }) => ids.includes(questionId)).map(datedSnapshot),
  )
  return { answers: of, ...(mayBeCorrected && { own: ofOwn }) }
}

const recordReview = changeRecorder('visits', reviewsChanged, 'own organisation')
export const recordLink = changeRecorder('incidents', incidentsChanged, 'own organisation')

/** Records what is lost with an empty visit: its review and its links to incidents. */
async function recordLost(call: ActorCall, visit: HeldVisit): Promise<void> {
  const { scope } = call.who
  const { observerId, pollingStationId, ngoId } = visit
  const before = await findReviewed(call.db, scope, visit.id)
  if (before) await recordReview(call, 'reviews.removed', visit.id, { before, ngoId })
  const report = { observerId, pollingStationId }
  for (const one of await listLinkedTo(call.db, scope, { visitId: visit.id }))
    await recordLink(call, 'incidents.report-unlinked', one.id, {
      before: { report },
      ngoId: one.ngoId,
    })
}

async function write(
  call: ActorCall,
  visit: HeldVisit,
  { answers, lastModified, corrections: _counting, ...info }: VisitState,
  questionIds: readonly number[],
): Promise<void> {
  const { db, who } = call
  const { electionId } = who.scope
  if (lastModified) {
    const answered = new Set(answers.map(({ questionId }) => questionId)).size
    const flagged = answers.filter(({ isFlagged }) => isFlagged).length
    await putVisit(db, who.scope, visit, { ...info, answered, flagged, lastModified })
  }
  const is = answers.filter((one) => questionIds.includes(one.questionId))
  if (questionIds.length > 0) await putChoices(db, electionId, visit.id, { questionIds, is })
  if (lastModified || visit.isNew) return
  await recordLost(call, visit)
  await deleteVisit(db, who.scope, visit)
}

async function findState(
  { db, who }: ActorCall,
  visit: HeldVisit,
  all: readonly Correction[],
): Promise<VisitState> {
  const corrections = all.filter(({ hasEnded }) => !hasEnded)
  const lastModified = await findLastModified(db, who.scope, visit.id)
  if (!lastModified) return { ...foldVisit([]), corrections, lastModified: null }
  const info = await getInfoOfVisit(db, who.scope, visit.id)
  const answers = await listChoices(db, who.scope.electionId, visit.id)
  return { ...info, answers, corrections, lastModified }
}

/** The visit as computed from its submissions, corrections and notes. */
async function stateOf(
  { db, who }: ActorCall,
  visit: HeldVisit,
  all: readonly Correction[],
): Promise<VisitState> {
  const { observerId, pollingStationId } = visit
  const there = await listSubmissions(db, who.scope.electionId, observerId, [pollingStationId])
  const { changedAt, ...content } = foldVisit(there.get(pollingStationId) ?? [])
  const notedAt = await findNotedAt(db, who.scope, visit.id)
  const lastModified = notedAt ? later(changedAt, notedAt) : changedAt
  // Without anything else of its observer there is no report, and nothing to correct.
  const { answers, counting } = withCorrections(content.answers, changedAt ? all : [])
  return { ...content, answers, corrections: counting, lastModified }
}

const infoIn = ({ facts, factsAt }: VisitState) => ({ ...rowOf(facts), factsAt })

/** The questions with other choices, or other times of these. */
function questionsChanged(was: readonly DatedChoice[], is: readonly DatedChoice[]): number[] {
  const ids = [...new Set([...was, ...is].map(({ questionId }) => questionId))]
  const wordsOf = (choices: readonly DatedChoice[], id: number) =>
    choices
      .filter(({ questionId }) => questionId === id)
      .map((one) => JSON.stringify([datedSnapshot(one)]))
      .sort()
      .join()
  return ids.filter((id) => wordsOf(was, id) !== wordsOf(is, id))
}

async function announceVisit(
  { db, who }: ActorCall,
  { observerId, pollingStationId, ngoId, countyId }: HeldVisit,
  kind: Unplaced['kind'],
  answers: readonly DatedChoice[],
): Promise<void> {
  const audience = { electionId: who.scope.electionId, ngoId, countyId }
  const there = { observerId, pollingStationId, countyId }
  const flagged = answers.some(({ isFlagged }) => isFlagged)
  if (kind === 'answer') await announce(db, answersReceived, audience, { ...there, flagged })
  else await announce(db, kind === 'note' ? noteReceived : stationInfoReceived, audience, there)
}
