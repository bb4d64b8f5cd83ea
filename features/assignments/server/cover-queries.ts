import { sql } from 'kysely'
import { type Counter, counter } from '#kit/server/jobs/counter.ts'
import { settled } from './expecting-queries.ts'

/** Which stations are covered and visited; and how many are, by area. */
export const coverCounters: readonly Counter[] = [
  counter({
    table: 'station_cover',
    counts: ['reports', 'stations', 'observers', 'test-observers'],
    key: ['polling_station_id', 'ngo_id'],
    numbers: ['area_id', 'covered', 'visited'],
    ids: (electionId) => sql`select id from polling_stations where election_id = ${electionId}`,
    atOnce: 100,
    counted: ({ electionId, within }) => sql`
      select x.polling_station_id, x.ngo_id, x.area_id, x.covered, x.visited
        from cover_at(${electionId}, array(select s.id from polling_stations s
                                            where s.election_id = ${electionId} and ${within(sql`s.counted_as`)})) x
       where ${settled(electionId)}
      union all
      select x.polling_station_id, x.ngo_id, x.area_id, x.covered, x.visited from station_cover x
       where x.election_id = ${electionId} and ${within(sql`x.polling_station_id`)} and not (${settled(electionId)})`,
    hold: ({ electionId }) => sql`select take_counting_turn(${electionId})`,
    correct: ({ electionId }, differing) => sql`
      select cover_now(${electionId}, array(select distinct d.polling_station_id from (${differing}) d))`,
  }),
  counter({
    table: 'cover_counts',
    counts: ['reports', 'stations', 'observers', 'test-observers'],
    key: ['area_id', 'ngo_id'],
    numbers: ['covered', 'visited'],
    ids: (electionId) => sql`select id from areas where election_id = ${electionId}`,
    counted: ({ electionId, within }) => sql`
      select s.area_id, s.ngo_id, sum(s.covered) as covered, sum(s.visited) as visited from station_cover s
       where s.election_id = ${electionId} and ${within(sql`s.area_id`)}
       group by 1, 2`,
  }),
]
