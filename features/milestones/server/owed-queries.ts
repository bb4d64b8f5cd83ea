import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { epochMs } from '#database/values/epoch.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Slice } from '#kit/server/projections/projection.ts'
import {
  type Done,
  type DueMilestone,
  type Excuse,
  type FormAnswers,
  infoMoment,
  type MessageReach,
  type Plan,
  type Shift,
} from '../owed-domain.ts'
import {
  fileIdsOf,
  type QuestionRow,
  readFileQuestions,
  readQuestions,
} from './owed/question-queries.ts'

/** A shift with the county from its row of figures, and whether that row must be recounted. */
export type PlacedShift = Shift & {
  readonly countyId: number
  readonly isStale: boolean
}

export type ReadPlan = Omit<Plan, 'shifts'> & { readonly shifts: readonly PlacedShift[] }

type Milestone = DueMilestone & { readonly notificationId: number | null }

/** Milestones `m` with the form `f`, question `q` or message `n` that they are about. */
export const withSubjects = sql`
  milestones m
  left join questions q on q.election_id = m.election_id and q.id = m.question_id
  left join forms f on f.election_id = m.election_id and f.id = coalesce(m.form_id, q.form_id)
  left join notifications n on n.election_id = m.election_id and n.id = m.notification_id`

/** Whether milestone `m` can be fulfilled: its form is published with its question, or its message is not cancelled. */
export const isAsked = sql`
  (n.taken_back_at is null
   and (f.id is null or f.deleted_at is null and not f.is_draft and f.current_version > 0)
   and (q.id is null
        or exists (select from published_options o
                    where o.election_id = m.election_id and o.form_id = f.id and o.form_version = f.current_version
                      and o.question_id = q.id)))`

/**
 * Everything that decides the expectations at the stations of a slice: also the shifts at other stations of the same
 * teams, and the colleagues there.
 */
export async function readPlan(db: Db | Tx, slice: Slice): Promise<ReadPlan> {
  const { electionId } = slice
  const milestones = await readMilestones(db, electionId)
  const shifts = milestones.length === 0 ? [] : await readShifts(db, slice)
  if (shifts.length === 0)
    return {
      milestones,
      shifts,
      done: [],
      messages: new Map(),
      excuses: [],
      questionsOf: () => new Set(),
    }
  const done = await readDone(db, electionId, milestones, shifts)
  const messages = await readMessages(db, electionId, milestones, shifts)
  const excuses = await readExcuses(db, electionId, shifts)
  return {
    milestones,
    shifts,
    done,
    messages,
    excuses,
    questionsOf: await readFormQuestions(db, electionId),
  }
}

/** These areas, of any level, and all areas in them: an array of their ids. */
export const areasIn = (electionId: number, areaIds: RawBuilder<unknown>) => sql`
  array(
    with recursive inside as (
      select id from areas where election_id = ${electionId} and id = any(${areaIds})
      union
      select n.id from inside i cross join lateral (
        select id from areas where election_id = ${electionId} and parent_id = i.id offset 0) n)
    select id from inside)`

type MilestoneRow = Omit<Milestone, 'audience'> & {
  readonly areaIds: readonly number[] | null
  readonly ngoIds: readonly number[] | null
  readonly isDiaspora: boolean | null
  readonly isMobile: boolean | null
}

async function readMilestones(db: Db | Tx, electionId: number): Promise<readonly Milestone[]> {
  const { rows } = await sql<MilestoneRow>`
    select m.id, m.kind, m.form_id, m.question_id, m.notification_id, ${epochMs('m.due_at')} as due_at,
           case when m.kind = 'form' then ${fileIdsOf(electionId)} else '{}' end as file_ids,
           m.due_after_min as due_after_minutes, m.for_station, ${isAsked} as is_asked,
           coalesce(f.is_diaspora, false) as is_of_diaspora,
           case when m.for_areas <> '{}' then ${areasIn(electionId, sql`m.for_areas`)} end as area_ids,
           nullif(m.for_ngos, '{}') as ngo_ids, m.for_diaspora as is_diaspora, m.for_mobile as is_mobile
      from ${withSubjects}
     where m.election_id = ${electionId} and m.deleted_at is null
     order by m.id`.execute(db)
  const setOf = (ids: readonly number[] | null) => ids && new Set(ids)
  return rows.map(({ areaIds, ngoIds, isDiaspora, isMobile, ...row }) => ({
    ...row,
    audience: { areaIds: setOf(areaIds), ngoIds: setOf(ngoIds), isDiaspora, isMobile },
  }))
}

