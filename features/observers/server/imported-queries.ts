import { sql } from 'kysely'
import { arrayOf } from '#database/array.ts'
import type { Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Scope } from '#kit/contract/who.ts'
import { type ObserverImport, shownKept } from '../contract.ts'
import { importKeptSince } from '../domain.ts'
import type { Known } from './known-queries.ts'

/** An import that is told, whose it is and by whom. */
export type ImportKey = {
  readonly electionId: Id<'elections'>
  readonly importId: Id<'observerImports'>
}

/** An observer whom an import has stored; `before` where they were there. */
export type Imported = {
  readonly id: Id<'observers'>
  readonly revision: number
  readonly before?: Known | undefined
}

/** Begins to keep what an import does. */
export async function insertImport(
  tx: Tx,
  values: {
    readonly electionId: Id<'elections'>
    readonly ngoId: Id<'ngos'>
    readonly fileName: string
    readonly importedBy: string
    readonly importedAt: Date
  },
): Promise<Id<'observerImports'>> {
  const { id } = await tx
    .insertInto('observerImports')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Says how much an import has done. */
export async function updateImport(
  tx: Tx,
  { electionId, importId }: ImportKey,
  done: { readonly added: number; readonly changed: number },
): Promise<void> {
  await tx
    .updateTable('observerImports')
    .set({ added: done.added, changed: done.changed })
    .where('electionId', '=', electionId)
    .where('id', '=', importId)
    .execute()
}

/** Removes what is kept of an import. */
export async function deleteImport(tx: Tx, { electionId, importId }: ImportKey): Promise<void> {
  await tx
    .deleteFrom('observerImports')
    .where('electionId', '=', electionId)
    .where('id', '=', importId)
    .execute()
}

/** Keeps what some observers were before an import, and how it has left them. */
export async function keepImported(
  tx: Tx,
  { electionId, importId }: ImportKey,
  rows: readonly Imported[],
): Promise<void> {
  const before = rows.map((row) => (row.before ? JSON.stringify(toldOf(row.before)) : null))
  await sql`
    insert into imported_observers (election_id, import_id, observer_id, revision, is_added, before)
    select ${electionId}, ${importId}, id, revision, before is null, before::jsonb
      from unnest(${arrayOf(rows.map(({ id }) => id))}::integer[],
                  ${arrayOf(rows.map(({ revision }) => revision))}::integer[],
                  ${before}::text[]) as d (id, revision, before)
        on conflict (election_id, import_id, observer_id) do update
       set revision = excluded.revision`.execute(tx)
}

const toldOf = ({ name, phone, phoneDigits, pinHash, isTest }: Known) => ({
  name,
  phone,
  phone_digits: phoneDigits,
  pin_hash: pinHash,
  is_test: isTest,
})

/** The imports of a week, the latest first, with what became of each. */
export async function listImports(db: Db, scope: Scope, now: Date): Promise<ObserverImport[]> {
  const { rows } = await sql<ObserverImport>`
    select i.id, i.file_name, g.name as ngo, i.imported_by, i.imported_at, i.added, i.changed,
           case when i.undone_at is not null then 'undone'
                when i.undoing_at is not null then 'undoing' else 'done' end as state,
           i.undone_by, i.removed, i.restored, k.kept_count,
           coalesce(k.kept, '[]') as kept
      from observer_imports i
      join ngos g on g.id = i.ngo_id
      left join lateral (
        select count(*)::integer as kept_count,
               jsonb_agg(jsonb_build_object('observerId', o.id, 'name', o.name, 'phone', o.phone,
                                            'why', m.kept) order by o.name collate names, o.id)
                 filter (where m.place <= ${shownKept}) as kept
          from (select *, row_number() over (order by observer_id) as place
                  from imported_observers
                 where election_id = i.election_id and import_id = i.id and kept is not null) m
          join observers o on o.election_id = m.election_id and o.id = m.observer_id) k on true
     where i.election_id = ${scope.electionId}
       and (${scope.ngoId}::integer is null or i.ngo_id = ${scope.ngoId})
       and i.imported_at > ${importKeptSince(now)} and i.added + i.changed > 0
     order by i.imported_at desc, i.id desc limit 20`.execute(db)
  return rows
}

/**
 * Says who takes an import back from now on.
 * @throws Problem `thing.not-found` where there is none that is the caller's; `import.undone` where that
 * has begun.
 */
export async function beginUndoing(
  tx: Tx,
  scope: Scope,
  id: Id<'observerImports'>,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<{ ngoId: Id<'ngos'>; fileName: string }> {
  const found = await tx
    .selectFrom('observerImports')
    .select(['ngoId', 'fileName', 'undoingAt'])
    .where('electionId', '=', scope.electionId)
    .where('id', '=', id)
    .where('importedAt', '>', importKeptSince(now))
    .$if(scope.ngoId !== null, (query) => query.where('ngoId', '=', scope.ngoId))
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Problem('thing.not-found')
  if (found.undoingAt) throw new Problem('import.undone')
  await tx
    .updateTable('observerImports')
    .set({ undoneBy: by, undoingAt: now })
    .where('electionId', '=', scope.electionId)
    .where('id', '=', id)
    .execute()
  const { ngoId, fileName } = found
  return { ngoId, fileName }
}
