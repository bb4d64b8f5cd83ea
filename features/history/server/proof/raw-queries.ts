import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { momentText } from '#database/values/moment.ts'
import type { ChainLink, RawLine } from '../../contract.ts'

/**
 * A line of history `h`, column by column. The functions that write it down are PostgreSQL's own and
 * schema-qualified, so that nothing added to the database answers in their place. One value, because the
 * driver takes longer over fourteen, for hundreds of lines at once.
 */
export const rawLine = sql<RawLine>`pg_catalog.json_build_array(
  h.id, h.election_id, ${momentText('h.at')},
  h.actor_role, h.actor_id, h.actor_name, h.act, h.subject, h.subject_id, h.before::pg_catalog.text,
  h.after::pg_catalog.text, h.salt, pg_catalog.encode(h.name_digest, 'hex'),
  pg_catalog.encode(h.content_digest, 'hex'))`

/** Lines after one, up to another, in id order. */
export async function listRaw(
  db: Db | Tx,
  { after, upTo }: { readonly after: number; readonly upTo: number },
  most: number,
): Promise<RawLine[]> {
  const { rows } = await sql<{ line: RawLine }>`
    select ${rawLine} as line from history h
     where h.id > ${after} and h.id <= ${upTo} order by h.id limit ${most}`.execute(db)
  return rows.map(({ line }) => line)
}

/** Seals and lines after the id, side by side, up to `most` seals. */
export async function listLinks(db: Db, after: number, most: number): Promise<ChainLink[]> {
  const { rows } = await sql<ChainLink>`
    with s as materialized (
      select history_id, position, hash from history_seals
       where history_id > ${after} order by history_id limit ${most}
    ), l as materialized (
      select h.id, ${rawLine} as line from history h
       where h.id > ${after} and h.id <= (select pg_catalog.max(history_id) from s)
    )
    select coalesce(l.id, s.history_id) as history_id, s.position,
           pg_catalog.encode(s.hash, 'hex') as hash, l.line
      from s full join l on l.id = s.history_id
     order by 1`.execute(db)
  return rows
}
