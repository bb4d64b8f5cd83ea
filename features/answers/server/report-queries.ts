import { type RawBuilder, sql } from 'kysely'
import { columnOf, inElection } from '#database/values/array.ts'
import { countingOf, insertionOf } from '#features/visits/server/queries.ts'
import { visits } from '#features/visits/server/subjects.ts'
import { type Repeat, repeatingOf } from '#features/visits/server/submission-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { recordingOf } from '#kit/server/history/history.ts'
import { type AudiencePayload, announcing } from '#kit/server/live/announce.ts'
import { marking } from '#kit/server/projections/mark.ts'
import { answersReceived } from '../contract.ts'
import { datedSnapshot } from '../corrections-domain.ts'
import type { Choice, ChoiceDifference } from '../domain.ts'
import { endingOf } from './corrections/queries.ts'
import type { VisitChange } from './stored-queries.ts'

/**
 * Writes the changes of reports: visits, answers, history, marks for the projector, and the events to announce,
 * in one statement, because round trips dominate the time of a report.
 *
 * The visits are locked, so no other transaction adds answers to them. PostgreSQL therefore need not look up each
 * answer before the insert, as `on conflict` would.
 *
 * Parts that would do nothing are left out. A generic plan is kept for all batches only where it costs no
 * more than one for each, and PostgreSQL assumes ten rows for an empty part: it made a plan for each batch.
 */
export function writingOf(
  electionId: Id<'elections'>,
  changes: readonly VisitChange[],
  repeats: readonly Repeat[],
): RawBuilder<unknown> {
  const counted = changes.map((change) => ({
    answered: sum(change, 'answered'),
    flagged: sum(change, 'flagged'),
    ...change.visit,
  }))
  // A report by telephone is stored alone.
  const clerk = changes[0]?.who.clerk
  const byTelephone = clerk
    ? ({ role: clerk.role, act: 'answers.telephoned' } as const)
    : ({ role: 'observer', act: 'answers.received' } as const)
  const made = counted.filter(({ isNew }) => isNew)
  const known = counted.filter(({ isNew }) => !isNew)
  const ended = changes.flatMap(({ visit, ended }) =>
    ended.map(({ questionId }) => ({ visitId: visit.id, questionId })),
  )
  const parts = [
    made.length > 0 && sql`made as (${insertionOf(electionId, made)})`,
    known.length > 0 && sql`visited as (${countingOf(electionId, known)})`,
    ...answerParts(electionId, changes),
    ended.length > 0 && sql`ended as (${endingOf(electionId, ended)})`,
    sql`marked as (${marking(
      electionId,
      visits,
      changes.map(({ visit }) => visit.id),
    )})`,
    sql`recorded as (${recordingOf(
      { electionId, ...byTelephone, subject: 'visits' },
      changes.map(auditEntry),
    )})`,
    repeats.length > 0 && sql`repeated as (${repeatingOf(electionId, repeats)})`,
  ].filter((part) => part !== false)
  return sql`
    with ${sql.join(parts)}
    ${announcing(
      answersReceived,
      changes.map((change) => announced(electionId, change)),
    )}`
}

/** The statement's parts that insert and delete answers. */
function answerParts(electionId: Id<'elections'>, changes: readonly VisitChange[]) {
  // The spread comes last in each: V8 takes ten times as long, and five times the memory, for an object that
  // gets further properties after it was copied.
  const gone = changes.flatMap(({ visit, gone }) =>
    gone.map((one) => ({ visitId: visit.id, ...one })),
  )
  const reworded = changes.flatMap(({ visit, now, reworded }) =>
    reworded.map((one) => ({ visitId: visit.id, now: one.madeAt ?? now, ...one })),
  )
  const added = changes.flatMap(({ visit, now, added }) =>
    added.map((one) => ({ visitId: visit.id, now: one.madeAt ?? now, ...one })),
  )
  return [
    added.length > 0 && sql`added as (${addingOf(electionId, added)})`,
    reworded.length > 0 && sql`reworded as (${rewordingOf(electionId, reworded)})`,
    gone.length > 0 && sql`gone as (${removingOf(electionId, gone)})`,
  ]
}

type OfVisit = Choice & { readonly visitId: number }
type CountedAnswer = OfVisit & { readonly now: Date }

