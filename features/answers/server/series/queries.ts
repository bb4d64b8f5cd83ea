import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { listSubmissions, listSubmissionsOf } from '#features/visits/server/submission-queries.ts'
import type { ParsedInput, Reply } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { answers } from '../../contract.ts'
import { type Entry, entriesOf } from '../../series-domain.ts'
import { andSeenBy, wordEntries } from '../filled-queries.ts'

/** The entries of a form in one report, newest first; none of a report that the caller may not see. */
export async function listSeries(
  db: Db,
  scope: Scope,
  { observerId, pollingStationId, formId }: ParsedInput<typeof answers.series>['query'],
): Promise<Reply<typeof answers.series>> {
  const { electionId } = scope
  const { rows } = await sql<{ formCode: string; formDescription: string; questionIds: number[] }>`
    select f.code as "formCode", f.description as "formDescription",
           ${questionsOf(electionId, formId)} as "questionIds"
      from visits v join forms f on f.election_id = v.election_id and f.id = ${formId}
     where v.election_id = ${electionId} and v.polling_station_id = ${pollingStationId}
       and v.observer_id = ${observerId} ${andSeenBy(scope)}`.execute(db)
  const [form] = rows
  if (!form) return []
  const submissions = await listSubmissions(db, electionId, observerId, [pollingStationId])
  const entries = entriesOf(submissions.get(pollingStationId) ?? [], new Set(form.questionIds))
  const worded = await wordEntries(
    db,
    scope,
    entries.map(({ choices }) => choices),
    form,
  )
  return entries.map(({ at }, nth) => ({ at, answers: worded[nth] ?? [] })).toReversed()
}

/** The entries of a form in each of several visits, oldest first, regardless of the caller's scope. */
export async function listEntries(
  db: Db,
  { electionId }: Pick<Scope, 'electionId'>,
  formId: number,
  visitIds: readonly Id<'visits'>[],
): Promise<ReadonlyMap<number, readonly Entry[]>> {
  type Row = { id: number; observerId: number; pollingStationId: number; questionIds: number[] }
  const { rows } = await sql<Row>`
    select v.id, v.observer_id as "observerId", v.polling_station_id as "pollingStationId",
           ${questionsOf(electionId, formId)} as "questionIds"
      from unnest(${arrayOf(visitIds)}::integer[]) u (id)
     cross join lateral (
       select * from visits w where w.election_id = ${electionId} and w.id = u.id offset 0) v`.execute(
    db,
  )
  const submissions = await listSubmissionsOf(db, electionId, rows)
  return new Map(rows.map((row) => [row.id, entriesOf(submissions(row), new Set(row.questionIds))]))
}

/** All questions of a form, also removed ones. */
const questionsOf = (electionId: Id<'elections'>, formId: number) => sql`
  array(select q.id from questions q where q.election_id = ${electionId} and q.form_id = ${formId})`
