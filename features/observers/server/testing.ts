import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'

/** Gives observers whom a test inserted the row that lists read their activity from. */
export const countNobody = (tx: Tx) =>
  sql`insert into observer_counts (election_id, observer_id)
      select election_id, id from observers on conflict do nothing`.execute(tx)
