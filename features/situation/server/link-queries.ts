import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { announceSessionEnd } from '#kit/server/live/announce.ts'
import type { WallLink } from '../contract.ts'

/** A valid link and its election. */
export type OpenLink = {
  readonly id: Id<'wallLinks'>
  readonly electionId: Id<'elections'>
  readonly election: string
  readonly timezone: string
  readonly usedAt: Date | null
}

/** The key that ends the event streams of a link, as for those of a session. */
export const streamsOf = (id: Id<'wallLinks'>): string => `wall link ${id}`

/** Finds a link by its digest; undefined if it was withdrawn, or its election is not the current one. */
export async function findOpenLink(db: Db, digest: string): Promise<OpenLink | undefined> {
  const { rows } = await sql<OpenLink>`
    select l.id, l.election_id, e.name as election, e.timezone, l.used_at
      from wall_links l
      join elections e on e.id = l.election_id
     where l.digest = ${digest} and l.withdrawn_at is null
       and e.is_current and e.deleted_at is null and e.emptying is distinct from 'everything'`.execute(
    db,
  )
  return rows[0]
}

/** Stores when a link was last used. */
export async function touchLink(tx: Tx, { electionId, id }: OpenLink, now: Date): Promise<void> {
  await tx
    .updateTable('wallLinks')
    .set({ usedAt: now })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

export const listLinks = (db: Db, { electionId }: Scope): Promise<WallLink[]> =>
  db
    .selectFrom('wallLinks')
    .select(['id', 'name', 'madeAt', 'usedAt'])
    .where('electionId', '=', electionId)
    .where('withdrawnAt', 'is', null)
    .orderBy('madeAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

export async function insertLink(
  tx: Tx,
  { electionId }: Scope,
  link: { readonly name: string; readonly digest: string; readonly madeAt: Date },
): Promise<Id<'wallLinks'>> {
  const { id } = await tx
    .insertInto('wallLinks')
    .values({ electionId, ...link })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Withdraws a link (`at`: when) or restores it. Returns its name; undefined if there is none in that state. */
export async function setWithdrawn(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'wallLinks'>,
  at: Date | null,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('wallLinks')
    .set({ withdrawnAt: at })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .where('withdrawnAt', at === null ? 'is not' : 'is', null)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** Ends the event streams of all links of an election that is no longer current, emptied or deleted. */
export async function endScreensOf(tx: Tx, electionId: Id<'elections'>): Promise<void> {
  const links = await tx
    .selectFrom('wallLinks')
    .select('id')
    .where('electionId', '=', electionId)
    .where('withdrawnAt', 'is', null)
    .execute()
  for (const { id } of links) await announceSessionEnd(tx, streamsOf(id))
}
