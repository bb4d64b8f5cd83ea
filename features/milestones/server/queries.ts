import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { planChanged } from '#features/assignments/contract.ts'
import { isExpected, plannedInCounty } from '#features/assignments/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { findClockTimes } from '#kit/server/clock-times.ts'
import type { ClockTimes } from '#kit/server/election.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { announce } from '#kit/server/live/announce.ts'
import { isCounting, markAll } from '#kit/server/projections/mark.ts'
import type { Audience, Milestone, MilestoneDraft, Reach } from '../contract.ts'
import { areasIn, isAsked, withSubjects } from './owed-queries.ts'
import { owedStations } from './projections.ts'

const columns = sql`
  m.id, m.name, m.kind, m.form_id, m.question_id, m.notification_id, m.due_at,
  m.due_after_min as due_after_minutes, m.for_station,
  -- In the order of the contract: values are compared as text.
  json_build_object('areaIds', m.for_areas, 'ngoIds', m.for_ngos, 'isDiaspora', m.for_diaspora,
                    'isMobile', m.for_mobile) as audience,
  m.revision, m.changes`

const areasOfAudience = sql`
  (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.position, a.id), '[]')
     from areas a where a.election_id = m.election_id and a.id = any(m.for_areas))`

/** The milestones, earliest first; those relative to the shift come before all. */
export async function listMilestones(db: Db, scope: Scope): Promise<Milestone[]> {
  const { rows } = await sql<Milestone>`
    select ${columns}, coalesce(q.code, f.code, n.title) as "of", ${areasOfAudience} as areas,
           c.expected, c.excused,
           ${isAsked} as is_asked, ${isCounting(scope.electionId)} as is_counting
      from ${withSubjects}
     cross join lateral (
       select coalesce(sum(c.expected), 0)::integer as expected, coalesce(sum(c.excused), 0)::integer as excused
         from expectation_counts c
        where c.election_id = m.election_id and c.milestone_id = m.id
          and (${scope.ngoId}::integer is null or c.ngo_id = ${scope.ngoId})
              ${andInCounties(scope, sql`c.county_id`)}) c
     where m.election_id = ${scope.electionId} and m.deleted_at is null
     order by m.due_at nulls first, m.due_after_min, m.id`.execute(db)
  return rows
}

export const listDeleted = (db: Db, { electionId }: Scope) =>
  db
    .selectFrom('milestones')
    .select(['id', 'name'])
    .where('electionId', '=', electionId)
    .where('deletedAt', 'is not', null)
    .orderBy('deletedAt', 'desc')
    .orderBy('id')
    .execute()

export type StoredMilestone = Omit<
  Milestone,
  'expected' | 'excused' | 'isAsked' | 'isCounting' | 'of' | 'areas'
>

/** Milestones, locked for this transaction. */
export async function lockMilestones(
  tx: Tx,
  { electionId }: Scope,
  ids: readonly Id<'milestones'>[],
  { isDeleted } = { isDeleted: false },
): Promise<StoredMilestone[]> {
  const { rows } = await sql<StoredMilestone>`
    select ${columns} from milestones m
     where m.election_id = ${electionId} and m.id = any(${ids}::integer[])
       and m.deleted_at is ${isDeleted ? sql`not null` : sql`null`}
     order by m.id for no key update`.execute(tx)
  return rows
}

type Deadline = { readonly dueAt: Date | null; readonly dueAfterMinutes: number | null }

export type MilestoneValues = Omit<MilestoneDraft, 'dueAt' | 'dueAfterMinutes'> & Deadline

/** How many planned shifts an audience reaches, and how many of them are shorter than so many minutes. */
export async function countReach(
  db: Db,
  { electionId }: Scope,
  { areaIds, ngoIds, isDiaspora, isMobile }: Audience,
  minutes: number,
): Promise<Reach> {
  const conditions = [
    sql`a.election_id = ${electionId} and a.deleted_at is null`,
    sql`o.deleted_at is null and not o.is_test and s.closed_at is null`,
    isExpected,
    areaIds.length > 0 &&
      sql`s.area_id = any(${areasIn(electionId, sql`${arrayOf(areaIds)}::integer[]`)})`,
    ngoIds.length > 0 && sql`o.ngo_id = any(${arrayOf(ngoIds)}::integer[])`,
    isDiaspora !== null && sql`c.is_diaspora = ${isDiaspora}`,
    isMobile !== null && sql`a.is_mobile = ${isMobile}`,
  ].filter((one) => one !== false)
  const { rows } = await sql<Reach>`
    select count(*)::integer as shifts,
           (count(*) filter (where a.until_at - a.from_at < make_interval(mins => ${minutes})))::integer as too_short
      from ${plannedInCounty} where ${sql.join(conditions, sql` and `)}`.execute(db)
  return rows[0] ?? { shifts: 0, tooShort: 0 }
}

