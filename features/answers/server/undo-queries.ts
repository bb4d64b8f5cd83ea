import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { columnOf } from '#database/values/array.ts'
import type { HeldVisit } from '#features/visits/server/queries.ts'
import { countedAnew } from '#features/visits/server/undo-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { compare, type DatedChoice } from '../domain.ts'
import { shareOfConnection } from './quarter-queries.ts'
import { countTallies } from './report-queries.ts'

/** A rollback of one question at a visit: its current choices, and those to restore. */
export type Rewriting = {
  readonly questionId: number
  readonly was: readonly DatedChoice[]
  readonly is: readonly DatedChoice[]
}

/**
 * Restores the choices of a question, each with its original moment. Their counters are changed in one
 * statement, in the order in which a report changes them.
 */
export async function rewriteAnswers(
  tx: Tx,
  electionId: Id<'elections'>,
  visit: HeldVisit,
  { questionId, was, is }: Rewriting,
): Promise<void> {
  await sql`
    delete from answers
     where election_id = ${electionId} and visit_id = ${visit.id} and question_id = ${questionId}`.execute(
    tx,
  )
  const choices = is.map((choice) => ({ ...choice, alikeIn: [choice.formVersion] }))
  const { tallies } = compare(was, [{ stationId: visit.pollingStationId, questionId, choices }])
  const sum = (what: 'answered' | 'flagged') =>
    tallies.reduce((total, tally) => total + tally[what], 0)
  const moved = visit.isTest ? [] : movementsOf(was, is)
  // As in a report, the rows that others count in as well stand first, because PostgreSQL executes the last
  // part first.
  await sql`
    with counted as (
      ${countTallies(
        electionId,
        visit.isTest ? [] : tallies.map((tally) => ({ ...visit, ...tally })),
      )}
    ), visited as (
      ${countedAnew(electionId, visit.id, { answered: sum('answered'), flagged: sum('flagged') })}
    ), added as (
      insert into answers
        (election_id, visit_id, question_id, option_id, form_id, form_version, text, is_flagged,
         received_at)
      select ${electionId}, ${visit.id}, a.question, a.option, a.form, a.version, a.text, a.is_flagged,
             a.at
        from unnest(${columnOf(is, 'questionId')}::integer[], ${columnOf(is, 'optionId')}::integer[],
                    ${columnOf(is, 'formId')}::integer[], ${columnOf(is, 'formVersion')}::integer[],
                    ${is.map(({ text }) => text)}::text[], ${columnOf(is, 'isFlagged')}::boolean[],
                    ${columnOf(is, 'receivedAt')}::timestamptz[])
             as a (question, option, form, version, text, is_flagged, at)
    )
    insert into report_counts as r (election_id, quarter, ngo_id, share, reports, flagged)
    select ${electionId}, date_bin('15 minutes', m.at, timestamptz 'epoch') as quarter, ${visit.ngoId},
           ${shareOfConnection},
           -- A report is all that was said there at one moment: of other questions something may be left.
           sum(case when exists (select from answers n
                                  where n.election_id = ${electionId} and n.visit_id = ${visit.id}
                                    and n.question_id <> ${questionId} and n.received_at = m.at)
                    then 0 else m.reports end),
           sum(m.flagged)
      from unnest(${columnOf(moved, 'at')}::timestamptz[], ${columnOf(moved, 'reports')}::integer[],
                  ${columnOf(moved, 'flagged')}::integer[]) as m (at, reports, flagged)
     group by quarter
     order by quarter
    on conflict (election_id, quarter, ngo_id, share) do update
      set reports = r.reports + excluded.reports, flagged = r.flagged + excluded.flagged`.execute(
    tx,
  )
}

/** For each moment, whether the question was answered then, and how many of the options are flagged. */
function movementsOf(was: readonly DatedChoice[], is: readonly DatedChoice[]) {
  const moments = new Set([...was, ...is].map(({ receivedAt }) => receivedAt.getTime()))
  const moved = [...moments].map((moment) => {
    const [before, after] = [was, is].map((choices) =>
      choices.filter(({ receivedAt }) => receivedAt.getTime() === moment),
    )
    const flaggedIn = (choices: readonly DatedChoice[] = []) =>
      choices.filter(({ isFlagged }) => isFlagged).length
    return {
      at: new Date(moment),
      reports: Number(Boolean(after?.length)) - Number(Boolean(before?.length)),
      flagged: flaggedIn(after) - flaggedIn(before),
    }
  })
  return moved.filter(({ reports, flagged }) => reports !== 0 || flagged !== 0)
}
