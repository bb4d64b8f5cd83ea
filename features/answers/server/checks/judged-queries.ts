import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { CompletedAnswer } from '../../contract.ts'
import { listCompletedIn, reportKey } from '../filled-queries.ts'

type Visit = Columns<'visits', 'id' | 'observerId' | 'pollingStationId'>
/** A visit whose answers were tested by the logic of their forms. */
export type JudgedVisit = Visit & { readonly report: readonly CompletedAnswer[] }

/** The reports of visits `v` that answer a form with conditions or checks; most elections have no such form. */
export async function listJudged(
  db: Db | Tx,
  { electionId }: Pick<Scope, 'electionId'>,
  visits: RawBuilder<unknown>,
): Promise<JudgedVisit[]> {
  const logical = sql`select form_id, version from form_versions where election_id = ${electionId} and has_logic`
  const { rows } = await sql<{ hasAny: boolean }>`select exists (${logical}) as has_any`.execute(db)
  if (!rows[0]?.hasAny) return []
  const { rows: found } = await sql<Visit>`
    select v.id, v.observer_id, v.polling_station_id
      from visits v
     where v.election_id = ${electionId} and ${visits}
       and exists (select from answers n
                    where n.election_id = ${electionId} and n.visit_id = v.id
                      and (n.form_id, n.form_version) in (${logical}))`.execute(db)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const reports = await listCompletedIn(db, { electionId }, ids)
  return found.map((visit) => ({ ...visit, report: reports.get(reportKey(visit)) ?? [] }))
}
