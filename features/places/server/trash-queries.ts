import { sql } from 'kysely'
import { refusedBy } from '#database/constraint.ts'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Scope } from '#kit/contract/who.ts'

/** A county with its areas and stations, as whole rows. */
export type TakenOut = { readonly areas: unknown; readonly stations: unknown }

/**
 * Removes a county with its areas and stations, and answers with what it was, for history: it
 * comes back from there. Nobody has reported from it, so nothing else names these rows, and every
 * list of places is spared the question whether a place has been deleted.
 */
export async function takeOutCounty(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'areas'>,
): Promise<TakenOut> {
  const gone = async (table: string) => {
    // One statement, so that areas below may go together with what they lie in.
    const { rows } = await sql<{ rows: unknown }>`
      with gone as (
        delete from ${sql.table(table)} t
         where t.election_id = ${electionId} and t.county_id = ${id} returning t.*
      )
      select coalesce(jsonb_agg(to_jsonb(gone)), '[]') as rows from gone`.execute(tx)
    return rows[0]?.rows
  }
  const stations = await gone('polling_stations')
  return { areas: await gone('areas'), stations }
}

/** What a deleted county was, by the latest telling; undefined when it is there, or never was. */
export async function findTakenOut(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'areas'>,
): Promise<{ code: string } | undefined> {
  const { rows } = await sql<{ code: string }>`
    select h.before ->> 'code' as code from history h
     where h.election_id = ${electionId} and h.subject = 'areas' and h.subject_id = ${id}
       and h.act = 'places.county-deleted'
       and not exists (select from areas where election_id = ${electionId} and id = ${id})
     order by h.id desc limit 1`.execute(tx)
  return rows[0]
}

/** Puts a county back as it was when it was last taken out, under the ids it had. */
export async function putBackCounty(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'areas'>,
  countyCode: string,
): Promise<void> {
  const latest = sql`
    (select h.before from history h
      where h.election_id = ${electionId} and h.subject = 'areas' and h.subject_id = ${id}
        and h.act = 'places.county-deleted' order by h.id desc limit 1)`
  for (const [table, key] of [
    ['areas', 'areas'],
    ['polling_stations', 'stations'],
  ] as const)
    await sql`
      insert into ${sql.table(table)} overriding system value
      select * from jsonb_populate_recordset(
        null::${sql.table(table)}, ${latest} -> 'takenOut' -> ${key}::text)`
      .execute(tx)
      .catch(
        refusedBy('areas_code_is_taken', () => new Problem('county.code-taken', { countyCode })),
      )
}
