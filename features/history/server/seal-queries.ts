import { sql } from 'kysely'
import type { Database, Tx } from '#database/open.ts'
import { columnOf } from '#database/values/array.ts'
import type { Head } from '#kit/server/history/history.ts'
import { origin, sealOf } from '../proof-domain.ts'
import { chainStateOf, type KnownHead } from './head-queries.ts'
import { hashing } from './links.ts'
import { listRaw } from './proof/raw-queries.ts'

/** A moment in history: the highest id that was taken, and the transactions writing then. */
export type SealMark = { readonly upTo: number; readonly writers: readonly string[] }

/** The result of trying to seal. */
export type SealResult = {
  readonly sealed: number
  /** All up to the mark; or a transaction that began before it may still commit, or another process seals. */
  readonly state: 'done' | 'more' | 'not-yet' | 'refused'
  /** The last seal that was made; undefined where there is none. */
  readonly last?: Head
}

/** The most lines, the time, and the head that the chain has to hold. */
export type SealRequest = {
  readonly most: number
  readonly now: Date
  readonly known?: KnownHead | undefined
}

/** A transaction that writes history holds this lock from before it takes an id until it has ended. */
const writing = sql`
  relation = 'history'::regclass and mode = 'RowExclusiveLock'
  and database = (select oid from pg_database where datname = current_database())`

/** Marks this moment, where there is anything to seal; otherwise undefined. */
export async function markNow({ primary }: Database): Promise<SealMark | undefined> {
  const { rows } = await sql<{ upTo: number }>`
    select last_value as up_to from history_id_seq
     where (select max(id) from history)
           > coalesce((select max(history_id) from history_seals), 0)`.execute(primary)
  const upTo = rows[0]?.upTo
  if (upTo === undefined) return undefined
  // After the ids, in a separate statement: every transaction that took an id is among these, or has ended.
  const { rows: writers } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks where ${writing}`.execute(primary)
  return { upTo, writers: writers.map(({ writer }) => writer) }
}

/**
 * Seals a batch of lines in id order, up to the mark, once no transaction can add a line below it.
 *
 * Transactions take ids in one order and commit in another: sealing all visible lines would skip a line that
 * commits a moment later under a lower id. So sealing waits until every transaction that was writing at the
 * mark has ended, as PostgreSQL waits when it creates an index concurrently. Writers never wait. Sealed lines
 * are never read again, and an id that is still missing was rolled back. The only state between two batches
 * is the chain: after a crash, the next run, on any machine, continues where it ends.
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
  // Separate statements: they see what was committed before we held the lock and the mark was read.
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
