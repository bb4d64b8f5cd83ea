import * as z from 'zod'
import { AnswerDraft } from '#features/answers/contract.ts'
import { type Settled, settle, shownBy } from '#features/answers/domain.ts'
import { findAsked, storeReports } from '#features/answers/server/store.ts'
import { listStored } from '#features/answers/server/stored-queries.ts'
import { asIn } from '#features/forms/domain.ts'
import { findKnown } from '#features/forms/server/queries.ts'
import { NoteDraft } from '#features/notes/contract.ts'
import { moveAttachments } from '#features/notes/server/queries.ts'
import { storeNote } from '#features/notes/server/store.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { StationInfoDraft, type UnplacedReason } from '#features/visits/contract.ts'
import { factsNamed, isLater } from '#features/visits/domain.ts'
import { lockVisit } from '#features/visits/server/queries.ts'
import { findLastSaid } from '#features/visits/server/said-queries.ts'
import { type Arriving, storeInfo } from '#features/visits/server/store.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { LockedUnplaced, Superseded } from './queries.ts'

/** A report that is to be placed. */
export type Late = {
  /** As its observer, at the moment when it was last said. */
  readonly call: Arriving
  readonly row: LockedUnplaced
  readonly station: PlacedStation
}

/** What was taken of a report: all, or else all but what was said since, which may be all of it. */
export type Outcome = { readonly isTaken: boolean; readonly superseded: Superseded }

/** A report that fits its place; nothing is stored before `store` is called. */
export type Fitting = Late & { store(): Promise<Outcome> }

const taken: Outcome = { isTaken: true, superseded: [] }

/** Why a report does not fit the place that it is given. */
type Misfit = Exclude<UnplacedReason, 'election-archived'>

/** Reads a report against the place it is given; answers with the reason when it does not fit. */
export async function readLate(late: Late, optionId?: Id<'options'>): Promise<Fitting | Misfit> {
  const { row } = late
  if (row.kind === 'note') return { ...late, store: () => placeNote(late) }
  if (row.kind === 'station-info') return { ...late, store: () => placeInfo(late) }
  const sent = AnswerDraft.parse(row.sent)
  const draft = optionId === undefined ? sent : await choose(late, sent, optionId)
  const { call, station } = late
  const placed = [{ stationId: station.id, draft, chosenByStaff: optionId }]
  const { electionId } = call.who.scope
  const known = await findAsked(call.db, electionId, [draft])
  const byPhone = { ...draft, options: draft.options.filter((one) => one.optionId !== optionId) }
  // As the phone showed it when it was sent, whatever was published since, and staff chose of it.
  const shown = shownBy([byPhone], known, () => row.formVersion ?? undefined)
  const { settled, strays } = settle(placed, known, shown)
  return strays[0]?.reason ?? { ...late, store: () => placeAnswers(late, settled) }
}

/** Stores the answer, unless the question was said since. */
async function placeAnswers(
  { call, row, station }: Late,
  settled: readonly Settled[],
): Promise<Outcome> {
  const { db, who, now } = call
  const { electionId } = who.scope
  for (const { questionId } of settled) {
    const at = { observerId: who.id, pollingStationId: station.id, questionId }
    const said = await findLastSaid(db, electionId, at)
    if (said && !isLater({ at: now, unplacedId: row.id }, said))
      return { isTaken: false, superseded: [{ what: 'answer', saidAt: said.at }] }
  }
  await storeReports(db, electionId, [{ ...call, settled, stations: [station] }])
  return taken
}

/**
 * The answer with an option that exists in place of what does not: alone where one may be chosen,
 * else beside what the report named and what does exist.
 */
async function choose(
  late: Late,
  sent: AnswerDraft,
  optionId: Id<'options'>,
): Promise<AnswerDraft> {
  const { db, who } = late.call
  const named = sent.options.map((one) => one.optionId)
  const { options } = await findKnown(db, who.scope.electionId, [], [...named, optionId])
  const [newest, ...older] = options.get(optionId) ?? []
  if (!newest) throw new Problem('unplaced.has-no-place', { reason: 'no-such-option' })
  const known = asIn([newest, ...older], late.row.formVersion ?? undefined) ?? newest
  const { questionId } = known
  const fits = (one: { optionId: number }) =>
    options.get(one.optionId)?.[0]?.questionId === questionId
  const meant =
    sent.options.find((one) => one.optionId === optionId) ??
    sent.options.find((one) => !fits(one) && one.value)
  const chosen = { optionId, value: meant?.value }
  const isSingle = [1, 2].includes(known.questionType)
  if (isSingle) return { ...sent, questionId, options: [chosen] }
  const beside =
    late.row.reason === 'no-such-option'
      ? await listBeside(late, questionId)
      : sent.options.filter(fits)
  return { ...sent, questionId, options: [...beside, chosen] }
}

/**
 * What is stored of the question, if it was said at the same moment: when only an option was unknown, the
 * rest found its place.
 */
async function listBeside({ call, station }: Late, questionId: number) {
  const { db, who, now } = call
  const at = { observerId: who.id, pollingStationId: station.id, questionId }
  const said = await findLastSaid(db, who.scope.electionId, at)
  if (said?.at.getTime() !== now.getTime()) return []
  const visit = await lockVisit(db, who, station, now)
  const stored = await listStored(db, who.scope.electionId, [{ visitId: visit.id, questionId }])
  return stored.map((one) => ({ optionId: one.optionId, value: one.text }))
}

/** A note as it was kept aside, with what its files were called by. */
const KeptNote = NoteDraft.extend({
  files: z.array(z.object({ sha256: z.string() })).default([]),
})

async function placeNote({ call, row, station }: Late): Promise<Outcome> {
  const { questionId = null, text, files } = KeptNote.parse(row.sent)
  const remark = { questionId, text, files: files.map(({ sha256 }) => sha256) }
  // A note that is sent again was written when it came first.
  await storeNote({ ...call, now: row.receivedAt }, station, remark, (noteId) =>
    moveAttachments(call.db, call.who.scope, row.id, noteId),
  )
  return taken
}

/** Both calls of the phones are kept under one kind: what is not mentioned is not said. */
async function placeInfo({ call, row, station }: Late): Promise<Outcome> {
  const visit = await lockVisit(call.db, call.who, station, call.now)
  const draft = StationInfoDraft.parse(row.sent)
  const { superseded } = await storeInfo(call, visit, draft)
  const said = factsNamed(row.sent).length
  return { isTaken: said === 0 || superseded.length < said, superseded }
}
