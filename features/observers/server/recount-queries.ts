import { sql } from 'kysely'
import { type Counter, counter } from '#kit/server/jobs/counter.ts'

/** How many observers an organisation has, as a sharded counter. */
export const observerCounters: readonly Counter[] = [
  counter({
    table: 'observer_totals',
    counts: ['observers'],
    key: ['ngo_id'],
    numbers: ['living', 'deleted'],
    ids: () => sql`select id from ngos`,
    atOnce: 20,
    kept: ({ electionId, within }) => sql`
      select t.ngo_id, sum(t.living) as living, sum(t.deleted) as deleted
        from observer_totals t
       where t.election_id = ${electionId} and ${within(sql`t.ngo_id`)}
       group by 1`,
    counted: ({ electionId, within }) => sql`
      select o.ngo_id, count(*) filter (where o.deleted_at is null) as living,
             count(o.deleted_at) as deleted
        from observers o
       where o.election_id = ${electionId} and ${within(sql`o.ngo_id`)}
       group by 1`,
    // A concurrent insert or delete changes both sides by the same amount: the difference stays the same, and
    // another shard takes it without anybody waiting.
    correct: ({ electionId }, differing) => sql`
      insert into observer_totals (election_id, ngo_id, living, deleted)
      select ${electionId}, d.ngo_id, d.living - d.was_living, d.deleted - d.was_deleted
        from (${differing}) d`,
  }),
]
