import { type RawBuilder, sql } from 'kysely'
import { assignedElsewhere } from '#features/assignments/server/elsewhere-queries.ts'
import { inScope, isExpected, plannedThere } from '#features/assignments/server/queries.ts'
import { hasName } from '#features/observers/server/part-queries.ts'
import { areasWithin, countedAs, standsFor } from '#features/places/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { DeploymentFilter } from '../contract.ts'
import { andOfNgo } from './deployment-queries.ts'
import { inState } from './state-queries.ts'

/** The assignments `a` that match the filter, whether they owe anything or not. */
export function plannedWhere(
  scope: Scope,
  filter: DeploymentFilter,
  now: Date,
): RawBuilder<unknown> {
  const { countyId, areaId, ngoId, observerId, pollingStationId, name } = filter
  const conditions = [
    inScope(scope),
    isExpected,
    countyId !== undefined && sql`s.county_id = ${countyId}`,
    areaId !== undefined && sql`s.area_id in ${areasWithin(scope.electionId, areaId)}`,
    ngoId !== undefined && sql`o.ngo_id = ${ngoId}`,
    observerId !== undefined && sql`a.observer_id = ${observerId}`,
    pollingStationId !== undefined && sql`s.id = ${standsFor(scope.electionId, pollingStationId)}`,
    filter.elsewhere && sql`a.id = any(${assignedElsewhere(scope, now)})`,
    name !== undefined && hasName(name),
  ].filter((one) => one !== false && one !== undefined)
  return sql.join(conditions, sql` and `)
}

/** Filters expectations `x` by place, observer or organisation, which every row has. */
export const owedWhere = (
  scope: Scope,
  filter: DeploymentFilter,
  now: Date,
): RawBuilder<unknown> => {
  const { countyId, areaId, ngoId, observerId, pollingStationId } = filter
  const conditions = [
    sql`x.election_id = ${scope.electionId}`,
    countyId !== undefined && sql`x.county_id = ${countyId}`,
    areaId !== undefined && sql`x.area_id in ${areasWithin(scope.electionId, areaId)}`,
    ngoId !== undefined && sql`x.ngo_id = ${ngoId}`,
    observerId !== undefined && owedBy(scope, observerId),
    pollingStationId !== undefined &&
      sql`x.polling_station_id in ${countedAs(scope.electionId, standsFor(scope.electionId, pollingStationId))}`,
    filter.elsewhere && sql`x.assignment_id = any(${assignedElsewhere(scope, now)})`,
  ].filter((one) => one !== false && one !== undefined)
  return sql`${sql.join(conditions, sql` and `)}
    ${andOfNgo(scope, sql`x.ngo_id`)} ${andInCounties(scope, sql`x.county_id`)}`
}

/** Filters expectations `x` by observer, through assignments, which have an index for it. */
const owedBy = ({ electionId }: Scope, observerId: Id<'observers'>) => sql`
  x.assignment_id = any(array(select a.id from assignments a
                               where a.election_id = ${electionId} and a.observer_id = ${observerId} and a.deleted_at is null))`

/**
 * Since when `a` is silent: since the observer's last report, `w`, or the beginning of their shift. An observer is not
 * silent who is off shift, only tests, is assigned to a closed station, or is excused from everything they owe.
 */
export const silentSince = sql`greatest(a.from_at, w.last_seen)`
/** Joins the counts `w` with the observer's last sign. */
export const lastSeen = sql`
  cross join lateral (
    select last_seen from observer_counts
     where election_id = a.election_id and observer_id = a.observer_id offset 0) w`
const isSilent = ({ electionId }: Scope, minutes: number, now: Date) => sql`
  a.until_at > ${now} and not o.is_test and s.closed_at is null and ${silentSince} <= ${new Date(now.getTime() - minutes * 60_000)}
  -- Few assignments have an excuse: only of these what is owed is read.
  and (a.id not in (select e.assignment_id from excuses e where e.election_id = ${electionId})
    or (select bool_and(x.progress < 2 and x.excused_at is not null) from expectations x
         where x.election_id = a.election_id and x.assignment_id = a.id) is not true)`

/** Observers silent for a time, longest first. */
export const ofSilent = (
  scope: Scope,
  filter: DeploymentFilter & { readonly silentMinutes: number },
  now: Date,
) => sql`
  select a.id, ${silentSince} as first_at, c.position, c.id as county_id, s.number
    from ${plannedThere(scope, filter)} ${lastSeen}
   where ${plannedWhere(scope, filter, now)} and ${isSilent(scope, filter.silentMinutes, now)} ${andOwing(filter, now)}`

/** Filters assignments `a` by milestone and state. */
const andOwing = ({ milestoneId, state }: DeploymentFilter, now: Date) =>
  milestoneId === undefined && state === undefined
    ? sql``
    : sql` and exists (
        select from expectations x
         where x.election_id = a.election_id and x.assignment_id = a.id
               ${milestoneId === undefined ? sql`` : sql`and x.milestone_id = ${milestoneId}`}
               ${state === undefined ? sql`` : sql`and ${inState(state, now)}`})`
