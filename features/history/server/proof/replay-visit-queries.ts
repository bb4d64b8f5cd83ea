import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { groupBy } from '#kit/contract/group.ts'
import {
  type ReplayedAnswer,
  type ReplayedVisit,
  replayedActs,
  type VisitLine,
  visitFaults,
} from '../../replay-domain.ts'
import type { Range } from './replay-queries.ts'

/** A row that differs from history, and where it was reported from, as far as that is known. */
export type Differing = {
  readonly what: string
  readonly pollingStationId: number | null
  readonly faults: readonly string[]
}

/** The visits of a range that differ, with their answers and station info. */
export async function compareVisits(db: Db, range: Range, from: number): Promise<Differing[]> {
  const [rows, answers, lines, noted] = [
    await listVisits(db, range),
    groupBy(await listAnswers(db, range), ({ visitId }) => visitId),
    groupBy(await listVisitLines(db, range, from), ({ visitId }) => visitId),
    await listNoted(db, range),
  ]
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ids = new Set([...byId.keys(), ...answers.keys(), ...lines.keys()])
  return [...ids].flatMap((id) => {
    const row = byId.get(id)
    const ofVisit = lines.get(id) ?? []
    const faults = visitFaults(ofVisit, {
      row,
      answers: answers.get(id) ?? [],
      notedAt: noted.get(id) ?? null,
    })
    const observer = row?.observerId ?? ofVisit[0]?.observerId
    const what = `report ${id} of observer ${observer ?? '?'}`
    return faults.length > 0
      ? [{ what, pollingStationId: row?.pollingStationId ?? null, faults }]
      : []
  })
}

const within = ({ electionId, first, last }: Range, column: string) =>
  sql`election_id = ${electionId} and ${sql.ref(column)} between ${first} and ${last}`

async function listVisits(db: Db, range: Range): Promise<ReplayedVisit[]> {
  const { rows } = await sql<
    Columns<
      'visits',
      | 'id'
      | 'observerId'
      | 'pollingStationId'
      | 'arrivedAt'
      | 'leftAt'
      | 'isUrbanArea'
      | 'isPresidentFemale'
      | 'facts'
      | 'factsAt'
      | 'lastModified'
    >
  >`
    select id, observer_id, polling_station_id, arrived_at, left_at, is_urban_area, is_president_female,
           facts, facts_at, last_modified
      from visits where ${within(range, 'id')}`.execute(db)
  return rows
}

async function listAnswers(
  db: Db,
  range: Range,
): Promise<(ReplayedAnswer & { readonly visitId: number })[]> {
  const { rows } = await sql<
    Columns<
      'answers',
      'visitId' | 'questionId' | 'optionId' | 'formVersion' | 'text' | 'isFlagged' | 'receivedAt'
    >
  >`
    select visit_id, question_id, option_id, form_version, text, is_flagged, received_at
      from answers where ${within(range, 'visit_id')}`.execute(db)
  return rows
}

/** What phones and staff reported on visits since everything was taken back, in order of arrival. */
async function listVisitLines(db: Db, range: Range, from: number): Promise<VisitLine[]> {
  const { rows } = await sql<
    Columns<'history', 'id' | 'at' | 'act' | 'before' | 'after'> & {
      readonly visitId: NonNullable<Column<'history', 'subjectId'>>
      readonly observerId: Column<'history', 'actorId'>
    }
  >`
    select id, subject_id as visit_id, at,
           case when actor_role = 'observer' then actor_id end as observer_id, act, before, after
      from history
     where subject = 'visits' and ${within(range, 'subject_id')} and id > ${from}
       and act = any(${replayedActs})
     order by subject_id, id`.execute(db)
  return rows
}

/** When the newest note of each visit arrived. */
async function listNoted(db: Db, range: Range): Promise<Map<number, Date>> {
  const { rows } = await sql<Columns<'notes', 'visitId'> & { readonly at: Date }>`
    select visit_id, pg_catalog.max(received_at) as at
      from notes where ${within(range, 'visit_id')} group by visit_id`.execute(db)
  return new Map(rows.map(({ visitId, at }) => [visitId, at]))
}
