import type pg from 'pg'

/** What is put in order by names. */
const indexes = ['observers_by_name'] as const

/**
 * Another version of ICU, as another PostgreSQL or another system may bring along, puts some names
 * elsewhere: an index that was made with the one before would lose them. So it is made anew.
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
