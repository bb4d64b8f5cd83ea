import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { departuresOf, partsQuery, type SchemaPart } from '#database/structure.ts'

/** What acts by itself in the database, or says who may do what, and is not as the migrations make it. */
export async function listDepartures(db: Db): Promise<string[]> {
  const { rows } = await sql<SchemaPart>`${sql.raw(partsQuery)}`.execute(db)
  return departuresOf(rows).map(({ what, how }) => `${what} is ${said[how]}`)
}

const said = {
  changed: 'not as the migrations make it',
  missing: 'missing',
  added: 'of no migration',
} as const
