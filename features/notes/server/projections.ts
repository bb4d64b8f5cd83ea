import { sql } from 'kysely'
import { visits } from '#features/visits/server/subjects.ts'
import { type Projection, projection } from '#kit/server/projections/projection.ts'

/** How many notes a visit has: lists show it, so the transaction of a note writes it. */
export const noteProjections: readonly Projection[] = [
  projection({
    name: 'visits.notes',
    of: visits,
    table: 'visits',
    key: ['id'],
    values: ['notes'],
    isColumn: true,
    isExact: true,
    counted: ({ electionId, within }) => sql`
      select v.id, (select count(*)::integer from notes n
                     where n.election_id = ${electionId} and n.visit_id = v.id) as notes
        from visits v
       where v.election_id = ${electionId} and ${within(sql`v.id`)}`,
  }),
]
