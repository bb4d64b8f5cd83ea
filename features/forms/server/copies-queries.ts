import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { columnOf } from '#database/values/array.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ShownVersion } from '../domain.ts'

/** An observer's phone, as far as we can tell phones apart: by the session with which it calls. */
export type PhoneSession = { readonly sessionId: string }

/** A version of a form that a phone is given. */
export type FormCopy = Columns<
  'formCopies',
  'electionId' | 'observerId' | 'sessionId' | 'formId' | 'version' | 'givenAt'
>

/** Is it already recorded that the phone has this version? */
export async function hasCopy(
  db: Db,
  { electionId, observerId, formId, sessionId, version }: Omit<FormCopy, 'givenAt'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('formCopies')
    .select('version')
    .where('electionId', '=', electionId)
    .where('observerId', '=', observerId)
    .where('formId', '=', formId)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
  return row !== undefined && row.version >= version
}

/**
 * Records the version of each form that a phone was given; the copies must differ in phone or form. Of two concurrent
 * replies to one phone the newer version stays, in either order: the phone has given up on the other reply.
 *
 * Locks the observers first, so that a concurrent clearing of the election waits. If it has finished, no observer is
 * left to record a copy for.
 */
export async function upsertCopies(tx: Tx, copies: readonly FormCopy[]): Promise<void> {
  await sql`
    with given as (
      select * from unnest(${columnOf(copies, 'electionId')}::integer[],
                           ${columnOf(copies, 'observerId')}::integer[],
                           ${columnOf(copies, 'formId')}::integer[],
                           ${copies.map(({ sessionId }) => sessionId)}::uuid[],
                           ${columnOf(copies, 'version')}::integer[],
                           ${columnOf(copies, 'givenAt')}::timestamptz[])
        as g (election_id, observer_id, form_id, session_id, version, given_at)
    ), known as materialized (
      select o.election_id, o.id from observers o
       where (o.election_id, o.id) in (select g.election_id, g.observer_id from given g)
       order by o.election_id, o.id for key share
    )
    insert into form_copies as c (election_id, observer_id, form_id, session_id, version, given_at)
    select g.* from given g join known k on k.election_id = g.election_id and k.id = g.observer_id
     order by 1, 2, 3, 4
    on conflict (election_id, observer_id, form_id, session_id) do update
      set version = excluded.version, given_at = excluded.given_at
      where c.version < excluded.version`.execute(tx)
}

/**
 * Which version of each form the phones show: the one given to this session; else, because a phone that signs
 * in again fetches nothing that it has, what this phone was given with an earlier one; else, where a phone
 * does not say which it is, the newest that its observer had by then.
 */
export async function findShown(
  db: Db,
  electionId: Id<'elections'>,
  phones: readonly PhoneSession[],
): Promise<(phone: PhoneSession) => ShownVersion> {
  const { rows } = await sql<Pick<FormCopy, 'sessionId' | 'formId' | 'version'>>`
    select distinct on (s.id, c.form_id) s.id as session_id, c.form_id, c.version
      from unnest(${phones.map(({ sessionId }) => sessionId)}::uuid[]) as p (id)
     -- One by one by their keys: without statistics PostgreSQL would read all sessions of the election.
     cross join lateral (
       select o.id, o.election_id, o.observer_id, o.device, o.created_at
         from sessions o where o.election_id = ${electionId} and o.id = p.id offset 0) s
     cross join lateral (
       select o.session_id, o.form_id, o.version, o.given_at from form_copies o
        where o.election_id = s.election_id and o.observer_id = s.observer_id offset 0) c
      left join lateral (
       select o.id from sessions o where o.id = c.session_id and o.device = s.device offset 0
     ) earlier on true
     order by s.id, c.form_id,
              c.session_id = s.id desc,
              earlier.id is not null and c.given_at <= s.created_at desc,
              c.given_at <= s.created_at desc,
              c.version desc`.execute(db)
  const bySession = groupBy(rows, ({ sessionId }) => sessionId)
  return ({ sessionId }) => {
    const copies = bySession.get(sessionId) ?? []
    return (formId) => copies.find((copy) => copy.formId === formId)?.version
  }
}
