import { sql } from 'kysely'
import type { Subject } from '#kit/server/projections/mark.ts'
import type { Spread } from '#kit/server/projections/projection.ts'

export const stations: Subject = { name: 'stations', rows: 'polling_stations' }
export const areas: Subject = { name: 'areas', rows: 'areas' }

/** Merged stations are counted as one. */
export const merging = (of: Subject): Spread => ({
  from: of,
  to: of,
  keys: ({ electionId, within }) => sql`
    select s.id as key
      from (select distinct m.counted_as from polling_stations m
             where m.election_id = ${electionId} and m.merged_into is not null
               and (${within(sql`m.id`)} or ${within(sql`m.counted_as`)})) g
     cross join lateral (
       select id from polling_stations where election_id = ${electionId} and counted_as = g.counted_as offset 0) s`,
})