/** The stations of the slice, those counted as the same ones, and the other stations of their teams. */
async function readShifts(db: Db | Tx, slice: Slice): Promise<readonly PlacedShift[]> {
  const { electionId } = slice
  const placesOf = (stations: RawBuilder<unknown>) => sql`
    (select distinct s.counted_as from polling_stations s where s.election_id = ${electionId} and ${stations})`
  const { rows } = await sql<PlacedShift>`
    with places as materialized (
      select array${placesOf(slice.within(sql`s.id`))} as ids
    ), teams as materialized (
      select distinct a.observer_id, a.from_at, a.until_at
        from assignments a
       where a.election_id = ${electionId} and a.is_mobile and a.polling_station_id > 0 and a.deleted_at is null
         and a.polling_station_id = any(array(
             select s.id from polling_stations s
              where s.election_id = ${electionId} and s.counted_as = any((select ids from places)::integer[])))
    ), also as materialized (
      select array${placesOf(sql`
        s.id = any(array(
          select b.polling_station_id from teams t cross join lateral (
            select polling_station_id from assignments
             where election_id = ${electionId} and observer_id = t.observer_id and from_at = t.from_at
               and until_at = t.until_at and is_mobile and deleted_at is null offset 0) b))`)} as ids
    )
    select a.id as assignment_id, a.observer_id, o.ngo_id, a.polling_station_id as station_id, s.counted_as as place_id,
           s.county_id, p.area_id, c.is_diaspora, a.is_mobile, ${epochMs('a.from_at')} as "from",
           ${epochMs('a.until_at')} as until,
           coalesce(${epochMs('a.began_at')}, ${epochMs('a.from_at')}) as began_at, ${slice.within(sql`a.polling_station_id`)} as is_stale
      from (select id, counted_as, county_id from polling_stations
             where election_id = ${electionId}
               and counted_as = any((select ids from places) || (select ids from also))) s
     cross join lateral (
       select * from assignments
        where election_id = ${electionId} and polling_station_id = s.id and deleted_at is null offset 0) a
     cross join lateral (
       select area_id from polling_stations
        where election_id = ${electionId} and id = s.counted_as and closed_at is null offset 0) p
     cross join lateral (
       select ngo_id, deleted_at, is_test from observers
        where election_id = ${electionId} and id = a.observer_id offset 0) o
     cross join lateral (
       select is_diaspora from areas where election_id = ${electionId} and id = s.county_id offset 0) c
     where o.deleted_at is null and not o.is_test and o.ngo_id = any(array(select g.id from ngos g where g.is_active))
     order by a.id`.execute(db)
  return rows
}

/** One visit, of an observer who has a shift there. */
type VisitRow = {
  readonly id: number
  readonly observerId: number
  readonly placeId: number
  readonly arrivedAt: number | null
  readonly factsAt: number | null
  readonly lastModified: number
}

type AnswersRow = FormAnswers & { readonly visitId: number; readonly firstAt: number }
type NoteRow = { readonly visitId: number; readonly at: number }

