import { sql } from 'kysely'
import * as z from 'zod'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import type { Head } from '#kit/server/history/history.ts'

/** A former head; the line it sealed is null when the chain does not contain it. */
export type KnownHead = Pick<Head, 'position' | 'hash'> & { readonly historyId: number | null }

/** A head that a history line mentions, because a user downloaded it. */
export type MentionedHead = {
  readonly lineId: number
  readonly position: number
  readonly hash: string
}

const Told = z.object({ position: z.int().min(1), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/** Acts that mention a head: downloads of a file or of the head itself. */
const mentionsHead = sql`
  h.actor_role <> 'observer' and (h.act like '%.exported' or h.act = 'history.head-downloaded')`

/** Every head mentioned in history, in line order; erased lines mention none. */
export async function listMentions(db: Db, after = 0): Promise<MentionedHead[]> {
  const { rows } = await sql<{ readonly lineId: Column<'history', 'id'>; readonly told: unknown }>`
    select h.id as line_id, case h.act when 'history.head-downloaded' then h.after
                                       else h.after -> 'chain' end as told
      from history h where ${mentionsHead} and h.id > ${after} order by h.id`.execute(db)
  return rows.flatMap(({ lineId, told }) => {
    const { data } = Told.safeParse(told)
    return data ? [{ lineId, ...data }] : []
  })
}

/** The line at which an operator last accepted the chain; 0 without such a line. */
export async function findAccepted(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`
    select pg_catalog.max(id) as id from history
     where actor_role <> 'observer' and act = 'history.head-accepted'`.execute(db)
  return rows[0]?.id ?? 0
}

/** The furthest head that history mentions, with the line it sealed if the chain contains it. */
export async function findFurthest(db: Db): Promise<KnownHead | undefined> {
  const mentions = await listMentions(db, await findAccepted(db))
  const [first, ...others] = mentions
  if (!first) return undefined
  const { position, hash } = others.reduce(
    (furthest, one) => (one.position > furthest.position ? one : furthest),
    first,
  )
  const { rows } = await sql<Columns<'historySeals', 'historyId'>>`
    select history_id from history_seals
     where position = ${position} and hash = decode(${hash}, 'hex')`.execute(db)
  return { position, hash, historyId: rows[0]?.historyId ?? null }
}

/** The end of the chain, and whether the chain still contains a known earlier head. */
export type ChainState = { readonly last: Head | undefined; readonly isHeld: boolean }

export async function chainStateOf(db: Db | Tx, known: KnownHead | undefined): Promise<ChainState> {
  const { rows } = await sql<Head & { isHeld: boolean }>`
    select s.position, s.history_id, encode(s.hash, 'hex') as hash, s.sealed_at,
           exists (select from history_seals k
                    where k.history_id = ${known?.historyId ?? 0} and k.position = ${known?.position ?? 0}
                      and k.hash = decode(${known?.hash ?? ''}, 'hex')) as is_held
      from history_seals s order by s.history_id desc limit 1`.execute(db)
  const [row] = rows
  if (!row) return { last: undefined, isHeld: known === undefined }
  const { isHeld, ...last } = row
  return { last, isHeld: known === undefined || isHeld }
}

/** Records for all users that sealing is refused, and since when. */
export async function recordRefusal(
  tx: Tx,
  { known, last, now }: { known: KnownHead; last: Head | undefined; now: Date },
): Promise<void> {
  await sql`
    insert into sealing_refused (since, remembered_position, remembered_hash, found_position, found_hash)
    values (${now}, ${known.position}, ${known.hash}, ${last?.position ?? null}, ${last?.hash ?? null})
        on conflict (is_only) do nothing`.execute(tx)
}

export async function takeBackRefused(tx: Tx): Promise<void> {
  await sql`delete from sealing_refused`.execute(tx)
}
