import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import { shownKept } from '#features/tasks/contract.ts'
import { type ImportKey, listImports } from '#features/tasks/server/imported-queries.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { PlanImport } from '../../import-contract.ts'
import type { StoredShift } from './overlap-queries.ts'

/** An assignment stored by an import; `before` if it was there. */
export type Imported = Columns<'assignments', 'id' | 'revision'> & {
  readonly before?: StoredShift | undefined
}

/** Keeps what some assignments were before an import, and where it has brought them. */
export async function keepImported(
  tx: Tx,
  { electionId, importId }: ImportKey,
  rows: readonly Imported[],
): Promise<void> {
  await sql`
    insert into imported_assignments
      (election_id, import_id, assignment_id, revision, is_added, until_at, is_mobile, was_revision, cut_until)
    select ${electionId}, ${importId}, id, revision, until_at is null, until_at, is_mobile, was_revision, cut_until
      from unnest(${arrayOf(rows.map(({ id }) => id))}::integer[],
                  ${arrayOf(rows.map(({ revision }) => revision))}::integer[],
                  ${rows.map(({ before }) => before?.until ?? null)}::timestamptz[],
                  ${rows.map(({ before }) => before?.isMobile ?? null)}::boolean[],
                  ${rows.map(({ before }) => before?.revision ?? null)}::integer[],
                  ${rows.map(({ before }) => before?.cutUntil ?? null)}::timestamptz[])
             as d (id, revision, until_at, is_mobile, was_revision, cut_until)
        on conflict (election_id, import_id, assignment_id) do update
       set revision = excluded.revision`.execute(tx)
}

/** The imports of a week, the latest first; for each that was undone, what stays. */
export const listPlanImports = (
  db: Db,
  { electionId, ngoId }: Scope,
  now: Date,
): Promise<PlanImport[]> =>
  listImports(
    db,
    { electionId, kinds: ['plan'], ngoId },
    now,
    sql`
      select jsonb_agg(jsonb_build_object(
               'assignmentId', a.id, 'observerId', o.id, 'observerName', o.name, 'pollingStationId', s.id,
               'municipality', coalesce(r.name, ''),
               'pollingStationNumber', coalesce(s.number, 0), 'why', m.kept) order by o.name collate names, a.id) as kept
        from (select * from imported_assignments
               where election_id = i.election_id and import_id = i.id and kept is not null
               order by assignment_id limit ${shownKept}) m
        join assignments a on a.election_id = m.election_id and a.id = m.assignment_id
        join observers o on o.election_id = a.election_id and o.id = a.observer_id
        left join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
        left join areas r on r.election_id = s.election_id and r.id = s.area_id`,
  )
