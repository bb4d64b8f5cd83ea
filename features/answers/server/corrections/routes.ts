import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { lockObservers } from '#features/observers/server/write-queries.ts'
import { endReview } from '#features/reviews/server/queries.ts'
import { countingOf } from '#features/visits/server/queries.ts'
import { visits } from '#features/visits/server/subjects.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type ActorCall, recordBy } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { announce } from '#kit/server/live/announce.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { answersReceived } from '../../contract.ts'
import { corrections } from '../../corrections-contract.ts'
import {
  answeredAt,
  datedSnapshot,
  isRepeated,
  isSameChoice,
  versionIn,
} from '../../corrections-domain.ts'
import { type DatedChoice, type ResolvedAnswer, replacing } from '../../domain.ts'
import { settle } from '../store.ts'
import { listChoices, putChoices } from '../undo-queries.ts'
import { type Correction, deleteCorrection, listCorrections, putCorrection } from './queries.ts'

type CorrectCall = Call<typeof corrections.correct>

export function correctionRoutes(server: Server): void {
  serve(server, corrections.correct, async (call) => {
    const { db, who, body, now } = call
    const visit = await lockReport(call)
    const { counted, correction, others } = await readAnswer(db, who.scope, visit, body.questionId)
    refuseStale(body.was, counted, correction)
    const own = correction?.own ?? counted
    const choices = await readCorrected(call, visit, { own, others })
    // Under the moment of their own answer, so that it is no later for having been corrected.
    const receivedAt = answeredAt(own) ?? now
    const corrected = choices.map(({ alikeIn, ...choice }) => ({ ...choice, receivedAt }))
    const next = { questionId: body.questionId, own, corrected, reason: body.reason }
    const row = { ...next, at: now, by: who.name }
    const revision = await putCorrection(db, who.scope.electionId, visit.id, row)
    const was = { answers: counted, own: correction?.own ?? [] }
    await write(call, visit, 'answers.corrected', was, { answers: corrected, own })
    return { revision }
  })

  serve(server, corrections.takeBack, async (call) => {
    const { db, who, body } = call
    const { questionId } = body
    const visit = await lockReport(call)
    const { counted, correction } = await readAnswer(db, who.scope, visit, questionId)
    if (correction?.revision !== body.revision) throw changedMeanwhile(correction)
    const { own } = correction
    await deleteCorrection(db, who.scope.electionId, visit.id, questionId)
    const is = { answers: own, own: [] }
    await write(call, visit, 'answers.correction-taken-back', { answers: counted, own }, is)
    return {}
  })
}

/** A report that the caller sees. */
type Report = Columns<
  'visits',
  'id' | 'observerId' | 'pollingStationId' | 'ngoId' | 'countyId' | 'lastModified'
>

type ReportCall = Pick<CorrectCall, 'db' | 'who'> & {
  readonly body: Pick<CorrectCall['body'], 'observerId' | 'pollingStationId'>
}

/** Locks the reports of the observer, and finds the one that is named. */
async function lockReport({ db, who: { scope }, body }: ReportCall): Promise<Report> {
  await lockObservers(db, [body.observerId])
  const { rows } = await sql<Report>`
    select v.id, v.observer_id, v.polling_station_id, v.ngo_id, v.county_id, v.last_modified
      from visits v
     where v.election_id = ${scope.electionId} and v.observer_id = ${body.observerId}
       and v.polling_station_id = ${body.pollingStationId}
       and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
       ${andInCounties(scope, sql`v.county_id`)}`.execute(db)
  const [report] = rows
  if (!report) throw new Problem('thing.not-found')
  return report
}

/** The choices of a question that count, its correction if any, and all other choices of the report. */
async function readAnswer(
  tx: Tx,
  { electionId }: Scope,
  { id }: Report,
  questionId: Id<'questions'> | number,
) {
  const stored = await listChoices(tx, electionId, id)
  const counting = (await listCorrections(tx, electionId, id)).filter(({ hasEnded }) => !hasEnded)
  const isOfQuestion = (one: { readonly questionId: number }) => one.questionId === questionId
  return {
    counted: stored.filter(isOfQuestion),
    others: [...stored, ...counting.flatMap(({ own }) => own)].filter((one) => !isOfQuestion(one)),
    correction: counting.find(isOfQuestion),
  }
}

