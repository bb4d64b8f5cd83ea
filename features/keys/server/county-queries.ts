import { sql } from 'kysely'
import type { Column, Columns } from '#database/rows.ts'
import { renamed } from '#features/accounts/server/county-queries.ts'
import { type ActorCall, recordBy } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import { keysChanged } from '../contract.ts'

/** Follows a renamed county code in the limits of keys. */
export async function followCountyInKeys(
  call: ActorCall,
  code: { readonly before: string; readonly after: string },
): Promise<void> {
  const { db, who } = call
  const { electionId } = who.scope
  type Limit = NonNullable<Column<'accessKeys', 'countyCodes'>>
  const { rows } = await sql<
    Columns<'accessKeys', 'id' | 'ngoId'> & { readonly before: Limit; readonly after: Limit }
  >`
    update access_keys k set county_codes = was.renamed
      from (select id, county_codes,
                   ${renamed(code)} as renamed
              from access_keys where ${code.before} = any(county_codes) order by id for update) was
     where k.id = was.id
    returning k.id, was.county_codes as before, k.county_codes as after, k.ngo_id`.execute(db)
  for (const { id, ngoId, before, after } of rows) {
    const change = { before: { countyCodes: before }, after: { countyCodes: after } }
    await recordBy(call, { act: 'keys.county-renamed', subject: 'keys', subjectId: id, ...change })
    await announce(db, keysChanged, { electionId, ngoId }, {})
  }
}
