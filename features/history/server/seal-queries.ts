import { sql } from 'kysely'
import { columnOf } from '#database/array.ts'
import type { Database, Tx } from '#database/open.ts'
import type { StoredLine } from '../domain.ts'
import { origin, sealOf } from './links.ts'

/**
 * A line of history `h` in the form in which it is sealed: what may have to be erased one day stands
 * there as its digest, and still does when it was. What is there in spite of that is not believed.
 * One value, because the driver is longer about eleven, of hundreds of lines at once.
 */
export const storedLine = sql<StoredLine>`json_build_array(
  h.id, h.election_id, to_char(h.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  h.actor_role, h.actor_id,
  case when not hides_name(h.actor_role) then h.actor_name
       else encode(case when h.salt is null and h.actor_name = '' then h.name_digest
                        else name_digest(h.salt, h.actor_name) end, 'hex') end,
  h.act, h.subject, h.subject_id,
  case when not hides_content(h.subject, h.act) then h.before::text
       else encode(case when h.salt is null and h.before is null and h.after is null
                        then h.content_digest
                        else content_digest(h.salt, h.before, h.after) end, 'hex') end,
  case when not hides_content(h.subject, h.act) then h.after::text end)`

/** A moment in the life of history: the highest id that was taken, and who was writing then. */
export type Mark = { readonly upTo: number; readonly writers: readonly string[] }

/** What came of trying to seal. */
export type Sealing = {
  readonly sealed: number
  /** All up to the mark; or somebody who began before it may still commit, or another one seals. */
  readonly state: 'done' | 'more' | 'not-yet'
}

/** Whoever writes history holds this lock on it from before they take an id until they have ended. */
const writing = sql`
  relation = 'history'::regclass and mode = 'RowExclusiveLock'
  and database = (select oid from pg_database where datname = current_database())`

/** Marks this moment, where there is anything to seal; undefined where there is not. */
export async function markNow({ primary }: Database): Promise<Mark | undefined> {
  const { rows } = await sql<{ upTo: number }>`
    select last_value as up_to from history_id_seq
     where (select max(id) from history)
           > coalesce((select max(history_id) from history_seals), 0)`.execute(primary)
  const upTo = rows[0]?.upTo
  if (upTo === undefined) return undefined
  // After the ids, in a statement of its own: whoever took one of them is among these, or has ended.
  const { rows: writers } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks where ${writing}`.execute(primary)
  return { upTo, writers: writers.map(({ writer }) => writer) }
}

/**
 * Seals some lines in the order of their ids, up to the mark, once nobody can add one below it.
 *
 * Ids are taken in one order and committed in another: sealing whatever is there would leave out
 * a line that commits a moment later under a lower id. So nothing is sealed until every
 * transaction that was writing at the mark has ended, as PostgreSQL itself waits when it makes an
 * index beside its writers; they wait for nothing. What is sealed is never looked at again, and an
 * id that is still missing was rolled back. Nothing is kept between two batches but the chain:
 * whoever comes next, after a crash or elsewhere, goes on where it ends.
 */
export async function sealSome(tx: Tx, mark: Mark, most: number, now: Date): Promise<Sealing> {
  const { rows } = await sql<{ isFree: boolean; isOver: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('history.seal', 0)) as is_free,
           not exists (select from pg_locks
                        where ${writing} and virtualtransaction = any(${mark.writers}::text[]))
             as is_over`.execute(tx)
  if (!rows[0]?.isFree || !rows[0].isOver) return { sealed: 0, state: 'not-yet' }
  // Statements of their own: they see what was committed before the lock and the look were ours.
  const last = await lastSeal(tx)
  const lines = await listLines(tx, last.historyId, mark.upTo, most)
  let { hash } = last
  const seals = lines.map((line) => {
    hash = sealOf(hash, line)
    const [id] = line
    return { id, hash }
  })
  await insertSeals(tx, last.position, seals, now)
  return { sealed: lines.length, state: lines.length === most ? 'more' : 'done' }
}

type Last = { readonly historyId: number; readonly position: number; readonly hash: Buffer }

async function lastSeal(tx: Tx): Promise<Last> {
  const { rows } = await sql<Last>`
    select history_id, position, hash from history_seals
     order by history_id desc limit 1`.execute(tx)
  return rows[0] ?? { historyId: 0, position: 0, hash: origin }
}

async function listLines(tx: Tx, after: number, upTo: number, most: number): Promise<StoredLine[]> {
  const { rows } = await sql<{ line: StoredLine }>`
    select ${storedLine} as line from history h
     where h.id > ${after} and h.id <= ${upTo} order by h.id limit ${most}`.execute(tx)
  return rows.map(({ line }) => line)
}

const insertSeals = (
  tx: Tx,
  position: number,
  seals: readonly { readonly id: number; readonly hash: Buffer }[],
  now: Date,
) =>
  sql`insert into history_seals (history_id, position, hash, sealed_at)
      select s.id, ${position} + s.place, s.hash, ${now}
        from unnest(${columnOf(seals, 'id')}::bigint[],
                    ${columnOf(seals, 'hash')}::bytea[])
             with ordinality as s (id, hash, place)`.execute(tx)
