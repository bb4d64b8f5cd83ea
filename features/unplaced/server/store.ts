import * as z from 'zod'
import { AnswerDraft } from '#features/answers/contract.ts'
import { resolveAnswers, shownBy } from '#features/answers/domain.ts'
import { findPublished } from '#features/answers/server/store.ts'
import { asIn } from '#features/forms/domain.ts'
import { isSingleChoice } from '#features/forms/kind-domain.ts'
import { findKnown } from '#features/forms/server/queries.ts'
import { NoteDraft } from '#features/notes/contract.ts'
import { moveAttachments } from '#features/notes/server/queries.ts'
import { storeNote } from '#features/notes/server/store.ts'
import type { PlacedStation } from '#features/places/server/queries.ts'
import { StationInfoDraft, type UnplacedReason } from '#features/visits/contract.ts'
import { factsIn, lastAbout } from '#features/visits/domain.ts'
import type { IncomingReport } from '#features/visits/server/store.ts'
import { listSubmissions } from '#features/visits/server/submission-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Placement } from '../placement-domain.ts'
import type { LockedUnplaced } from './queries.ts'

export type PlaceableReport = {
  /** A call by its observer, at the time when it was last sent. */
  readonly call: IncomingReport
  readonly row: LockedUnplaced
  readonly station: PlacedStation
}

/** The content of an item at its place; a note is already stored. */
export type PlacedContent = Pick<Placement, 'answer' | 'facts' | 'note'>

/** An item whose new place suits it. `read` is the first step that stores anything. */
export type FittingReport = PlaceableReport & { read(): Promise<PlacedContent> }

/** Why an item cannot have its new place. */
type Misfit = Exclude<UnplacedReason, 'election-archived'>

/** Checks an item against its place; returns the reason if it does not fit. */
export async function readPlaceable(
  late: PlaceableReport,
  optionId?: Id<'options'>,
): Promise<FittingReport | Misfit> {
  const { row } = late
  if (row.kind === 'note') return { ...late, read: async () => ({ note: await placeNote(late) }) }
  if (row.kind === 'station-info') {
    // Arrivals and departures are stored as one kind. An absent field was not reported.
    const facts = factsIn(StationInfoDraft.parse(row.sent), late.call.who.timezone)
    return { ...late, read: async () => ({ facts }) }
  }
  const sent = AnswerDraft.parse(row.sent)
  const draft = optionId === undefined ? sent : await choose(late, sent, optionId)
  const { call, station } = late
  const placed = [{ stationId: station.id, draft, chosenByStaff: optionId }]
  const { electionId } = call.who.scope
  const known = await findPublished(call.db, electionId, [draft])
  const byPhone = { ...draft, options: draft.options.filter((one) => one.optionId !== optionId) }
  // In the version that the phone showed, even if a newer one was published, with the option that staff chose.
  const shown = shownBy([byPhone], known, () => row.formVersion ?? undefined)
  const { resolved, strays } = resolveAnswers(placed, known, shown)
  if (strays[0]) return strays[0].reason
  const [answer] = resolved
  if (!answer) throw new Error('An answer says nothing and is no stray')
  const { questionId, choices } = answer
  return { ...late, read: async () => ({ answer: { questionId, choices } }) }
}

/**
 * The answer with an existing option instead of the unknown one: alone for a single choice, otherwise with the existing
 * options of the report.
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
  const isSingle = isSingleChoice(known.questionType)
  if (isSingle) return { ...sent, questionId, options: [chosen] }
  const beside =
    late.row.reason === 'no-such-option'
      ? await listBeside(late, questionId)
      : sent.options.filter(fits)
  return { ...sent, questionId, options: [...beside, chosen] }
}

/** The stored choices of the same call, in which only one option was unknown. */
async function listBeside({ call, row, station }: PlaceableReport, questionId: number) {
  const { db, who } = call
  const there = await listSubmissions(db, who.scope.electionId, who.id, [station.id])
  const direct = (there.get(station.id) ?? []).filter(({ unplacedId }) => unplacedId === 0)
  const last = lastAbout(direct, { questionId })
  if (last?.saidAt.getTime() !== row.saidAt.getTime()) return []
  return last.answers
    .filter((one) => one.questionId === questionId)
    .flatMap(({ choices }) => choices.map(({ optionId, text }) => ({ optionId, value: text })))
}

/** An unplaced note, with the names of its files. */
const KeptNote = NoteDraft.extend({
  files: z.array(z.object({ sha256: z.string() })).default([]),
})

async function placeNote({ call, row, station }: PlaceableReport) {
  const { questionId = null, text, files } = KeptNote.parse(row.sent)
  const remark = { questionId, text, files: files.map(({ sha256 }) => sha256) }
  let isMade = false
  // A retried note keeps the time of its first arrival.
  const id = await storeNote({ ...call, now: row.receivedAt }, station, remark, async (noteId) => {
    isMade = true
    await moveAttachments(call.db, call.who.scope, row.id, noteId)
  })
  return { id, isMade }
}