/** The choices that count from now on, in the form version of the answer that they replace. */
async function readCorrected(
  { db, who, body: { questionId, options, ...body } }: CorrectCall,
  { pollingStationId }: Report,
  { own, others }: Readonly<Record<'own' | 'others', readonly DatedChoice[]>>,
): Promise<ResolvedAnswer['choices']> {
  const formVersion = versionIn(own) ?? body.formVersion
  const drafts = [{ questionId, options, formVersion }]
  const [answer] = await settle(
    db,
    who.scope.electionId,
    pollingStationId,
    drafts,
    (_, field) => field,
  )
  if (!answer) throw new Error('An answer says nothing and is no stray')
  const { choices } = answer
  if (isRepeated(own, answer))
    refuse('options', 'This is the observer’s own answer: take the correction back')
  if (formVersion && choices.some((choice) => choice.formVersion !== formVersion))
    refuse('options', 'The version of the form that was answered has no such option')
  const isBegun = own.length > 0 || others.some(({ formId }) => formId === choices[0]?.formId)
  if (!isBegun) refuse('questionId', 'The observer has not begun this form')
  return choices
}

function refuse(field: string, why: string): never {
  throw new Problem('request.invalid', { errors: { [field]: [why] } })
}

const changedMeanwhile = (correction: Correction | undefined) =>
  new Problem('thing.changed-meanwhile', {
    revision: correction?.revision ?? 0,
    fields: ['options'],
  })

/** Refuses a call that began from another answer, or another correction, than those that count. */
function refuseStale(
  was: CorrectCall['body']['was'],
  counted: readonly DatedChoice[],
  correction: Correction | undefined,
): void {
  const seen = was.options.map(({ optionId, value }) => ({ optionId, text: value?.trim() || null }))
  const isSeen = isSameChoice(counted, seen) && was.revision === (correction?.revision ?? 0)
  if (!isSeen) throw changedMeanwhile(correction)
}

/** A question's answer that counts, and the observer's own where that is another. */
type AnswerState = {
  readonly answers: readonly DatedChoice[]
  readonly own: readonly DatedChoice[]
}

/** Replaces the answer that counts, with its figures. The report keeps its moment, which is its observer's. */
async function write(
  call: ActorCall,
  { id, lastModified, ...report }: Report,
  act: 'answers.corrected' | 'answers.correction-taken-back',
  was: AnswerState,
  is: AnswerState,
): Promise<void> {
  const { db, who, now } = call
  const { electionId } = who.scope
  const { tallies } = replacing(was.answers, is.answers)
  const counted = {
    answered: tallies.reduce((sum, one) => sum + one.answered, 0),
    flagged: tallies.reduce((sum, one) => sum + one.flagged, 0),
  }
  const questionIds = [...was.answers, ...is.answers].map(({ questionId }) => questionId)
  await putChoices(db, electionId, id, { questionIds, is: is.answers })
  await countingOf(electionId, [{ id, now: lastModified, ...counted }]).execute(db)
  await mark(db, electionId, visits, [id])
  await endReview(db, who, id, now)
  const { observerId, pollingStationId, countyId, ngoId } = report
  const snapshot = ({ answers, own }: AnswerState) => ({
    ...{ answers: answers.map(datedSnapshot), own: own.map(datedSnapshot) },
    ...{ observerId, pollingStationId, lastModified },
  })
  const line = { act, subject: 'visits', subjectId: id }
  await recordBy(call, { ...line, before: snapshot(was), after: snapshot(is) })
  const flagged = is.answers.some(({ isFlagged }) => isFlagged)
  const payload = { observerId, pollingStationId, countyId, flagged }
  await announce(db, answersReceived, { electionId, ngoId, countyId }, payload)
}
