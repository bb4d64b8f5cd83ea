import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { arrayOf } from '#database/values/array.ts'
import { shownKept } from '#features/tasks/contract.ts'
import { type ImportKey, listImports } from '#features/tasks/server/imported-queries.ts'
import { keysOf } from '#kit/contract/field.ts'
import type { Scope } from '#kit/contract/who.ts'
import type { ObserverImport } from '../../contract.ts'
import { observerFields } from '../../fields.ts'
import type { KnownObserver } from './known-queries.ts'

/** An observer stored by an import; `before` if they existed. */
export type Imported = Columns<'observers', 'id' | 'revision'> & {
  readonly before?: KnownObserver | undefined
}

/** Keeps some observers' values before an import, and after it. */
export async function keepImported(
  tx: Tx,
  { electionId, importId }: ImportKey,
  rows: readonly Imported[],
): Promise<void> {
  const before = rows.map((row) =>
    row.before ? JSON.stringify(auditSnapshotOf(row.before)) : null,
  )
  await sql`
    insert into imported_observers (election_id, import_id, observer_id, revision, is_added, before, was_revision)
    select ${electionId}, ${importId}, id, revision, before is null, before::jsonb, was_revision
      from unnest(${arrayOf(rows.map(({ id }) => id))}::integer[],
                  ${arrayOf(rows.map(({ revision }) => revision))}::integer[],
                  ${before}::text[],
                  ${rows.map((row) => row.before?.revision ?? null)}::integer[])
             as d (id, revision, before, was_revision)
        on conflict (election_id, import_id, observer_id) do update
       set revision = excluded.revision`.execute(tx)
}

const auditSnapshotOf = (known: KnownObserver) => ({
  ...Object.fromEntries(
    keysOf(observerFields).map((name) => [observerFields[name].column, known[name]]),
  ),
  phone_digits: known.phoneDigits,
  phone_e164: known.phoneE164,
  phone_doubt: known.phoneDoubt,
  shares_number: known.sharesNumber,
  pin_hash: known.pinHash,
  pin_doubt: known.pinDoubt,
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
        from (select * from imported_observers
               where election_id = i.election_id and import_id = i.id and kept is not null
               order by observer_id limit ${shownKept}) m
        join observers o on o.election_id = m.election_id and o.id = m.observer_id`,
  )
