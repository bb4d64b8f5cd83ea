import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { mostPublic, type PublicIncident } from '../register-contract.ts'
import { incidentsWithPlace, isUnmerged, placeName } from './queries.ts'

/** The current election, if its register is public. */
export async function findPublic(
  db: Db,
): Promise<{ readonly electionId: Id<'elections'>; readonly election: string } | undefined> {
  const { rows } = await sql<{ electionId: Id<'elections'>; election: string }>`
    select e.id as election_id, e.name as election
      from elections e join public_registers p on p.election_id = e.id
     where e.is_current and e.deleted_at is null and e.emptying is distinct from 'everything'`.execute(
    db,
  )
  return rows[0]
}

/** What the register says, whether it is public or not. */
export async function listPublic(db: Db, { electionId }: Scope): Promise<PublicIncident[]> {
  const { rows } = await sql<PublicIncident>`
    select i.number, i.title, ${placeName} as place, i.state, i.outcome
      from ${incidentsWithPlace}
     where i.election_id = ${electionId} and ${isUnmerged} and i.state in ('confirmed', 'referred', 'closed')
     order by i.number desc limit ${mostPublic}`.execute(db)
  return rows
}

type Publication = Columns<'publicRegisters', 'publishedAt' | 'publishedBy'>

export const findPublication = (
  db: Db | Tx,
  { electionId }: Scope,
): Promise<Publication | undefined> =>
  db
    .selectFrom('publicRegisters')
    .select(['publishedAt', 'publishedBy'])
    .where('electionId', '=', electionId)
    .executeTakeFirst()

/** Makes the register public (a publication) or takes it down; false: it was so already. */
export async function setPublic(
  tx: Tx,
  { electionId }: Pick<Scope, 'electionId'>,
  publication: Publication | null,
): Promise<boolean> {
  const changed = publication
    ? await tx
        .insertInto('publicRegisters')
        .values({ electionId, ...publication })
        .onConflict((on) => on.doNothing())
        .returning('electionId')
        .execute()
    : await tx
        .deleteFrom('publicRegisters')
        .where('electionId', '=', electionId)
        .returning('electionId')
        .execute()
  return changed.length > 0
}
