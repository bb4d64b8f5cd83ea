import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { departuresOf, partsQuery, type SchemaPart } from '#database/structure.ts'

/** Triggers, functions and permissions in the database that differ from what the migrations make. */
export async function listDepartures(db: Db): Promise<string[]> {
  const { rows } = await sql<SchemaPart>`${sql.raw(partsQuery)}`.execute(db)
  return departuresOf(rows).map(({ what, how }) => `${what} is ${sentences[how]}`)
}

const sentences = {
  changed: 'not as the migrations make it',
  missing: 'missing',
  added: 'of no migration',
} as const
