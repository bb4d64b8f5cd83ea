import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { plannedStations } from '#features/assignments/server/subjects.ts'
import { forms } from '#features/forms/server/subjects.ts'
import { messages, readers } from '#features/notifications/server/subjects.ts'
import { merging } from '#features/places/server/subjects.ts'
import { mark, markAll, type Subject } from '#kit/server/projections/mark.ts'
import {
  type FollowUp,
  projection,
  type Slice,
  type Spread,
} from '#kit/server/projections/projection.ts'
import { type OwedPair, owedPairs } from '../owed-domain.ts'
import { type PlacedShift, readPlan } from './owed-queries.ts'
import { owedTotals } from './state-queries.ts'

/** Stations by their expectations, the only figures that a milestone changes. */
export const owedStations: Subject = { name: 'owed', rows: 'polling_stations' }

/** Counties by their expectations. */
const owedCounties: Subject = { name: 'owed counties', rows: 'areas' }

/** The expectations at the stations of a slice, computed by `owedPairs`. */
async function decideOwed(db: Db | Tx, slice: Slice): Promise<RawBuilder<unknown>> {
  const plan = await readPlan(db, slice)
  const placed = new Map(plan.shifts.map((shift) => [shift.assignmentId, shift]))
  const rows = owedPairs(plan).flatMap((pair) => {
    const shift = placed.get(pair.shift.assignmentId)
    return shift?.isStale ? [{ pair, shift }] : []
  })
  const numbers = (of: (row: Row) => number | null) => `{${rows.map((row) => String(of(row)))}}`
  const moment = (column: RawBuilder<unknown>) =>
    sql`to_timestamp(${column} / 1000)::timestamptz(3)`
  return sql`
    select r.polling_station_id, r.assignment_id, r.milestone_id, r.observer_id, r.county_id, r.area_id, r.ngo_id,
           ${moment(sql`r.due_ms`)} as due_at, r.progress,
           ${moment(sql`r.done_ms`)} as done_at,
           ${moment(sql`r.excused_ms`)} as excused_at, r.excused_by
      from unnest(${numbers(({ shift }) => shift.stationId)}::integer[],
                  ${numbers(({ shift }) => shift.assignmentId)}::integer[],
                  ${numbers(({ pair }) => pair.milestoneId)}::integer[],
                  ${numbers(({ shift }) => shift.observerId)}::integer[],
                  ${numbers(({ shift }) => shift.countyId)}::integer[],
                  ${numbers(({ shift }) => shift.areaId)}::integer[],
                  ${numbers(({ shift }) => shift.ngoId)}::integer[],
                  ${numbers(({ pair }) => pair.dueAt)}::float8[],
                  ${numbers(({ pair }) => pair.progress)}::smallint[],
                  ${numbers(({ pair }) => pair.doneAt)}::float8[],
                  ${numbers(({ pair }) => pair.excuse?.at ?? null)}::float8[],
                  ${rows.map(({ pair }) => pair.excuse?.by ?? null)}::text[])
             as r (polling_station_id, assignment_id, milestone_id, observer_id, county_id, area_id, ngo_id, due_ms,
                   progress, done_ms, excused_ms, excused_by)`
}

type Row = { readonly pair: OwedPair; readonly shift: PlacedShift }

/** The progress of each shift on each milestone that it owes. */
const expectations = projection({
  of: owedStations,
  table: 'expectations',
  key: ['polling_station_id', 'assignment_id', 'milestone_id'],
  values: [
    ...['observer_id', 'county_id', 'area_id', 'ngo_id', 'due_at', 'progress', 'done_at'],
    ...['excused_at', 'excused_by'],
  ],
  // Keep the first completion time when the observer sends the report again.
  first: ['done_at'],
  decided: decideOwed,
  passesOn: [{ to: owedCounties, column: 'county_id' }],
})

/** Totals of expectations by milestone, due time, county and organisation. */
const expectationCounts = projection({
  of: owedCounties,
  table: 'expectation_counts',
  key: ['county_id', 'ngo_id', 'milestone_id', 'due_at'],
  values: ['expected', 'begun', 'done', 'done_late', 'excused'],
  counted: ({ electionId, within }) => sql`
    select x.county_id, x.ngo_id, x.milestone_id, x.due_at, ${owedTotals}
      from expectations x
     where x.election_id = ${electionId} and ${within(sql`x.county_id`)}
     group by 1, 2, 3, 4`,
})

/** Recomputes the expectations of the whole plan after a change of forms or messages. */
const formsAsked: FollowUp = {
  name: 'milestones of forms',
  of: forms,
  run: async (tx, { electionId, within }) => {
    const { rows } = await sql`
      select from milestones m
        left join questions q on q.election_id = m.election_id and q.id = m.question_id
       where m.election_id = ${electionId} and m.deleted_at is null and ${within(sql`coalesce(m.form_id, q.form_id)`)}
       limit 1`.execute(tx)
    if (rows.length > 0) await markAll(tx, electionId, owedStations)
    return false
  },
}

/** Drops the expectations of a due message that was cancelled. */
const messagesTakenBack: FollowUp = {
  name: 'milestones of messages',
  of: messages,
  run: async (tx, { electionId, within }) => {
    await mark(
      tx,
      electionId,
      owedStations,
      sql`
        select a.polling_station_id as key
          from deliveries d
         cross join lateral (
           select polling_station_id from assignments
            where election_id = ${electionId} and observer_id = d.observer_id and deleted_at is null offset 0) a
         where d.election_id = ${electionId} and d.notification_id = any(array(
                 select m.notification_id from milestones m
                  where m.election_id = ${electionId} and m.deleted_at is null and ${within(sql`m.notification_id`)}))`,
    )
    return false
  },
}

/** Opening a message changes an observer's progress at each of their stations. */
const fromReaders: Spread = {
  from: readers,
  to: owedStations,
  keys: ({ electionId, within }) => sql`
    select a.polling_station_id as key from assignments a
     where a.election_id = ${electionId} and ${within(sql`a.observer_id`)} and a.deleted_at is null
       and exists (select from milestones m
                    where m.election_id = ${electionId} and m.kind = 'message' and m.deleted_at is null)`,
}

/** A team's reports at one station change its expectations at the others. */
const fromTeams: Spread = {
  from: owedStations,
  to: owedStations,
  keys: ({ electionId, within }) => sql`
    select b.polling_station_id as key
      from (select distinct a.observer_id, a.from_at, a.until_at from assignments a
             where a.election_id = ${electionId} and ${within(sql`a.polling_station_id`)} and a.is_mobile
               and a.polling_station_id > 0) a
     cross join lateral (
       select polling_station_id from assignments
        where election_id = ${electionId} and observer_id = a.observer_id and from_at = a.from_at
          and until_at = a.until_at and is_mobile and deleted_at is null offset 0) b`,
}

const fromPlanned: Spread = { from: plannedStations, to: owedStations }

export const milestoneSpreads: readonly Spread[] = [
  fromReaders,
  fromPlanned,
  merging(owedStations),
  fromTeams,
]
export const milestoneProjections = [formsAsked, messagesTakenBack, expectations, expectationCounts]
