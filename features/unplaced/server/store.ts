import * as z from 'zod'
import { AnswerDraft } from '#features/answers/contract.ts'
import { compare, type ResolvedAnswer, resolveAnswers, shownBy } from '#features/answers/domain.ts'
import { findPublished, storeReports } from '#features/answers/server/store.ts'
import { listCurrentChoices, listStored } from '#features/answers/server/stored-queries.ts'
import { asIn } from '#features/forms/domain.ts'
import { findKnown } from '#features/forms/server/queries.ts'
import { NoteDraft } from '#features/notes/contract.ts'
import { moveAttachments } from '#features/notes/server/queries.ts'
import { storeNote } from '#features/notes/server/store.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { StationInfoDraft, type UnplacedReason } from '#features/visits/contract.ts'
import { factsIn, factsNamed, isLater, isSame } from '#features/visits/domain.ts'
import { getInfoOfVisit } from '#features/visits/server/info-queries.ts'
import { type HeldVisit, holdVisits, lockVisit } from '#features/visits/server/queries.ts'
import { findLastSaid, findRecorded } from '#features/visits/server/said-queries.ts'
import { type IncomingReport, storeInfo } from '#features/visits/server/store.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Placement } from '../placement-domain.ts'
import type { LockedUnplaced } from './queries.ts'
import type { Superseded } from './settle-queries.ts'

/** An item that is to be placed. */
export type PlaceableReport = {
  /** As its observer, at the moment when it was last said. */
  readonly call: IncomingReport
  readonly row: LockedUnplaced
  readonly station: PlacedStation
}

/** What was used of an item: all, or all but what was superseded, which may be all of it. */
export type PlacementOutcome = {
  readonly isTaken: boolean
  readonly superseded: Superseded
  /** What it replaced there. */
  readonly replaced: Pick<Placement, 'gave' | 'answer' | 'facts' | 'note'>
}

/** An item that fits its place; nothing is stored before `store` is called. */
export type FittingReport = PlaceableReport & { store(visit: HeldVisit): Promise<PlacementOutcome> }

/** Why an item does not fit the place that it is given. */
type Misfit = Exclude<UnplacedReason, 'election-archived'>

/** Reads an item against the place it is given; returns the reason when it does not fit. */
export async function readPlaceable(
  late: PlaceableReport,
  optionId?: Id<'options'>,
): Promise<FittingReport | Misfit> {
  const { row } = late
  if (row.kind === 'note') return { ...late, store: () => placeNote(late) }
  if (row.kind === 'station-info') return { ...late, store: () => placeInfo(late) }
  const sent = AnswerDraft.parse(row.sent)
  const draft = optionId === undefined ? sent : await choose(late, sent, optionId)
  const { call, station } = late
  const placed = [{ stationId: station.id, draft, chosenByStaff: optionId }]
  const { electionId } = call.who.scope
  const known = await findPublished(call.db, electionId, [draft])
  const byPhone = { ...draft, options: draft.options.filter((one) => one.optionId !== optionId) }
  // As the phone showed it when it was sent, whatever was published since, and with what staff chose.
  const shown = shownBy([byPhone], known, () => row.formVersion ?? undefined)
  const { settled, strays } = resolveAnswers(placed, known, shown)
  if (strays[0]) return strays[0].reason
  const [answer] = settled
  if (!answer) throw new Error('An answer says nothing and is no stray')
  return { ...late, store: (visit) => placeAnswer(late, answer, visit) }
}

