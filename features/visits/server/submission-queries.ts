import { sql } from 'kysely'
import * as z from 'zod'
import type { Db, Tx } from '#database/open.ts'
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
  db: Db | Tx,
  electionId: Id<'elections'>,
  observerId: number,
  stationIds: readonly number[],
): Promise<ReadonlyMap<number, Submission[]>> {
  const reports = stationIds.map((pollingStationId) => ({ observerId, pollingStationId }))
  const found = await listSubmissionsOf(db, electionId, reports)
  return new Map(reports.map((of) => [of.pollingStationId, found(of)]))
}

/** Names a report: one observer at one station. */
type ReportName = { readonly observerId: number; readonly pollingStationId: number }

const nameOf = ({ observerId, pollingStationId }: ReportName) => `${observerId}/${pollingStationId}`

/** All submissions of several reports, direct and placed, in any order. */
export async function listSubmissionsOf(
  db: Db | Tx,
  electionId: Id<'elections'>,
  reports: readonly ReportName[],
): Promise<(of: ReportName) => Submission[]> {
  const each = [...new Map(reports.map((of) => [nameOf(of), of])).values()]
  // Report by report: without statistics PostgreSQL would read whole tables.
  const ofEach = sql`
    unnest(${columnOf(each, 'observerId')}::integer[], ${columnOf(each, 'pollingStationId')}::integer[])
      as r (observer_id, polling_station_id)`
  const theirs = sql`
    election_id = ${electionId} and observer_id = r.observer_id
    and polling_station_id = r.polling_station_id`
  const whose = sql`r.observer_id as "observerId", r.polling_station_id as "pollingStationId"`
  const { rows: lines } = await sql<SubmissionLine & ReportName>`
    select ${whose}, h.id::float8 as id, h.at, h.before, h.after
      from ${ofEach}
     cross join lateral (select id from visits where ${theirs} offset 0) v
     cross join lateral (
       select l.id, l.at, l.before, l.after from history l
        where l.election_id = ${electionId} and l.subject = 'visits' and l.subject_id = v.id
          and l.act = any(${submissionActs})
       offset 0) h`.execute(db)
  const { rows: repeats } = await sql<RepeatRow & ReportName>`
    select ${whose}, o.id, o.received_at as "receivedAt", o.answers, o.facts
      from ${ofEach}
     cross join lateral (
       select id::float8 as id, received_at, answers, facts from repeats where ${theirs} offset 0) o`.execute(
    db,
  )
  const { rows: items } = await sql<PlacedRow & ReportName>`
    select ${whose}, u.id, u.said_at as "saidAt", u.placement,
           array(select one ->> 'what' from jsonb_array_elements(u.superseded) one) as superseded
      from ${ofEach}
     cross join lateral (
       select id, said_at, placement, superseded from unplaced
        where ${theirs} and placement is not null offset 0) u`.execute(db)
  const formOf = await findForms(db, electionId, lines.flatMap(questionsIn))
  const all = [
    ...lines.map((line) => ({ of: nameOf(line), submission: submissionOf(line, formOf) })),
    ...repeats.map((row) => ({ of: nameOf(row), submission: repeatedSubmission(row) })),
    ...items.map((row) => ({ of: nameOf(row), submission: placedSubmission(row) })),
  ]
  const grouped = groupBy(all, ({ of }) => of)
  return (of) => grouped.get(nameOf(of))?.map(({ submission }) => submission) ?? []
}

/** The form of each question, deleted or not. */
async function findForms(
  db: Db | Tx,
  electionId: Id<'elections'>,
  questionIds: readonly number[],
): Promise<Map<number, number>> {
  if (questionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; formId: number }>`
    select q.id, q.form_id as "formId" from questions q
     where q.election_id = ${electionId}
       and q.id = any(${arrayOf([...new Set(questionIds)])}::integer[])`.execute(db)
  return new Map(rows.map(({ id, formId }) => [id, formId]))
}

type RepeatRow = Columns<'repeats', 'receivedAt' | 'answers' | 'facts'> & { readonly id: number }

const repeatedSubmission = ({ id, receivedAt, answers, facts }: RepeatRow): Submission => ({
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
