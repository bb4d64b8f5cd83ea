import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { shownKept } from '#features/tasks/contract.ts'
import { listImports } from '#features/tasks/server/import/imported-queries.ts'
import type { UndoableTable } from '#features/tasks/server/import/rows-queries.ts'
import { importUndoer } from '#features/tasks/server/import/undo-queries.ts'
import type { Scope } from '#kit/contract/who.ts'
import { planChanged } from '../../contract.ts'
import type { PlanImport } from '../../import-contract.ts'
import { plannedObservers, plannedStations } from '../subjects.ts'

export const planTable: UndoableTable = {
  name: 'assignments',
  compared: ['polling_station_id', 'from_at', 'until_at', 'is_mobile'],
  followed: ['cut_until'],
  first: 'added',
  isGone: sql`p.deleted_at is not null`,
  why: () => sql`null`,
  remove: (tx, ids, { electionId, by, now }) =>
    sql`update assignments set deleted_at = ${now}, changing = ${by}
         where election_id = ${electionId} and id = any(${arrayOf(ids)}::integer[])`.execute(tx),
}

/** Undoes imports of plans, and copied ones. */
export const planUndoer = importUndoer({
  name: 'assignments',
  subject: 'assignments',
  kinds: ['plan'],
  event: planChanged,
  concerns: 'own organisation',
  marks: [plannedStations, plannedObservers],
  lock: 'plan',
  isInTurn: true,
  tables: [planTable],
})

/** The imports of the last week, latest first, with the rows that an undo kept. */
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
        from (select * from imported_rows
               where election_id = i.election_id and import_id = i.id and kept is not null
               order by row_id limit ${shownKept}) m
        join assignments a on a.election_id = m.election_id and a.id = m.row_id
        join observers o on o.election_id = a.election_id and o.id = a.observer_id
        left join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
        left join areas r on r.election_id = s.election_id and r.id = s.area_id`,
  )