/** Whether all areas and organisations that an audience names exist. */
export async function isKnown(
  db: Db,
  { electionId }: Scope,
  { areaIds, ngoIds }: Pick<Audience, 'areaIds' | 'ngoIds'>,
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select array(select id from areas where election_id = ${electionId} and id = any(${arrayOf(areaIds)}::integer[]))
             @> ${arrayOf(areaIds)}::integer[]
           and array(select id from ngos) @> ${arrayOf(ngoIds)}::integer[] as is_known`.execute(db)
  return rows[0]?.isKnown ?? false
}

/** Adds a milestone; undefined if its subject does not exist in this election. */
export async function insertMilestone(
  tx: Tx,
  { electionId }: Scope,
  values: MilestoneValues,
): Promise<Id<'milestones'> | undefined> {
  const { name, kind, formId = null, questionId = null, notificationId = null, audience } = values
  const { rows } = await sql<{ id: Id<'milestones'> }>`
    insert into milestones (election_id, name, kind, form_id, question_id, notification_id, due_at, due_after_min,
                            for_station, for_areas, for_ngos, for_diaspora, for_mobile)
    select ${electionId}, ${name}, ${kind}, ${formId}::integer, ${questionId}::integer, ${notificationId}::integer,
           ${values.dueAt}::timestamptz, ${values.dueAfterMinutes}::integer, ${values.forStation},
           ${arrayOf(audience.areaIds)}::integer[], ${arrayOf(audience.ngoIds)}::integer[], ${audience.isDiaspora}::boolean,
           ${audience.isMobile}::boolean
     where (${formId}::integer is null or exists (
             select from forms f where f.election_id = ${electionId} and f.id = ${formId} and f.deleted_at is null))
       and (${questionId}::integer is null or exists (
             select from questions q where q.election_id = ${electionId} and q.id = ${questionId}))
       and (${notificationId}::integer is null or exists (
             select from notifications n where n.election_id = ${electionId} and n.id = ${notificationId}))
    returning id`.execute(tx)
  return rows[0]?.id
}

export async function updateMilestone(
  tx: Tx,
  { electionId }: Scope,
  { id, name, forStation, dueAt, dueAfterMinutes, audience }: StoredMilestone,
  changing: string,
): Promise<void> {
  await tx
    .updateTable('milestones')
    .set({
      ...{ name, forStation, dueAt, dueAfterMin: dueAfterMinutes, changing },
      ...{ forAreas: audience.areaIds, forNgos: audience.ngoIds },
      ...{ forDiaspora: audience.isDiaspora, forMobile: audience.isMobile },
    })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

/** Deletes milestones (`at`: when), or restores them. */
export async function setMilestonesDeleted(
  tx: Tx,
  { electionId }: Scope,
  ids: readonly Id<'milestones'>[],
  at: Date | null,
): Promise<void> {
  await tx
    .updateTable('milestones')
    .set({ deletedAt: at })
    .where('electionId', '=', electionId)
    .where('id', '=', sql<Id<'milestones'>>`any(${ids}::integer[])`)
    .execute()
}

/** Milestones that are due at a moment, also deleted ones. */
export const dueTimes: ClockTimes = {
  what: 'milestones',
  find: (db, electionId, zones) =>
    findClockTimes(
      db,
      sql`select id, name, due_at as at from milestones
           where election_id = ${electionId} and deleted_at is null and due_at is not null`,
      zones,
    ),
  move: async ({ db, who }, electionId, { from, to }) => {
    const changing = 'name' in who ? who.name : null
    await sql`
      update milestones set due_at = due_at at time zone ${from} at time zone ${to}, changing = ${changing}
       where election_id = ${electionId} and due_at is not null`.execute(db)
    // Expectations depend on shifts, too, which an earlier feature has moved.
    await markAll(db, electionId, owedStations)
    await announce(db, planChanged, { electionId, ngoId: null }, {})
  },
}
