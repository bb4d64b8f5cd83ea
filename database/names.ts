import type pg from 'pg'

/** The indexes that sort by name. */
const indexes = ['observers_by_name'] as const

/**
 * Another version of ICU, as another PostgreSQL or operating system may bring along, sorts some names
 * differently: lookups in an index made with the previous one would miss them. So it is rebuilt.
 */
export async function putNamesInOrder(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isOther: boolean }>(
    `select collversion is distinct from pg_collation_actual_version(oid) as "isOther"
       from pg_collation where oid = 'names'::regcollation`,
  )
  if (!rows[0]?.isOther) return
  await client.query('begin')
  for (const index of indexes) await client.query(`reindex index ${index}`)
  await client.query('alter collation names refresh version')
  await client.query('commit')
}
