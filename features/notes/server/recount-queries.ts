import { sql } from 'kysely'
import { holdObserversOf, visitsOf } from '#features/visits/server/recount-queries.ts'
import { type Counter, counter } from '#kit/server/jobs/counter.ts'

/** How many notes a visit has. */
export const noteCounters: readonly Counter[] = [
  counter({
    name: 'visits.notes',
    table: 'visits',
    counts: ['reports'],
    key: ['id'],
    isColumn: true,
    numbers: ['notes'],
    ids: visitsOf,
    atOnce: 5000,
    counted: ({ electionId, within }) => sql`
      select v.id, count(n.id) as notes
        from visits v
        left join notes n on n.election_id = v.election_id and n.visit_id = v.id
       where v.election_id = ${electionId} and ${within(sql`v.id`)}
       group by 1`,
    hold: holdObserversOf,
  }),
]