async function readDone(
  db: Db | Tx,
  electionId: number,
  milestones: readonly Milestone[],
  shifts: readonly Shift[],
): Promise<Done[]> {
  const kinds = new Set(milestones.map(({ kind }) => kind))
  if (kinds.size === 1 && kinds.has('message')) return []
  const shiftsOf = groupBy(shifts, ({ observerId, placeId }) => `${observerId} ${placeId}`)
  const owners = [...shiftsOf.values()].flatMap(([one]) => (one ? [one] : []))
  const { rows: visits } = await sql<VisitRow>`
    select v.id, v.observer_id, o.place_id, ${epochMs('v.arrived_at')} as arrived_at,
           ${epochMs('v.facts_at')} as facts_at, ${epochMs('v.last_modified')} as last_modified
      from unnest(${arrayOf(owners.map(({ observerId }) => observerId))}::integer[],
                  ${arrayOf(owners.map(({ placeId }) => placeId))}::integer[]) o (observer_id, place_id)
     cross join lateral (
       select id from polling_stations where election_id = ${electionId} and counted_as = o.place_id offset 0) s
     cross join lateral (
       select * from visits
        where election_id = ${electionId} and observer_id = o.observer_id and polling_station_id = s.id
          and set_aside_at is null offset 0) v`.execute(db)
  const visitsOf = groupBy(visits, ({ observerId, placeId }) => `${observerId} ${placeId}`)
  const isApart = ({ observerId, placeId }: VisitRow) => {
    const key = `${observerId} ${placeId}`
    return (shiftsOf.get(key)?.length ?? 0) > 1 || (visitsOf.get(key)?.length ?? 0) > 1
  }
  const isWhole = kinds.has('arrival') || kinds.has('form')
  const together = isWhole ? visits.filter((visit) => !isApart(visit)) : []
  const files = await readFileQuestions(db, electionId)
  const answers = groupBy(
    [
      ...(await readAnswers(db, electionId, { visits: together, isApart: false, files })),
      ...(await readAnswers(db, electionId, {
        ...{ visits: isWhole ? visits.filter(isApart) : [], isApart: true, files },
      })),
    ],
    ({ visitId }) => visitId,
  )
  const questionIds = milestones.flatMap(({ questionId, fileIds = [] }) =>
    questionId === null ? fileIds : [questionId],
  )
  const questions = groupBy(
    await readQuestions(db, electionId, visits, {
      answered: questionIds.filter((id) => !files.includes(id)),
      files: questionIds.filter((id) => files.includes(id)),
    }),
    ({ visitId }) => visitId,
  )
  const notes = groupBy(
    await readNotes(db, electionId, kinds.has('arrival') ? visits : []),
    ({ visitId }) => visitId,
  )
  return [...visitsOf.values()].flatMap((own) => doneIn(own, { answers, questions, notes }))
}

type ReportedOn = {
  readonly answers: ReadonlyMap<number, readonly AnswersRow[]>
  readonly questions: ReadonlyMap<number, readonly QuestionRow[]>
  readonly notes: ReadonlyMap<number, readonly NoteRow[]>
}

function doneIn(visits: readonly VisitRow[], { answers, questions, notes }: ReportedOn): Done[] {
  const [first] = visits
  if (!first) return []
  const forms = visits.flatMap(({ id }) => answers.get(id) ?? [])
  const infoAt = visits.flatMap(({ arrivedAt, factsAt }) =>
    factsAt === null ? [] : [infoMoment(arrivedAt, factsAt)],
  )
  // The last submission may be the departure, which has no other time.
  const last = visits.flatMap(({ lastModified, factsAt }) =>
    lastModified === factsAt ? [] : [lastModified],
  )
  return [
    {
      observerId: first.observerId,
      placeId: first.placeId,
      moments: [
        ...[...infoAt, ...last, ...forms.map(({ firstAt }) => firstAt)],
        ...visits.flatMap(({ id }) => notes.get(id) ?? []).map(({ at }) => at),
      ],
      infoAt,
      forms,
      questions: visits.flatMap(({ id }) => questions.get(id) ?? []),
    },
  ]
}

/** The answers of visits, by form, and where they are told apart by question. */
async function readAnswers(
  db: Db | Tx,
  electionId: number,
  {
    visits,
    isApart,
    files,
  }: {
    readonly visits: readonly VisitRow[]
    readonly isApart: boolean
    readonly files: readonly number[]
  },
): Promise<readonly AnswersRow[]> {
  if (visits.length === 0) return []
  const question = isApart ? sql`a.question_id` : sql`null::integer`
  const isMixed = isApart ? sql`true` : sql`min(a.form_version) < max(a.form_version)`
  const { rows } = await sql<AnswersRow>`
    select v.id as visit_id, n.form_id, n.question_ids, n.questions, n.version, ${epochMs('n.at')} as at,
           ${epochMs('n.first_at')} as first_at
      from unnest(${arrayOf(visits.map(({ id }) => id))}::integer[]) v (id)
     cross join lateral (
       select a.form_id, count(distinct a.question_id)::integer as questions, max(a.form_version) as version,
              case when ${isMixed} then jsonb_agg(distinct a.question_id) end as question_ids,
              max(a.received_at) as at, min(a.received_at) as first_at
         from answers a
        where a.election_id = ${electionId} and a.visit_id = v.id and a.question_id <> all(${arrayOf(files)}::integer[])
        group by a.form_id, ${question} offset 0) n`.execute(db)
  return rows
}