/** Few reports have values: others do not name the column. */
function addingOf(electionId: Id<'elections'>, added: readonly CountedAnswer[]) {
  const [column, array] = added.some(({ value }) => value !== undefined)
    ? [sql`, value`, sql`, ${added.map(({ value }) => value ?? null)}::text[]`]
    : [sql``, sql``]
  return sql`
  insert into answers
    (election_id, visit_id, question_id, option_id, form_id, form_version, text, is_flagged,
     received_at${column})
  select ${electionId}, a.visit, a.question, a.option, a.form, a.version, a.text, a.is_flagged, a.at${column}
    from unnest(${columnOf(added, 'visitId')}::integer[],
                ${columnOf(added, 'questionId')}::integer[],
                ${columnOf(added, 'optionId')}::integer[],
                ${columnOf(added, 'formId')}::integer[],
                ${columnOf(added, 'formVersion')}::integer[],
                ${added.map(({ text }) => text)}::text[],
                ${columnOf(added, 'isFlagged')}::boolean[],
                ${columnOf(added, 'now')}::timestamptz[]${array})
         as a (visit, question, option, form, version, text, is_flagged, at${column})`
}

const rewordingOf = (electionId: Id<'elections'>, reworded: readonly CountedAnswer[]) => sql`
  update answers n
     set form_version = r.form_version, text = r.text, is_flagged = r.is_flagged,
         received_at = r.received_at, value = r.value
    from ${inElection(
      electionId,
      [
        ...['visit_id', 'question_id', 'option_id', 'form_version', 'text', 'is_flagged'],
        ...['received_at', 'value'],
      ],
      sql`unnest(${columnOf(reworded, 'visitId')}::integer[],
                 ${columnOf(reworded, 'questionId')}::integer[],
                 ${columnOf(reworded, 'optionId')}::integer[],
                 ${columnOf(reworded, 'formVersion')}::integer[],
                 ${reworded.map(({ text }) => text)}::text[],
                 ${columnOf(reworded, 'isFlagged')}::boolean[],
                 ${columnOf(reworded, 'now')}::timestamptz[],
                 ${reworded.map(({ value }) => value ?? null)}::text[])`,
    )} r
   where n.election_id = r.election_id and n.visit_id = r.visit_id
     and n.question_id = r.question_id and n.option_id = r.option_id`

const removingOf = (electionId: Id<'elections'>, gone: readonly OfVisit[]) => sql`
  delete from answers n
   using ${inElection(
     electionId,
     ['visit_id', 'question_id', 'option_id'],
     sql`unnest(${columnOf(gone, 'visitId')}::integer[],
                ${columnOf(gone, 'questionId')}::integer[],
                ${columnOf(gone, 'optionId')}::integer[])`,
   )} g
   where n.election_id = g.election_id and n.visit_id = g.visit_id
     and n.question_id = g.question_id and n.option_id = g.option_id`

const announced = (
  electionId: Id<'elections'>,
  { who, visit: { pollingStationId, countyId }, added, reworded }: VisitChange,
): AudiencePayload<typeof answersReceived> => ({
  audience: { electionId, ngoId: who.ngoId, countyId },
  payload: {
    observerId: who.id,
    countyId,
    pollingStationId,
    flagged: [...added, ...reworded].some(({ isFlagged }) => isFlagged),
  },
})

const sum = ({ tallies }: VisitChange, what: 'answered' | 'flagged') =>
  tallies.reduce((total, tally) => total + tally[what], 0)

/** The history entry of a change. */
const auditEntry = (change: VisitChange) => {
  const { who, now, visit } = change
  const [before, after] = auditSnapshots(change)
  return { at: now, actor: who.clerk ?? who, subjectId: visit.id, before, after }
}

/**
 * Audit snapshots: the choices of the changed questions, before and after. The first of a visit names the
 * station, and an observer who told it by telephone, so that the visit can be replayed from history. Where corrections
 * end, the observer's own choices until then are beside the corrected ones.
 */
const auditSnapshots = ({ who, visit, stored, gone, added, reworded, ended }: VisitChange) => {
  const replaced = new Set([...gone, ...reworded].map(({ optionId }) => optionId))
  const kept = stored.filter(({ optionId }) => !replaced.has(optionId))
  const after = [...kept, ...reworded, ...added].map(choiceSnapshot)
  if (ended.length > 0) {
    const own = ended.flatMap((one) => one.own).map(datedSnapshot)
    return [{ answers: stored.map(choiceSnapshot), own }, { answers: after }] as const
  }
  const [first, ...others] = after
  const { pollingStationId } = visit
  const place = { pollingStationId, ...(who.clerk && { observerId: who.id }) }
  const placed = visit.isNew && first ? [{ ...first, ...place }, ...others] : after
  return [stored.map(choiceSnapshot), placed] as const
}

const choiceSnapshot = ({
  questionId,
  optionId,
  formVersion,
  text,
  isFlagged,
  madeAt,
}: ChoiceDifference['added'][number]) => ({
  questionId,
  optionId,
  formVersion,
  text,
  isFlagged,
  ...(madeAt && { receivedAt: madeAt }),
})
