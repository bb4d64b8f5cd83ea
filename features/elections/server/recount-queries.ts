import { sql } from 'kysely'
import type { Eraser } from '#kit/server/election.ts'
import { type Counter, counter } from '#kit/server/jobs/counter.ts'
import { stillTelling } from './erase-queries.ts'

/** How far the erasing of people is: never short of what is done and what is left. */
export const electionCounters = (erasers: readonly Eraser[]): readonly Counter[] => [
  counter({
    name: 'elections.erasing_total',
    table: 'elections',
    counts: ['observers'],
    key: ['id'],
    numbers: ['erasing_total'],
    ids: (electionId) => sql`select ${electionId}::integer as id`,
    kept: ({ electionId, within }) => sql`
      select e.id, e.erasing_total from elections e where e.id = ${electionId} and ${within(sql`e.id`)}`,
    // What is written meanwhile is erased as well, and was not in the estimate.
    counted: ({ electionId, within }) => sql`
      select e.id, least(e.erasing_total, e.erasing_done + ${stillTelling(erasers, sql`e.id`)}) as erasing_total
        from elections e
       where e.id = ${electionId} and e.erasing_total is not null and ${within(sql`e.id`)}`,
    correct: (_slice, differing) => sql`
      update elections e set erasing_total = d.erasing_total from (${differing}) d where e.id = d.id`,
  }),
]
