import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'

/** In the order in which they are restored: codes belong to an app. */
const tables = ['authenticators', 'recovery_codes', 'passkeys'] as const

/** An account's factors, as kept while the account is in the trash. */
export const factorsOf = (staffId: RawBuilder<unknown>) =>
  sql`jsonb_build_object(${sql.join(
    tables.flatMap((table) => [
      sql.lit(table),
      sql`(select coalesce(jsonb_agg(to_jsonb(r)), '[]') from ${sql.table(table)} r
            where r.staff_id = ${staffId})`,
    ]),
  )})`

/** Gives a restored account its factors back. */
export async function restoreFactors(tx: Tx, kept: RawBuilder<unknown>): Promise<void> {
  for (const table of tables)
    await sql`
      insert into ${sql.table(table)} overriding system value
      select r.* from jsonb_populate_recordset(null::${sql.table(table)}, ${kept} -> ${sql.lit(table)}) r
          on conflict do nothing`.execute(tx)
}
