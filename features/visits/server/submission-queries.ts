import { sql } from 'kysely'
import * as z from 'zod'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf, columnOf } from '#database/values/array.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Facts } from '../domain.ts'
import {
  questionsIn,
  type Submission,
  type SubmissionLine,
  SubmittedAnswer,
  SubmittedFacts,
  submissionActs,
  submissionOf,
} from '../domain.ts'

/** A repeated submission that changes nothing at its station. */
export type Repeat = {
  readonly observerId: number
  readonly pollingStationId: number
  readonly now: Date
  readonly answers?: readonly SubmittedAnswer[]
  readonly facts?: Partial<Facts>
}

/**
 * SQL that stores repetitions, which history does not record. Only observers with unplaced items need them: they are
 * compared with nothing else.
 */
export const repeatingOf = (electionId: Id<'elections'>, repeats: readonly Repeat[]) => sql`
  insert into repeats (election_id, observer_id, polling_station_id, received_at, answers, facts)
  select ${electionId}, s.observer_id, s.polling_station_id, s.at, s.answers, s.facts
    from unnest(${columnOf(repeats, 'observerId')}::integer[],
                ${columnOf(repeats, 'pollingStationId')}::integer[],
                ${columnOf(repeats, 'now')}::timestamptz[],
                ${repeats.map(({ answers }) => JSON.stringify(answers ?? []))}::jsonb[],
                ${repeats.map(({ facts }) => (facts ? JSON.stringify(facts) : null))}::jsonb[])
         as s (observer_id, polling_station_id, at, answers, facts)
   where (select true from unplaced u
           where u.election_id = ${electionId} and u.observer_id = s.observer_id limit 1)`

/** The stored content of a placed item. */
const PlacedContent = z.object({
  at: z.coerce.date(),
  arrival: z.int(),
  answer: SubmittedAnswer.optional(),
  facts: SubmittedFacts.optional(),
})

/** All submissions of an observer by station, direct and placed, in any order. */
export async function listSubmissions(
  tx: Tx,
  electionId: Id<'elections'>,
  observerId: number,
  stationIds: readonly number[],
): Promise<ReadonlyMap<number, Submission[]>> {
  const theirs = sql`
    election_id = ${electionId} and observer_id = ${observerId}
    and polling_station_id = any(${arrayOf(stationIds)}::integer[])`
  const [lines, repeats, items] = [
    await sql<SubmissionLine & Columns<'visits', 'pollingStationId'>>`
      select v.polling_station_id as "pollingStationId", h.id::float8 as id, h.at, h.before, h.after
        from (select id, polling_station_id from visits where ${theirs} offset 0) v
       cross join lateral (
         select l.id, l.at, l.before, l.after from history l
          where l.election_id = ${electionId} and l.subject = 'visits' and l.subject_id = v.id
            and l.act = any(${submissionActs})
         offset 0) h`.execute(tx),
    await sql<
      Columns<'repeats', 'pollingStationId' | 'receivedAt' | 'answers' | 'facts'> & {
        readonly id: number
      }
    >`
      select polling_station_id as "pollingStationId", id::float8 as id, received_at as "receivedAt",
             answers, facts
        from repeats where ${theirs}`.execute(tx),
    await sql<PlacedRow & Columns<'unplaced', 'pollingStationId'>>`
      select id, polling_station_id as "pollingStationId", said_at as "saidAt", placement,
             array(select one ->> 'what' from jsonb_array_elements(superseded) one) as superseded
        from unplaced where ${theirs} and placement is not null`.execute(tx),
  ]
  const formOf = await findForms(tx, electionId, lines.rows.flatMap(questionsIn))
  const all = [
    ...lines.rows.map((line) => ({
      at: line.pollingStationId,
      submission: submissionOf(line, formOf),
    })),
    ...repeats.rows.map((row) => ({
      at: row.pollingStationId,
      submission: repeatedSubmission(row),
    })),
    ...items.rows.map((row) => ({
      at: row.pollingStationId ?? 0,
      submission: placedSubmission(row),
    })),
  ]
  const grouped = groupBy(all, ({ at }) => at)
  return new Map([...grouped].map(([at, some]) => [at, some.map(({ submission }) => submission)]))
}

/** The form of each question, deleted or not. */
async function findForms(
  tx: Tx,
  electionId: Id<'elections'>,
  questionIds: readonly number[],
): Promise<Map<number, number>> {
  if (questionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; formId: number }>`
    select q.id, q.form_id as "formId" from questions q
     where q.election_id = ${electionId}
       and q.id = any(${arrayOf([...new Set(questionIds)])}::integer[])`.execute(tx)
  return new Map(rows.map(({ id, formId }) => [id, formId]))
}

const repeatedSubmission = ({
  id,
  receivedAt,
  answers,
  facts,
}: Columns<'repeats', 'receivedAt' | 'answers' | 'facts'> & {
  readonly id: number
}): Submission => ({
  arrival: id,
  unplacedId: 0,
  at: receivedAt,
  saidAt: receivedAt,
  answers: z.array(SubmittedAnswer).parse(answers),
  ...(facts !== null && { facts: SubmittedFacts.parse(facts) }),
})

type PlacedRow = Columns<'unplaced', 'id' | 'saidAt' | 'placement'> & {
  readonly superseded: readonly string[]
}

function placedSubmission({ id, saidAt, placement, superseded }: PlacedRow): Submission {
  const { at, arrival, answer, facts } = PlacedContent.parse(placement)
  const answers = answer ? [answer] : []
  return { unplacedId: id, at, arrival, saidAt, superseded, facts, answers }
}
