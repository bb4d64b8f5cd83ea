import { sql } from 'kysely'
import { type Counter, counter } from '#kit/server/jobs/counter.ts'

/** How many recipients a message has, and how many of them it reached. */
export const notificationCounters: readonly Counter[] = [
  counter({
    table: 'notifications',
    counts: ['messages'],
    key: ['id'],
    isColumn: true,
    numbers: ['recipients', 'sent', 'failed', 'opened'],
    ids: (electionId) => sql`select id from notifications where election_id = ${electionId}`,
    atOnce: 20,
    counted: ({ electionId, within }) => sql`
      select m.id, count(d.state) as recipients,
             count(*) filter (where d.state = 'sent') as sent,
             count(*) filter (where d.state = 'failed') as failed,
             count(*) filter (where d.state = 'opened') as opened
        from notifications m
        left join deliveries d on d.election_id = m.election_id and d.notification_id = m.id
       where m.election_id = ${electionId} and ${within(sql`m.id`)}
       group by 1`,
  }),
]
