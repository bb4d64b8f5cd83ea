import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import type { ImportKey, ImportUndo, UndoCounts } from '#features/tasks/server/imported-queries.ts'
import { importUndoer } from '#features/tasks/server/undo-run-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { restoring } from '#kit/server/fields.ts'
import { mark } from '#kit/server/projections/mark.ts'
import { observersChanged } from '../../contract.ts'
import { observerFields } from '../../fields.ts'
import { observers } from '../subjects.ts'

/** How many observers one step holds: any of them reporting just now waits for some hundredths of a second. */
const step = 100

/** Why an observer stays as they are; null: they do not. `gone`: somebody has deleted them since. */
type ObserverUndoDecision = Columns<'observers', 'id'> &
  Columns<'importedObservers', 'isAdded'> & {
    readonly why: 'reported' | 'signed-in' | 'edited' | 'phone-taken' | 'gone' | null
  }

/**
 * Undoes an import for the next observers: added ones are deleted, changed ones get their former values. Who
 * has reported or signed in, or was changed since, stays.
 */
async function undoSome(
  tx: Tx,
  key: ImportKey,
  of: ImportUndo,
  now: Date,
): Promise<UndoCounts | undefined> {
  const ids = await lockNext(tx, key)
  if (ids.length === 0) return undefined
  // Asked under the lock: whoever signs in or reports from now on waits until this has ended.
  const fates = await listFates(tx, key, ids, of.importedAt)
  const those = (is: (fate: ObserverUndoDecision) => boolean) =>
    fates.filter(is).map(({ id }) => id)
  const removed = those(({ why, isAdded }) => why === null && isAdded)
  const restored = those(({ why, isAdded }) => why === null && !isAdded)
  await hide(tx, key, removed, { by: of.undoneBy, now })
  await putBack(tx, key, restored, of.undoneBy)
  await followEarlier(tx, key, restored)
  const kept = await settle(tx, key, fates)
  await mark(tx, key.electionId, observers, [...removed, ...restored])
  return { removed: removed.length, restored: restored.length, kept }
}

async function lockNext(tx: Tx, { electionId, importId }: ImportKey) {
  const { rows } = await sql<Columns<'observers', 'id'>>`
    select o.id from observers o
     where o.election_id = ${electionId}
       and o.id in (select observer_id from imported_observers
                     where election_id = ${electionId} and import_id = ${importId} and kept is null
                     order by observer_id limit ${step})
     order by o.id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

async function listFates(
  tx: Tx,
  { electionId, importId }: ImportKey,
  ids: readonly Id<'observers'>[],
  importedAt: Date,
): Promise<ObserverUndoDecision[]> {
  const { rows } = await sql<ObserverUndoDecision>`
    select o.id, i.is_added,
           case
             when o.deleted_at is not null then 'gone'
             when o.revision <> i.revision then 'edited'
             when i.is_added and (exists (
               select from visits v
                where v.election_id = o.election_id and v.observer_id = o.id) or exists (
               select from unplaced u
                where u.election_id = o.election_id and u.observer_id = o.id)) then 'reported'
             -- With the pin that it gave them.
             when (i.is_added or i.before ->> 'pin_hash' <> o.pin_hash) and exists (
               select from sessions s
                where s.election_id = o.election_id and s.observer_id = o.id
                  and s.created_at >= ${importedAt}) then 'signed-in'
             when i.before ->> 'phone_digits' <> o.phone_digits and exists (
               select from observers living
                where living.election_id = o.election_id and living.deleted_at is null
                  and living.phone_digits = i.before ->> 'phone_digits') then 'phone-taken'
             when i.before ->> 'phone_e164' is distinct from o.phone_e164 and exists (
               select from observers living
                where living.election_id = o.election_id and living.deleted_at is null
                  and living.phone_e164 = i.before ->> 'phone_e164' and not living.shares_number)
               then 'phone-taken'
           end as why
      from imported_observers i
      join observers o on o.election_id = i.election_id and o.id = i.observer_id
     where i.election_id = ${electionId} and i.import_id = ${importId}
       and i.observer_id = any(${arrayOf(ids)}::integer[])
     order by o.id`.execute(tx)
  return rows
}

/** As deleting does: they can be restored from the trash. */
async function hide(
  tx: Tx,
  { electionId }: ImportKey,
  ids: readonly Id<'observers'>[],
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  await sql`
    update observers set deleted_at = ${now}, changing = ${by}
     where election_id = ${electionId} and id = any(${arrayOf(ids)}::integer[])`.execute(tx)
}

async function putBack(
  tx: Tx,
  { electionId, importId }: ImportKey,
  ids: readonly Id<'observers'>[],
  by: string,
): Promise<void> {
  await sql`
    update observers o
       set ${restoring(observerFields, 'b', 'o')},
           phone_digits = b.phone_digits, phone_doubt = b.phone_doubt,
           -- An import of an earlier version changed no number, and did not keep it.
           phone_e164 = case when i.before ? 'phone_e164' then b.phone_e164 else o.phone_e164 end,
           shares_number = coalesce((i.before ->> 'shares_number')::boolean, o.shares_number),
           pin_hash = b.pin_hash, pin_doubt = b.pin_doubt, changing = ${by}
      from imported_observers i, jsonb_populate_record(null::observers, i.before) b
     where i.election_id = ${electionId} and i.import_id = ${importId}
       and i.observer_id = any(${arrayOf(ids)}::integer[])
       and o.election_id = i.election_id and o.id = i.observer_id`.execute(tx)
}

/** The rows are again as an earlier import left them; that one can be undone next. */
async function followEarlier(
  tx: Tx,
  { electionId, importId }: ImportKey,
  ids: readonly Id<'observers'>[],
): Promise<void> {
  await sql`
    update imported_observers earlier set revision = o.revision
      from imported_observers i
      join observers o on o.election_id = i.election_id and o.id = i.observer_id
     where i.election_id = ${electionId} and i.import_id = ${importId}
       and i.observer_id = any(${arrayOf(ids)}::integer[])
       and earlier.election_id = i.election_id and earlier.observer_id = i.observer_id
       and earlier.import_id <> i.import_id and earlier.revision = i.was_revision`.execute(tx)
}

/** Keeps the reason for those who stay, and deletes everybody's former values; returns how many stay. */
async function settle(
  tx: Tx,
  { electionId, importId }: ImportKey,
  fates: readonly ObserverUndoDecision[],
): Promise<number> {
  const staying = fates.flatMap(({ id, why }) =>
    why === null || why === 'gone' ? [] : [{ id, why }],
  )
  await sql`
    update imported_observers i set kept = d.why, before = null
      from unnest(${arrayOf(staying.map(({ id }) => id))}::integer[],
                  ${staying.map(({ why }) => why)}::text[]) as d (id, why)
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.observer_id = d.id`.execute(
    tx,
  )
  await sql`
    delete from imported_observers
     where election_id = ${electionId} and import_id = ${importId} and kept is null
       and observer_id = any(${arrayOf(fates.map(({ id }) => id))}::integer[])`.execute(tx)
  return staying.length
}

/** Undoes imports of observers. */
export const observerUndoer = importUndoer({
  name: 'observers',
  subject: 'observers',
  kinds: ['observers'],
  event: observersChanged,
  marks: [],
  lock: 'observers',
  isInTurn: false,
  some: undoSome,
})
