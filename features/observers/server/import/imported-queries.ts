import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import { shownKept } from '#features/tasks/contract.ts'
import { listImports } from '#features/tasks/server/import/imported-queries.ts'
import type { UndoableTable } from '#features/tasks/server/import/rows-queries.ts'
import { importUndoer } from '#features/tasks/server/import/undo-queries.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type ObserverImport, observersChanged } from '../../contract.ts'
import { observerFields } from '../../fields.ts'
import { observers } from '../subjects.ts'
import { lockObservers } from '../write-queries.ts'

/** Added observers are deleted as staff delete them: they can be restored from the trash. */
export const observerTable: UndoableTable = {
  name: 'observers',
  compared: [...Object.values(observerFields).map(({ column }) => column), 'pin_hash'],
  followed: ['phone_digits', 'phone_e164', 'phone_doubt', 'shares_number', 'pin_doubt'],
  first: 'added',
  isHeld: true,
  hold: lockObservers,
  isGone: sql`p.deleted_at is not null`,
  why: ({ importedAt }) => sql`
    case when i.is_added and (
           exists (select from visits v
                    where v.election_id = p.election_id and v.observer_id = p.id)
           or exists (select from unplaced u
                       where u.election_id = p.election_id and u.observer_id = p.id)) then 'reported'
         -- With the pin that it gave them.
         when (i.is_added or i.before ->> 'pin_hash' <> p.pin_hash) and exists (
           select from sessions s
            where s.election_id = p.election_id and s.observer_id = p.id
              and s.created_at >= ${importedAt}) then 'signed-in'
         when i.before ->> 'phone_digits' <> p.phone_digits and exists (
           select from observers living
            where living.election_id = p.election_id and living.deleted_at is null
              and living.phone_digits = i.before ->> 'phone_digits') then 'phone-taken'
         when i.before ->> 'phone_e164' is distinct from p.phone_e164 and exists (
           select from observers living
            where living.election_id = p.election_id and living.deleted_at is null
              and living.phone_e164 = i.before ->> 'phone_e164' and not living.shares_number)
           then 'phone-taken' end`,
  remove: (tx, ids, { electionId, by, now }) =>
    sql`update observers set deleted_at = ${now}, changing = ${by}
         where election_id = ${electionId} and id = any(${arrayOf(ids)}::integer[])`.execute(tx),
}

/** Undoes imports of observers. */
export const observerUndoer = importUndoer({
  name: 'observers',
  subject: 'observers',
  kinds: ['observers'],
  event: observersChanged,
  concerns: 'own organisation',
  marks: [observers],
  lock: 'observers',
  isInTurn: false,
  tables: [observerTable],
})

/** The imports of a week, the latest first; for each that was undone, who stays. */
export const listObserverImports = (
  db: Db,
  { electionId, ngoId }: Scope,
  now: Date,
): Promise<ObserverImport[]> =>
  listImports(
    db,
    { electionId, kinds: ['observers'], ngoId },
    now,
    sql`
      select jsonb_agg(jsonb_build_object('observerId', o.id, 'name', o.name, 'phone', o.phone,
                                          'why', m.kept) order by o.name collate names, o.id) as kept
        from (select * from imported_rows
               where election_id = i.election_id and import_id = i.id and kept is not null
               order by row_id limit ${shownKept}) m
        join observers o on o.election_id = m.election_id and o.id = m.row_id`,
  )
