import { sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { Category } from '../contract.ts'
import { starterNames } from '../copy.ts'
import { countByCategory } from './queries.ts'

type StoredCategory = Columns<'incidentCategories', 'id' | 'code' | 'name' | 'isRetired'>

/** The organiser's categories, and those that come with the program and were changed. */
const storedCategories = (db: Db | Tx, { electionId }: Scope): Promise<StoredCategory[]> =>
  db
    .selectFrom('incidentCategories')
    .select(['id', 'code', 'name', 'isRetired'])
    .where('electionId', '=', electionId)
    .orderBy('id')
    .execute()

/** The categories that come with the program, then the organiser's own. */
async function allCategories(db: Db | Tx, scope: Scope) {
  const stored = await storedCategories(db, scope)
  const codes = new Set<string>([...Object.keys(starterNames), ...stored.map(({ code }) => code)])
  const asItCame = { id: null, name: null, isRetired: false }
  return [...codes].map((code) => stored.find((one) => one.code === code) ?? { ...asItCame, code })
}

export async function listCategories(db: Db, scope: Scope): Promise<Category[]> {
  const [all, counts] = await Promise.all([allCategories(db, scope), countByCategory(db, scope)])
  return all.map(({ code, name, isRetired }) => ({
    ...{ code, name, isRetired },
    incidents: counts.get(code) ?? 0,
  }))
}

export async function findCategory(tx: Tx, scope: Scope, code: string) {
  return (await allCategories(tx, scope)).find((one) => one.code === code)
}

const nameIsTaken = refusedBy(
  'incident_categories_name_is_taken',
  () => new Problem('request.invalid', { errors: { name: ['Is the name of another category'] } }),
)

/** One change of categories at a time: two could take one code, or store what the other replaced. */
export const lockCategories = (tx: Tx, electionId: Scope['electionId']) =>
  sql`select pg_advisory_xact_lock(hashtextextended('incident-categories', ${electionId}))`.execute(
    tx,
  )

export async function insertCategory(
  tx: Tx,
  { electionId }: Scope,
  name: string,
): Promise<Pick<StoredCategory, 'id' | 'code'>> {
  await lockCategories(tx, electionId)
  const { rows } = await sql<Pick<StoredCategory, 'id' | 'code'>>`
    insert into incident_categories (election_id, code, name)
    values (${electionId}, 'own-' || (select coalesce(max(id), 0) + 1 from incident_categories where election_id = ${electionId}), ${name})
    returning id, code`
    .execute(tx)
    .catch(nameIsTaken)
  return rows[0] as (typeof rows)[number]
}

/** Stores a category's name and whether it is retired. */
export async function updateCategory(
  tx: Tx,
  { electionId }: Scope,
  { code, name, isRetired }: Pick<StoredCategory, 'code' | 'name' | 'isRetired'>,
): Promise<StoredCategory['id']> {
  const { id } = await tx
    .insertInto('incidentCategories')
    .values({ electionId, code, name, isRetired })
    .onConflict((on) => on.columns(['electionId', 'code']).doUpdateSet({ name, isRetired }))
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(nameIsTaken)
  return id
}
