import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type ActorCall, recordBy } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import { accountsChanged } from '../contract.ts'

/** The codes that name no county of the election. */
export async function listUnknownCounties(
  db: Db,
  { electionId }: Scope,
  codes: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select said.code from unnest(${codes}::text[]) as said (code)
     where not exists (
       select from areas a join elections e on e.id = a.election_id and e.county_level = a.level
        where a.election_id = ${electionId} and a.code = said.code)
     order by 1`.execute(db)
  return rows.map(({ code }) => code)
}

/** The column `county_codes` with another code in place of one, without repetitions. */
export const renamed = (code: { readonly before: string; readonly after: string }) => sql`
  array(select distinct c from unnest(array_replace(county_codes, ${code.before}, ${code.after})) c order by c)`

/** Updates accounts limited to a county whose code has changed; `changing` is the author. */
async function renameCounty(
  tx: Tx,
  code: { readonly before: string; readonly after: string },
  changing: string,
) {
  const { rows } = await sql<
    Columns<'staff', 'id' | 'ngoId'> & {
      readonly before: NonNullable<Column<'staff', 'countyCodes'>>
      readonly after: NonNullable<Column<'staff', 'countyCodes'>>
    }
  >`
    update staff s set county_codes = was.renamed, changing = ${changing}
      from (select id, county_codes,
                   ${renamed(code)} as renamed
              from staff where ${code.before} = any(county_codes) order by id for update) was
     where s.id = was.id
    returning s.id, was.county_codes as before, s.county_codes as after, s.ngo_id`.execute(tx)
  // A restored account gets the limits it would have by then.
  await sql`
    update deleted_accounts
       set county_codes = ${renamed(code)}
     where ${code.before} = any(county_codes)`.execute(tx)
  return rows
}

/** Follows a renamed county code in the limits of accounts. */
export async function followCounty(
  call: ActorCall,
  code: { readonly before: string; readonly after: string },
): Promise<void> {
  const { db, who } = call
  const { electionId } = who.scope
  for (const { id, ngoId, before, after } of await renameCounty(db, code, who.name)) {
    const change = { before: { countyCodes: before }, after: { countyCodes: after } }
    await recordBy(call, {
      act: 'accounts.role-set',
      subject: 'accounts',
      subjectId: id,
      ...change,
    })
    await announce(db, accountsChanged, { electionId, ngoId }, {})
  }
}
