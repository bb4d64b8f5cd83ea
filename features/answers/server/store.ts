import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { findKnown } from '#features/forms/server/queries.ts'
import type { SubmittedAnswer } from '#features/visits/domain.ts'
import { holdVisits, type Visiting } from '#features/visits/server/queries.ts'
import { type Repeat, repeatingOf } from '#features/visits/server/submission-queries.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { AnswerDraft } from '../contract.ts'
import { compareCorrected } from '../corrections-domain.ts'
import {
  type Answered,
  type ResolvedAnswer,
  resolveAnswers,
  shownBy,
  withOptions,
} from '../domain.ts'
import { writingOf } from './report-queries.ts'
import { listStored, type Stored, type StoredChoice, type VisitChange } from './stored-queries.ts'

/** One observer's incoming report from some stations. */
export type Report = Visiting & {
  readonly resolved: readonly ResolvedAnswer[]
  /** Answers that staff have completed meanwhile: a retry repeats them and changes nothing. */
  readonly completed?: readonly ResolvedAnswer[]
}

/** The published forms' definitions of all that the answers name. */
export const findPublished = (
  db: Db | Tx,
  electionId: Id<'elections'>,
  drafts: readonly (Answered & Pick<AnswerDraft, 'value'>)[],
): ReturnType<typeof findKnown> =>
  findKnown(
    db,
    electionId,
    drafts.map(({ questionId }) => questionId),
    drafts.flatMap(({ options }) => options.map(({ optionId }) => optionId)),
    drafts.flatMap(({ questionId, value }) => (value ? [questionId] : [])),
  )

/**
 * The statement that stores reports, idempotently: what is stored already stays. No two reports of a batch may
 * be by one observer, because each is compared with what was stored before the batch.
 */
export async function storingOf(
  tx: Tx,
  electionId: Id<'elections'>,
  reports: readonly Report[],
): Promise<RawBuilder<unknown>[]> {
  const { changes, repeats } = await changesOf(tx, electionId, reports)
  if (changes.length > 0) return [writingOf(electionId, changes, repeats)]
  return repeats.length > 0 ? [repeatingOf(electionId, repeats)] : []
}

/** The answers about one visit. */
type VisitAnswers = Pick<Report, 'who' | 'now'> & {
  readonly pollingStationId: number
  readonly resolved: readonly ResolvedAnswer[]
}

/**
 * The differences from what is stored, visit by visit; visits without any are left out. Also what was said once more,
 * which no line of history tells.
 */
async function changesOf(
  tx: Tx,
  electionId: Id<'elections'>,
  reports: readonly Report[],
): Promise<{ changes: VisitChange[]; repeats: Repeat[] }> {
  const named = reports.map(onlyNamed)
  const sent = named.flatMap(answersOf)
  const completed = reports.flatMap(completedOf)
  if (sent.length === 0) return { changes: [], repeats: completed }
  const visits = new Map(
    (await holdVisits(tx, electionId, named)).map((visit) => [
      `${visit.observerId}/${visit.pollingStationId}`,
      visit,
    ]),
  )
  const placed = sent.flatMap((one) => {
    const visit = visits.get(`${one.who.id}/${one.pollingStationId}`)
    return visit ? [{ visit, ...one }] : []
  })
  const keys = placed.flatMap(({ visit, resolved }) =>
    visit.isNew ? [] : resolved.map(({ questionId }) => ({ visitId: visit.id, questionId })),
  )
  const stored = keys.length > 0 ? await listStored(tx, electionId, keys) : undefined
  const compared = placed.map((one) => ({
    one,
    change: changeOf(one, stored?.get(one.visit.id) ?? nothingStored),
  }))
  return {
    changes: compared.map(({ change }) => change).filter(isChange),
    repeats: [...completed, ...compared.flatMap(({ one, change }) => repeatsIn(one, change))],
  }
}

const nothingStored: Stored = { choices: [], corrections: [] }

const isChange = ({ gone, added, reworded, ended }: VisitChange) =>
  gone.length + added.length + reworded.length + ended.length > 0

/** The report without stations that it has no answers for. */
function onlyNamed(report: Report): Report {
  const named = new Set(report.resolved.map(({ stationId }) => stationId))
  return { ...report, stations: report.stations.filter(({ id }) => named.has(id)) }
}

const answersOf = ({ who, now, resolved, stations }: Report): VisitAnswers[] =>
  stations.map(({ id }) => ({
    who,
    now,
    pollingStationId: id,
    resolved: resolved.filter(({ stationId }) => stationId === id),
  }))

function changeOf(
  { who, now, visit, resolved }: VisitAnswers & Pick<VisitChange, 'visit'>,
  { choices, corrections }: Stored,
): VisitChange {
  const difference = compareCorrected(choices, resolved, corrections, now)
  const isKept = ({ questionId }: StoredChoice) =>
    difference.repeated.some((one) => one.questionId === questionId)
  const stored = choices.filter((choice) => !isKept(choice))
  return { who, now, visit, stored, ...difference }
}

/** The questions without changes, which history does not record. */
function repeatsIn(
  { who, now, pollingStationId, resolved }: VisitAnswers,
  change: VisitChange,
): Repeat[] {
  const { stored, added, ended } = change
  const recorded = isChange(change) ? [...stored, ...added, ...ended] : []
  const named = new Set(recorded.map((one) => one.questionId))
  const answers = resolved.filter(({ questionId }) => !named.has(questionId)).map(submittedAnswer)
  return answers.length > 0 ? [{ observerId: who.id, pollingStationId, now, answers }] : []
}

const completedOf = ({ who, now, completed = [] }: Report): Repeat[] =>
  completed.map((one) => ({
    ...{ observerId: who.id, pollingStationId: one.stationId, now },
    answers: [submittedAnswer(one)],
  }))

const submittedAnswer = ({ questionId, choices }: ResolvedAnswer): SubmittedAnswer => ({
  questionId,
  choices,
})

type FreeText = Answered &
  Pick<AnswerDraft, 'value'> & { readonly formVersion?: number | undefined }

/**
 * What a clerk or a corrector wrote, read against the published forms. Refused where it fits none: they can correct it.
 * @param pathOf the path in the call of a field of the nth answer
 */
export async function settle(
  db: Tx,
  electionId: Id<'elections'>,
  stationId: number,
  reports: readonly FreeText[],
  pathOf: (nth: number, field: 'options' | 'value') => string,
): Promise<ResolvedAnswer[]> {
  const known = await findPublished(db, electionId, reports)
  const versions = new Map(
    reports.map(({ questionId, formVersion }) => [known.questions.get(questionId), formVersion]),
  )
  const drafts = withOptions(reports, known, (formId) => versions.get(formId))
  const shown = shownBy(drafts, known, (formId) => versions.get(formId))
  const placed = drafts.map((draft) => ({ stationId, draft }))
  const { resolved, strays } = resolveAnswers(placed, known, shown)
  const [stray] = strays
  if (!stray) return resolved
  const nth = drafts.findIndex(({ questionId }) => questionId === stray.draft.questionId)
  const errors =
    reports[nth]?.value === undefined
      ? { [pathOf(nth, 'options')]: [misfits[stray.reason]] }
      : { [pathOf(nth, 'value')]: ['The question takes no value'] }
  throw new Problem('request.invalid', { errors })
}

const misfits = {
  'no-such-option': 'The question has no such option',
  'several-single-choices': 'The question takes one option',
}
