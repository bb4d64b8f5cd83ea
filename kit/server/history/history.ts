import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { arrayOf, columnOf } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'

/** An act to record in history. `before` and `after` hold what changed, never a secret. */
export type Act = {
  readonly electionId: Id<'elections'> | null
  readonly at: Date
  readonly actor: { readonly role: string; readonly id: number | null; readonly name: string }
  /** In the past tense: `session.refused`. */
  readonly act: string
  readonly subject: string
  readonly subjectId: number | null
  readonly before?: unknown
  readonly after?: unknown
}

/** Who did it, as named in history. */
export const actorOf = <Actor extends Act['actor']>({
  role,
  id,
  name,
}: Actor): Pick<Actor, 'role' | 'id' | 'name'> => ({ role, id, name })

/** Appends to history, in the transaction of the act itself. */
export async function record(tx: Tx, { actor, before, after, ...act }: Act): Promise<void> {
  await tx
    .insertInto('history')
    .values({
      ...act,
      actorRole: actor.role,
      actorId: actor.id,
      actorName: actor.name,
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
    })
    .execute()
}

/** The change of one of several things. */
export type ChangeOfOne = Pick<Act, 'before' | 'after'> & { readonly subjectId: number }

/** Few enough rows to yield in between, many enough that round trips do not count. */
const batch = 5000

/** Appends one act on many things, a line of history each. */
export async function recordEach(
  tx: Tx,
  { electionId, at, actor, act, subject }: Omit<Act, 'subjectId' | 'before' | 'after'>,
  changes: readonly ChangeOfOne[],
): Promise<void> {
  for (let from = 0; from < changes.length; from += batch)
    await sql`
      insert into history (election_id, at, actor_role, actor_id, actor_name, act, subject,
                           subject_id, before, after)
      select ${electionId}, ${at}, ${actor.role}, ${actor.id}, ${actor.name}, ${act}, ${subject},
             (c.change ->> 'subjectId')::integer, c.change -> 'before', c.change -> 'after'
        from jsonb_array_elements(${JSON.stringify(changes.slice(from, from + batch))}::jsonb)
             with ordinality as c (change, place)
       order by c.place`.execute(tx)
}

/** The change of one of several things by one of several actors. */
type ChangeOfOneBy = Pick<Act, 'at' | 'before' | 'after'> & {
  readonly actor: { readonly id: number; readonly name: string }
  readonly subjectId: number
}

/** Appends the acts of several actors of a role, a line each; a part of statements. */
export const recordingOf = (
  {
    electionId,
    role,
    act,
    subject,
  }: Pick<Act, 'electionId' | 'act' | 'subject'> & Pick<Act['actor'], 'role'>,
  changes: readonly ChangeOfOneBy[],
) => sql`
  insert into history
    (election_id, at, actor_role, actor_id, actor_name, act, subject, subject_id, before, after)
  select ${electionId}, h.at, ${sql.lit(role)}, h.actor, h.name, ${sql.lit(act)}, ${sql.lit(subject)},
         h.id, h.told -> 0, h.told -> 1
    from rows from (
           unnest(${columnOf(changes, 'at')}::timestamptz[],
                  ${arrayOf(changes.map(({ actor }) => actor.id))}::integer[],
                  ${changes.map(({ actor }) => actor.name)}::text[],
                  ${columnOf(changes, 'subjectId')}::integer[]),
           jsonb_array_elements(${JSON.stringify(changes.map(({ before, after }) => [before, after]))}::jsonb)
         ) as h (at, actor, name, id, told)`

/** The end of the chain that seals history. */
export type Head = Columns<'historySeals', 'position' | 'sealedAt'> & {
  /** Its line: every one up to here is sealed, and none after it. */
  readonly historyId: Column<'historySeals', 'historyId'>
  readonly hash: string
}

/** Stores the last head that was made here: not in the database, whose owner could change it. */
export type LastHead = {
  read(): Promise<Omit<Head, 'sealedAt'> | undefined>
  write(head: Head): Promise<void>
}

/** Where the chain ends; undefined before anything is sealed. docs/history.md explains what it proves. */
export async function findHead(db: Db): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select position, history_id, encode(hash, 'hex') as hash, sealed_at from history_seals
     order by history_id desc limit 1`.execute(db)
  return rows[0]
}

/** Why sealing is refused: the earlier head, and where the chain ends now. */
export type SealingRefused = Columns<'sealingRefused', 'since'> & {
  readonly remembered: { readonly position: number; readonly hash: string }
  readonly found: { readonly position: number; readonly hash: string } | null
}

export async function findSealingRefused(db: Db): Promise<SealingRefused | undefined> {
  const { rows } = await sql<SealingRefused>`
    select since,
           json_build_object('position', remembered_position, 'hash', remembered_hash) as remembered,
           case when found_position is not null
                then json_build_object('position', found_position, 'hash', found_hash) end as found
      from sealing_refused`.execute(db)
  return rows[0]
}
