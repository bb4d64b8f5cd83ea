import { sql } from 'kysely'
import { type Projection, projection } from '#kit/server/projections/projection.ts'
import { messages } from './subjects.ts'

/** How many recipients a message has, and how many it reached: lists show it, so a delivery writes it. */
export const messageProjections: readonly Projection[] = [
  projection({
    of: messages,
    table: 'notifications',
    key: ['id'],
    values: ['recipients', 'sent', 'failed', 'opened'],
    isColumn: true,
    isExact: true,
    counted: ({ electionId, within }) => sql`
      select m.id, d.recipients, d.sent, d.failed, d.opened
        from notifications m
       cross join lateral (
         select count(d.state)::integer as recipients,
                count(*) filter (where d.state = 'sent')::integer as sent,
                count(*) filter (where d.state = 'failed')::integer as failed,
                count(*) filter (where d.state = 'opened')::integer as opened
           from deliveries d where d.election_id = ${electionId} and d.notification_id = m.id offset 0) d
       where m.election_id = ${electionId} and ${within(sql`m.id`)}`,
  }),
]
