import { sql } from 'kysely'
import { type Counter, counter } from '#kit/server/jobs/counter.ts'
import { importLock } from '#kit/server/sheets/import-lock.ts'

/** A station's county, copied from its area: it is updated in steps, and may lag behind. */
export const placeCounters: readonly Counter[] = [
  counter({
    name: 'polling_stations.county_id',
    table: 'polling_stations',
    counts: ['stations'],
    key: ['id'],
    numbers: ['county_id'],
    ids: (electionId) => sql`select id from polling_stations where election_id = ${electionId}`,
    atOnce: 5000,
    isColumn: true,
    counted: ({ electionId, within }) => sql`
      select s.id,
             case when not exists (select from jobs where name = 'places.move-stations')
                  then a.county_id else s.county_id end as county_id
        from polling_stations s
        join areas a on a.election_id = s.election_id and a.id = s.area_id
       where s.election_id = ${electionId} and ${within(sql`s.id`)}`,
    hold: ({ electionId }) => importLock(electionId, 'places'),
    correct: ({ electionId }) => sql`select move_stations(${electionId}, 200)`,
  }),
]
