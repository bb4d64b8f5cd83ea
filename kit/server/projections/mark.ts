import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'

/** The key of a projection: rows of a table, by `id`. */
export type Subject = {
  /** As marks name it. */
  readonly name: string
  /** Its rows; a large change is counted in slices of their ids. Undefined: no whole range is ever marked. */
  readonly rows?: string
}

/** NOTIFY channel that wakes the projector. */
export const channel = 'veghe_marks'

/**
 * Marks subjects as changed: a part of the statement that changes them. The rows are only ever added, without a
 * unique key, so no report waits for another. The projector recounts what depends on them and deletes them.
 */
export const marking = (
  electionId: number,
  { name }: Subject,
  keys: readonly number[] | RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  insert into marks (election_id, subject, first_key, last_key)
  select distinct ${electionId}::integer, ${name}, k.key, k.key
    from (${Array.isArray(keys) ? sql`select unnest(${keys}::integer[]) as key` : keys}) k
  returning pg_notify(${channel}, '')`

/** Marks some subjects, in the transaction that changes them. `keys`: their ids, or a query of them as `key`. */
export async function mark(
  tx: Tx,
  electionId: number,
  subject: Subject,
  keys: readonly number[] | RawBuilder<unknown>,
): Promise<void> {
  if (Array.isArray(keys) && keys.length === 0) return
  await sql`with marked as (${marking(electionId, subject, keys)}) select 1 as one`.execute(tx)
}

/** The largest key. */
export const greatest = 2_147_483_647

/** Marks all of a subject's rows with one row: for acts on many, which are counted in slices. */
export async function markAll(tx: Tx, electionId: number, { name }: Subject): Promise<void> {
  await sql`
    with marked as (
      insert into marks (election_id, subject, first_key, last_key)
      values (${electionId}, ${name}, 0, ${greatest}) returning pg_notify(${channel}, '')
    ) select 1 as one`.execute(tx)
}

/** Marks all of a subject's rows, unless that is marked already after some other mark, which is counted before. */
export async function markAllAfter(
  tx: Tx,
  electionId: number,
  { name }: Pick<Subject, 'name'>,
  id: number,
): Promise<void> {
  await sql`
    insert into marks (election_id, subject, first_key, last_key)
    select ${electionId}::integer, ${name}, 0, ${greatest}
     where not exists (select from marks k
                        where k.election_id = ${electionId} and k.id > ${id} and k.subject = ${name}
                          and k.first_key < k.last_key)`.execute(tx)
}

/** Whether a large change of an election, which is marked as a whole, is still being counted. */
export const isCounting = (electionId: number): RawBuilder<unknown> => sql`
  exists (select from marks k where k.election_id = ${electionId} and k.first_key < k.last_key)`

/** How far behind the figures are. */
export type Lag = {
  /** Marks that wait to be counted. */
  readonly waiting: number
  /** How long the oldest of them has waited, in seconds. */
  readonly ageSeconds: number
}

/** How far behind the figures of all elections are. */
export async function findLag(db: Db): Promise<Lag> {
  const { rows } = await sql<Lag>`
    select count(*) as waiting,
           coalesce(greatest(0, extract(epoch from now() - min(marked_at))), 0)::float8 as age_seconds
      from marks`.execute(db)
  return rows[0] ?? { waiting: 0, ageSeconds: 0 }
}

/**
 * The moment up to which everything is counted in an election's figures. Read it before the figures: these may
 * be newer, never older.
 * @param now of the server's clock; what the database's clock says is used for the age of marks only.
 */
export async function findAsOf(db: Db | Tx, electionId: number, now: Date): Promise<Date> {
  const { rows } = await sql<{ ageMs: number }>`
    select (1000 * extract(epoch from now() - marked_at))::float8 as age_ms
      from marks where election_id = ${electionId} order by id limit 1`.execute(db)
  const age = rows[0]?.ageMs ?? 0
  return new Date(now.getTime() - Math.max(0, age))
}

/** Has everything counted again: after an upgrade, or once a backup is restored. */
export async function markEverything(
  tx: Tx,
  electionIds: readonly number[],
  subjects: readonly Subject[],
): Promise<void> {
  const names = [...new Set(subjects.map(({ name }) => name))]
  await sql`
    insert into marks (election_id, subject, first_key, last_key)
    select e.id, s.name, 0, ${greatest}
      from unnest(${electionIds}::integer[]) e (id), unnest(${names}::text[]) s (name)`.execute(tx)
}