/** Stores the answer, unless the question was answered since. */
async function placeAnswer(
  { call, row, station }: PlaceableReport,
  settled: ResolvedAnswer,
  visit: HeldVisit,
): Promise<PlacementOutcome> {
  const { db, who, now } = call
  const { electionId } = who.scope
  const { questionId, choices } = settled
  const at = { observerId: who.id, pollingStationId: station.id, questionId }
  const said = await findLastSaid(db, electionId, at)
  const answer = { questionId, choices, isCompleting: false }
  if (said && !isLater({ at: now, unplacedId: row.id }, said)) {
    const superseded = [{ what: 'answer', saidAt: said.at }]
    return { isTaken: false, superseded, replaced: { gave: null, answer } }
  }
  const value = visit.isNew ? [] : await listCurrentChoices(db, electionId, visit.id, questionId)
  const before = { value, said: await findRecorded(db, electionId, at) }
  await storeReports(db, electionId, [{ ...call, settled: [settled], stations: [station] }])
  const { gone, added, reworded } = compare(value, [settled])
  const isChanged = gone.length + added.length + reworded.length > 0
  // Only one of its options had no place: the rest was sent along with it, and is stored.
  const isCompleting =
    row.reason === 'no-such-option' &&
    value.length > 0 &&
    said?.at.getTime() === now.getTime() &&
    AnswerDraft.parse(row.sent).questionId === questionId
  return {
    isTaken: true,
    superseded: [],
    replaced: { gave: isChanged ? now : null, answer: { ...answer, before, isCompleting } },
  }
}

/**
 * The answer with an existing option in place of the unknown one: alone where one may be chosen, otherwise
 * together with the existing options of the report.
 */
async function choose(
  late: PlaceableReport,
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
 * The stored choices for the question, if they were made at the same moment: when only an option was unknown,
 * the rest found its place.
 */
async function listBeside({ call, station }: PlaceableReport, questionId: number) {
  const { db, who, now } = call
  const at = { observerId: who.id, pollingStationId: station.id, questionId }
  const said = await findLastSaid(db, who.scope.electionId, at)
  if (said?.at.getTime() !== now.getTime()) return []
  const visiting = [{ who, stations: [station], now }]
  const [visit] = await holdVisits(db, who.scope.electionId, visiting)
  if (!visit || visit.isNew) return []
  const stored = await listStored(db, who.scope.electionId, [{ visitId: visit.id, questionId }])
  return stored.map((one) => ({ optionId: one.optionId, value: one.text }))
}

/** An unplaced note, with the names of its files. */
const KeptNote = NoteDraft.extend({
  files: z.array(z.object({ sha256: z.string() })).default([]),
})

async function placeNote({ call, row, station }: PlaceableReport): Promise<PlacementOutcome> {
  const { questionId = null, text, files } = KeptNote.parse(row.sent)
  const remark = { questionId, text, files: files.map(({ sha256 }) => sha256) }
  let isMade = false
  // A note that is sent again keeps the time of its first arrival.
  const id = await storeNote({ ...call, now: row.receivedAt }, station, remark, async (noteId) => {
    isMade = true
    await moveAttachments(call.db, call.who.scope, row.id, noteId)
  })
  const gave = isMade ? row.receivedAt : null
  return { isTaken: true, superseded: [], replaced: { gave, note: { id, isMade } } }
}

/** Both calls of the phones are kept under one kind: what is not mentioned is not said. */
async function placeInfo({ call, row, station }: PlaceableReport): Promise<PlacementOutcome> {
  const { db, who } = call
  const visit = await lockVisit(db, who, station, call.now)
  const draft = StationInfoDraft.parse(row.sent)
  const was = await getInfoOfVisit(db, who.scope, visit.id)
  const { superseded, facts } = await storeInfo(call, visit, draft)
  const reported = factsIn(draft, who.timezone)
  const replaced = factsNamed(reported).map((name) => [
    name,
    {
      value: reported[name] ?? null,
      ...(!superseded.some(({ what }) => what === name) && {
        before: { value: was.facts[name], said: was.said[name] },
      }),
    },
  ])
  const isChanged = was.factsAt === null || !isSame(was.facts, facts)
  const said = factsNamed(row.sent).length
  return {
    isTaken: said === 0 || superseded.length < said,
    superseded,
    replaced: { gave: isChanged ? call.now : null, facts: Object.fromEntries(replaced) },
  }
}
