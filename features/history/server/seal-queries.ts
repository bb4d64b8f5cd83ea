import { sql } from 'kysely'
import { columnOf } from '#database/array.ts'
import type { Database, Tx } from '#database/open.ts'
import type { Head } from '#kit/server/history/history.ts'
import { origin, sealOf } from '../proof-domain.ts'
import { chainStateOf, type KnownHead } from './head-queries.ts'
import { hashing } from './links.ts'
import { listRaw } from './proof/raw-queries.ts'

/** A moment in the life of history: the highest id that was taken, and who was writing then. */
export type SealMark = { readonly upTo: number; readonly writers: readonly string[] }

/** What came of trying to seal. */
export type SealResult = {
  readonly sealed: number
  /** All up to the mark; or somebody who began before it may still commit, or another one seals. */
  readonly state: 'done' | 'more' | 'not-yet' | 'refused'
  /** The last seal that was made; undefined where none was. */
  readonly last?: Head
}

/** How many lines at most, when, and the head that the chain has to hold. */
export type SealRequest = {
  readonly most: number
  readonly now: Date
  readonly known?: KnownHead | undefined
}

/** Whoever writes history holds this lock on it from before they take an id until they have ended. */
const writing = sql`
  relation = 'history'::regclass and mode = 'RowExclusiveLock'
  and database = (select oid from pg_database where datname = current_database())`

/** Marks this moment, where there is anything to seal; undefined where there is not. */
export async function markNow({ primary }: Database): Promise<SealMark | undefined> {
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
export async function sealSome(
  tx: Tx,
  mark: SealMark,
  { most, now, known }: SealRequest,
): Promise<SealResult> {
  const { rows } = await sql<{ isFree: boolean; isOver: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('history.seal', 0)) as is_free,
           not exists (select from pg_locks
                        where ${writing} and virtualtransaction = any(${mark.writers}::text[]))
             as is_over`.execute(tx)
  if (!rows[0]?.isFree || !rows[0].isOver) return { sealed: 0, state: 'not-yet' }
  // Statements of their own: they see what was committed before the lock and the look were ours.
  const { last, isHeld } = await chainStateOf(tx, known)
  if (!isHeld) return { sealed: 0, state: 'refused' }
  const lines = await listRaw(tx, { after: last?.historyId ?? 0, upTo: mark.upTo }, most)
  let hash = last?.hash ?? origin
  const seals = lines.map((line) => {
    hash = sealOf(hash, line, hashing)
    const [id] = line
    return { id, hash }
  })
  const position = last?.position ?? 0
  await insertSeals(tx, position, seals, now)
  const state = lines.length === most ? 'more' : 'done'
  const end = seals.at(-1)
  if (!end) return { sealed: 0, state }
  const made = { position: position + seals.length, historyId: end.id, hash, sealedAt: now }
  return { sealed: seals.length, state, last: made }
}

const insertSeals = (
  tx: Tx,
  position: number,
  seals: readonly { readonly id: number; readonly hash: string }[],
  now: Date,
) =>
  sql`insert into history_seals (history_id, position, hash, sealed_at)
      select s.id, ${position} + s.place, decode(s.hash, 'hex'), ${now}
        from unnest(${columnOf(seals, 'id')}::bigint[],
                    ${seals.map(({ hash }) => hash)}::text[])
             with ordinality as s (id, hash, place)`.execute(tx)
