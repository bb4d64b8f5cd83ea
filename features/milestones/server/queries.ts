import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import { isCounting } from '#kit/server/projections/mark.ts'
import type { Milestone, MilestoneDraft } from '../contract.ts'
import { isAsked, withSubjects } from './owed-queries.ts'

const columns = sql`
  m.id, m.name, m.kind, m.form_id, m.question_id, m.notification_id,
  coalesce(q.code, f.code, n.title) as "of", m.due_at, m.due_after_min as due_after_minutes, m.for_station,
  m.revision, m.changes`

/** What is due by when, the earliest first; what follows from the shift comes first of all. */
export async function listMilestones(db: Db, scope: Scope): Promise<Milestone[]> {
  const { rows } = await sql<Milestone>`
    select ${columns},
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

export type StoredMilestone = Omit<
  Milestone,
  'expected' | 'excused' | 'isAsked' | 'isCounting' | 'of'
>

/** Milestones, locked for this transaction. */
export async function lockMilestones(
  tx: Tx,
  { electionId }: Scope,
  ids: readonly Id<'milestones'>[],
  { isDeleted } = { isDeleted: false },
): Promise<StoredMilestone[]> {
  const { rows } = await sql<StoredMilestone>`
    select m.id, m.name, m.kind, m.form_id, m.question_id, m.notification_id, m.due_at,
           m.due_after_min as due_after_minutes, m.for_station, m.revision, m.changes
      from milestones m
     where m.election_id = ${electionId} and m.id = any(${ids}::integer[])
       and m.deleted_at is ${isDeleted ? sql`not null` : sql`null`}
     order by m.id for no key update`.execute(tx)
  return rows
}

type Deadline = { readonly dueAt: Date | null; readonly dueAfterMinutes: number | null }

export type MilestoneValues = Omit<MilestoneDraft, 'dueAt' | 'dueAfterMinutes'> & Deadline

/** Adds a milestone; undefined when what fulfils it does not exist in this election. */
export async function insertMilestone(
  tx: Tx,
  { electionId }: Scope,
  said: MilestoneValues,
): Promise<Id<'milestones'> | undefined> {
  const { name, kind, formId = null, questionId = null, notificationId = null } = said
  const { rows } = await sql<{ id: Id<'milestones'> }>`
    insert into milestones (election_id, name, kind, form_id, question_id, notification_id, due_at, due_after_min,
                            for_station)
    select ${electionId}, ${name}, ${kind}, ${formId}::integer, ${questionId}::integer, ${notificationId}::integer,
           ${said.dueAt}::timestamptz, ${said.dueAfterMinutes}::integer, ${said.forStation}
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
  { id, name, forStation, dueAt, dueAfterMinutes }: StoredMilestone,
  changing: string,
): Promise<void> {
  await tx
    .updateTable('milestones')
    .set({ name, forStation, dueAt, dueAfterMin: dueAfterMinutes, changing })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

/** Takes milestones out (`at`: when), or brings them back. */
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