async function readNotes(
  db: Db | Tx,
  electionId: number,
  visits: readonly VisitRow[],
): Promise<readonly NoteRow[]> {
  if (visits.length === 0) return []
  const { rows } = await sql<NoteRow>`
    select v.id as visit_id, ${epochMs('n.received_at')} as at
      from unnest(${arrayOf(visits.map(({ id }) => id))}::integer[]) v (id)
     cross join lateral (
       select received_at from notes where election_id = ${electionId} and visit_id = v.id offset 0) n`.execute(
    db,
  )
  return rows
}

type Reached = {
  readonly milestoneId: number
  readonly observerId: number
  readonly openedAt: number | null
}

/** The recipients of each milestone's message; opening any version of a rewritten message counts. */
async function readMessages(
  db: Db | Tx,
  electionId: number,
  milestones: readonly Milestone[],
  shifts: readonly Shift[],
): Promise<ReadonlyMap<number, MessageReach>> {
  const due = milestones.flatMap(({ id, notificationId }) =>
    notificationId === null ? [] : [{ id, notificationId }],
  )
  if (due.length === 0) return new Map()
  const observerIds = [...new Set(shifts.map(({ observerId }) => observerId))]
  const { rows } = await sql<Reached>`
    select m.id as milestone_id, d.observer_id,
           ${epochMs('opened_at')} as opened_at
      from unnest(${arrayOf(due.map(({ id }) => id))}::integer[],
                  ${arrayOf(due.map(({ notificationId }) => notificationId))}::integer[]) m (id, notification_id)
     cross join lateral (
       select array_agg(id) as ids from notifications
        where election_id = ${electionId} and (id = m.notification_id or again_of = m.notification_id) offset 0) w
     cross join unnest(${arrayOf(observerIds)}::integer[]) o (id)
     cross join lateral (
       select d.observer_id from deliveries d
        where d.election_id = ${electionId} and d.notification_id = m.notification_id and d.observer_id = o.id
       offset 0) d
     cross join lateral (
       select min(e.at) filter (where e.state = 'opened') as opened_at from deliveries e
        where e.election_id = ${electionId} and e.notification_id = any(w.ids) and e.observer_id = o.id offset 0) e`.execute(
    db,
  )
  const each = groupBy(rows, ({ milestoneId }) => milestoneId)
  return new Map(
    [...each].map(([id, some]) => [
      id,
      new Map(some.map(({ observerId, openedAt }) => [observerId, openedAt])),
    ]),
  )
}

async function readExcuses(
  db: Db | Tx,
  electionId: number,
  shifts: readonly Shift[],
): Promise<readonly Excuse[]> {
  const { rows } = await sql<Excuse>`
    select e.assignment_id, e.milestone_id, ${epochMs('e.excused_at')} as at, e.excused_by as by
      from excuses e
     where e.election_id = ${electionId}
       and e.assignment_id = any(${arrayOf(shifts.map(({ assignmentId }) => assignmentId))}::integer[])`.execute(
    db,
  )
  return rows
}

/** The questions in each version of the due forms. */
async function readFormQuestions(db: Db | Tx, electionId: number): Promise<Plan['questionsOf']> {
  const files = await readFileQuestions(db, electionId)
  const { rows } = await sql<{ formId: number; formVersion: number; questionIds: number[] }>`
    select m.form_id, o.form_version, o.question_ids
      from (select distinct form_id from milestones
             where election_id = ${electionId} and form_id is not null and deleted_at is null) m
     cross join lateral (
       select form_version, jsonb_agg(distinct question_id) as question_ids from published_options
        where election_id = ${electionId} and form_id = m.form_id and question_id <> all(${arrayOf(files)}::integer[]) group by form_version offset 0) o`.execute(
    db,
  )
  const known = new Map(
    rows.map((row) => [`${row.formId} ${row.formVersion}`, new Set(row.questionIds)]),
  )
  return (formId, version) => known.get(`${formId} ${version}`) ?? new Set()
}
