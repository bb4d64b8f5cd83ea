import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'

/** Adds the missing rows of `observer_counts` for observers that a test inserted; lists need them. */
export const countNobody = (tx: Tx) =>
  sql`insert into observer_counts (election_id, observer_id)
      select election_id, id from observers on conflict do nothing`.execute(tx)
