import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import type { ImportKey, ImportUndo, UndoCounts } from '#features/tasks/server/imported-queries.ts'
import { importUndoer } from '#features/tasks/server/undo-run-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { planChanged } from '../../contract.ts'
import { removeAssignments } from '../change-queries.ts'
import { markPlanned } from '../projections.ts'

/** How many assignments a step undoes. */
const atOnce = 100

/** Why an assignment stays as it is; null: it does not. `gone`: somebody has taken it out since. */
type PlanUndoDecision = Columns<'assignments', 'id'> &
  Columns<'importedAssignments', 'isAdded'> & {
    readonly observerId: Id<'observers'>
    readonly pollingStationId: Id<'pollingStations'>
    readonly why: 'edited' | 'gone' | null
  }

/**
 * Undoes an import for the next assignments: added ones are taken out, changed ones end when they did before. What
 * was changed since stays.
 */
async function undoSome(tx: Tx, key: ImportKey, of: ImportUndo, now: Date) {
  const fates = await lockNext(tx, key)
  if (fates.length === 0) return undefined
  const those = (is: (fate: PlanUndoDecision) => boolean) => fates.filter(is).map(({ id }) => id)
  const removed = those(({ why, isAdded }) => why === null && isAdded)
  const restored = those(({ why, isAdded }) => why === null && !isAdded)
  await removeAssignments(tx, key.electionId, removed, now)
  await putBack(tx, key, restored, of.undoneBy)
  await followEarlier(tx, key, restored)
  const kept = await settle(tx, key, fates)
  await markPlanned(tx, key.electionId, fates)
  return { removed: removed.length, restored: restored.length, kept } satisfies UndoCounts
}

async function lockNext(tx: Tx, { electionId, importId }: ImportKey) {
  const { rows } = await sql<PlanUndoDecision>`
    select a.id, a.observer_id, a.polling_station_id, i.is_added,
           case when a.deleted_at is not null then 'gone'
                when a.revision <> i.revision then 'edited' end as why
      from imported_assignments i
      join assignments a on a.election_id = i.election_id and a.id = i.assignment_id
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kept is null
     order by a.id limit ${atOnce} for no key update of a`.execute(tx)
  return rows
}

async function putBack(
  tx: Tx,
  { electionId, importId }: ImportKey,
  ids: readonly number[],
  by: string,
): Promise<void> {
  await sql`
    update assignments a set until_at = i.until_at, is_mobile = i.is_mobile, changing = ${by},
                             cut_until = i.cut_until
      from imported_assignments i
     where i.election_id = ${electionId} and i.import_id = ${importId}
       and i.assignment_id = any(${arrayOf(ids)}::integer[])
       and a.election_id = i.election_id and a.id = i.assignment_id`.execute(tx)
}

/** The rows are again as an earlier import left them; that one can be undone next. */
async function followEarlier(
  tx: Tx,
  { electionId, importId }: ImportKey,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update imported_assignments earlier set revision = a.revision
      from imported_assignments i
      join assignments a on a.election_id = i.election_id and a.id = i.assignment_id
     where i.election_id = ${electionId} and i.import_id = ${importId}
       and i.assignment_id = any(${arrayOf(ids)}::integer[])
       and earlier.election_id = i.election_id and earlier.assignment_id = i.assignment_id
       and earlier.import_id <> i.import_id and earlier.revision = i.was_revision`.execute(tx)
}

/** Keeps the reason for what stays, and forgets what the others were; returns how many stay. */
async function settle(
  tx: Tx,
  { electionId, importId }: ImportKey,
  fates: readonly PlanUndoDecision[],
): Promise<number> {
  const staying = fates.filter(({ why }) => why === 'edited').map(({ id }) => id)
  await sql`
    update imported_assignments set kept = 'edited', until_at = null, is_mobile = null
     where election_id = ${electionId} and import_id = ${importId}
       and assignment_id = any(${arrayOf(staying)}::integer[])`.execute(tx)
  await sql`
    delete from imported_assignments
     where election_id = ${electionId} and import_id = ${importId} and kept is null
       and assignment_id = any(${arrayOf(fates.map(({ id }) => id))}::integer[])`.execute(tx)
  return staying.length
}

/** Undoes imports of plans, and copied ones. */
export const planUndoer = importUndoer({
  name: 'assignments',
  subject: 'assignments',
  kinds: ['plan'],
  event: planChanged,
  marks: [],
  lock: 'plan',
  isInTurn: true,
  some: undoSome,
})
