import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Head } from '#kit/server/history/history.ts'

/** The first line of an election in which more or less was erased than its erasure lines say. */
export async function findErasedUnsaid(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with erased as (
      select election_id, pg_catalog.count(*) as lines, pg_catalog.min(id) as id from history
       where salt is null group by election_id
    ), said as (
      select subject_id as election_id, pg_catalog.sum((after ->> 'lines')::bigint) as lines from history
       where subject = 'elections' and act = 'elections.people-erased' group by subject_id
    )
    select e.id from erased e left join said s on s.election_id = e.election_id
     where e.lines is distinct from s.lines
     order by e.id limit 1`.execute(db)
  return rows[0]?.id
}

/** Lines that were unsealed when the chain ended there: more may be sealed since. */
export async function countUnsealed(
  db: Db,
  head: Pick<Head, 'historyId'> | undefined,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from history where id > ${head?.historyId ?? 0} limit ${most}
    ) waiting`.execute(db)
  return rows[0]?.total ?? 0
}
