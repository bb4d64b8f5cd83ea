import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'

/**
 * The observers `o` that a caller may see: those of their organisation, and those who were in their counties or are to
 * be there.
 */
export const inScope = (scope: Scope) =>
  sql`o.election_id = ${scope.electionId}
      and (${scope.ngoId}::integer is null or o.ngo_id = ${scope.ngoId}) ${areIn(scope)}`

const areIn = (scope: Scope): RawBuilder<unknown> =>
  scope.countyIds === null
    ? sql``
    : sql` and (exists (select from visits v
                         where v.election_id = o.election_id and v.observer_id = o.id
                               ${andInCounties(scope, sql`v.county_id`)})
                or exists (select from assignments p
                             join polling_stations t on t.election_id = p.election_id and t.id = p.polling_station_id
                            where p.election_id = o.election_id and p.observer_id = o.id and p.deleted_at is null
                                  ${andInCounties(scope, sql`t.county_id`)}))`
