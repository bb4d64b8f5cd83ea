import { sql } from 'kysely'
import { settled } from '#features/assignments/server/expecting-queries.ts'
import { type Counter, counter } from '#kit/server/jobs/counter.ts'

const stationsOf = (electionId: number) =>
  sql`select id from polling_stations where election_id = ${electionId}`

/** What is owed and how far it is, by station; and how many owe what, by county. */
export const milestoneCounters: readonly Counter[] = [
  counter({
    table: 'expectations',
    counts: ['reports', 'stations', 'observers', 'test-observers'],
    key: ['polling_station_id', 'assignment_id', 'milestone_id'],
    numbers: ['progress', 'county_id', 'area_id', 'ngo_id', 'observer_id'],
    moments: ['due_at'],
    ids: stationsOf,
    atOnce: 100,
    isComplete: true,
    counted: ({ electionId, within }) => sql`
      select x.polling_station_id, x.assignment_id, x.milestone_id, x.progress, x.county_id, x.area_id, x.ngo_id,
             x.observer_id, x.due_at
        from expected_at(${electionId}, array(select s.id from polling_stations s
                                               where s.election_id = ${electionId} and ${within(sql`s.id`)})) x
       where ${settled(electionId)}
      union all
      select x.polling_station_id, x.assignment_id, x.milestone_id, x.progress, x.county_id, x.area_id, x.ngo_id,
             x.observer_id, x.due_at
        from expectations x
       where x.election_id = ${electionId} and ${within(sql`x.polling_station_id`)} and not (${settled(electionId)})`,
    hold: ({ electionId }) => sql`select take_counting_turn(${electionId})`,
    correct: ({ electionId }, differing) => sql`
      select expect_at(${electionId}, array(select distinct d.polling_station_id from (${differing}) d))`,
  }),
  counter({
    table: 'expectation_counts',
    counts: ['reports', 'stations', 'observers', 'test-observers'],
    key: ['county_id', 'ngo_id', 'milestone_id', 'due_at'],
    numbers: ['expected', 'begun', 'done', 'excused'],
    ids: (electionId) => sql`select id from areas where election_id = ${electionId}`,
    atOnce: 10,
    counted: ({ electionId, within }) => sql`
      select x.county_id, x.ngo_id, x.milestone_id, x.due_at, count(*) as expected,
             count(*) filter (where x.progress = 1 and x.excused_at is null) as begun,
             count(*) filter (where x.progress = 2) as done,
             count(*) filter (where x.progress < 2 and x.excused_at is not null) as excused
        from expectations x
       where x.election_id = ${electionId} and ${within(sql`x.county_id`)}
       group by 1, 2, 3, 4`,
  }),
]
