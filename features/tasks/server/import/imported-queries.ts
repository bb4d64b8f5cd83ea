import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Job } from '#kit/server/jobs/jobs.ts'
import type { UndoableImport } from '../../contract.ts'
import { importKeptSince } from '../../domain.ts'

/** The key of an import with undo data. */
export type ImportKey = {
  readonly electionId: Id<'elections'>
  readonly importId: Id<'imports'>
}

/** The kinds of imported rows. */
export type ImportedThing = 'observers' | 'areas' | 'counties' | 'stations' | 'plan'

/** The table of each. */
export const tableOf = {
  observers: 'observers',
  areas: 'areas',
  counties: 'areas',
  stations: 'polling_stations',
  plan: 'assignments',
} as const satisfies Record<ImportedThing, string>

/** The rows that an import added and changed; `along`: rows of another kind in the same file. */
export type ImportDone = {
  readonly added: number
  readonly changed: number
  readonly along: number
}

/** Selects imports by kind and organisation; null: all organisations. */
export type Whose = {
  readonly electionId: Id<'elections'>
  readonly kinds: readonly ImportedThing[]
  readonly ngoId: Id<'ngos'> | null
}

/** Starts an import with undo data. */
export async function insertImport(
  tx: Tx,
  values: {
    readonly electionId: Id<'elections'>
    readonly kind: ImportedThing
    readonly ngoId: Id<'ngos'> | null
    readonly fileName: string
    readonly importedBy: string
    readonly importedAt: Date
  },
): Promise<Id<'imports'>> {
  const { id } = await tx
    .insertInto('imports')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores the counts of an import. */
export async function updateImport(
  tx: Tx,
  { electionId, importId }: ImportKey,
  { added, changed, along }: ImportDone,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set({ added, changed, along })
    .where('electionId', '=', electionId)
    .where('id', '=', importId)
    .execute()
}

/** Deletes the undo data of an import. */
export async function deleteImport(tx: Tx, { electionId, importId }: ImportKey): Promise<void> {
  await tx
    .deleteFrom('imports')
    .where('electionId', '=', electionId)
    .where('id', '=', importId)
    .execute()
}

/**
 * The imports of the last week, latest first, with their state.
 * @param keptOf SQL for the kept rows of import `i`: one row with the column `kept`
 */
export async function listImports<Row extends UndoableImport>(
  db: Db,
  { electionId, kinds, ngoId }: Whose,
  now: Date,
  keptOf: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select i.id, i.kind, i.file_name, g.name as ngo, i.imported_by, i.imported_at,
           i.added, i.changed, i.along, i.removed, i.restored, i.along_removed,
           case when i.undone_at is not null then 'undone'
                when i.undoing_at is not null then 'undoing' else 'done' end as state,
           i.undone_by, i.kept as kept_count, coalesce(k.kept, '[]') as kept
      from imports i
      left join ngos g on g.id = i.ngo_id
      left join lateral (${keptOf}) k on true
     where i.election_id = ${electionId} and i.kind = any(${kinds}::text[])
       and (${ngoId}::integer is null or i.ngo_id = ${ngoId})
       and i.imported_at > ${importKeptSince(now)}
     order by i.imported_at desc, i.id desc limit 20`.execute(db)
  return rows
}

/**
 * Marks an import as being undone by the caller.
 * @throws Problem `thing.not-found` if the caller has no such import; `import.undone` if undoing has begun.
 */
export async function beginUndoing(
  tx: Tx,
  { electionId, kinds, ngoId }: Whose,
  id: Id<'imports'>,
  { by, now }: { readonly by: string; readonly now: Date },
) {
  const found = await tx
    .selectFrom('imports')
    .select(['ngoId', 'fileName', 'undoingAt'])
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .where('kind', 'in', kinds)
    .where('importedAt', '>', importKeptSince(now))
    .$if(ngoId !== null, (query) => query.where('ngoId', '=', ngoId))
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new Problem('thing.not-found')
  if (found.undoingAt) throw new Problem('import.undone')
  await tx
    .updateTable('imports')
    .set({ undoneBy: by, undoingAt: now })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
  return { ngoId: found.ngoId, fileName: found.fileName }
}

/**
 * The payload of the first enqueued undo job of these imports that has not been given up.
 * @param before only a job that began before the undoing of this import
 */
export async function findUndoing(
  db: Db | Tx,
  { electionId, kinds, ngoId }: Whose,
  undoLater: Job,
  before?: Id<'imports'>,
): Promise<unknown> {
  const { rows } = await sql<{ payload: unknown }>`
    select j.payload from imports i
      join jobs j on j.name = ${undoLater.name} and (j.payload ->> 'importId')::integer = i.id
     where i.election_id = ${electionId} and i.kind = any(${kinds}::text[])
       and i.undoing_at is not null and i.undone_at is null
       and (${ngoId}::integer is null or i.ngo_id is null or i.ngo_id = ${ngoId})
       and (${before ?? null}::integer is null
            or j.id < (select min(own.id) from jobs own
                        where own.name = j.name and (own.payload ->> 'importId')::integer = ${before ?? null}))
     order by j.id limit 1`.execute(db)
  return rows[0]?.payload
}

/** The fields of an import that undoing needs. */
export type ImportUndo = Columns<'imports', 'ngoId' | 'importedAt'> & {
  readonly kind: ImportedThing
  readonly undoneBy: NonNullable<Column<'imports', 'undoneBy'>>
}

/** Locks an import that is being undone; undefined if it is not, or no longer. */
export async function lockUndoing(
  tx: Tx,
  { electionId, importId }: ImportKey,
): Promise<ImportUndo | undefined> {
  const { rows } = await sql<ImportUndo>`
    select kind, ngo_id, undone_by, imported_at from imports
     where election_id = ${electionId} and id = ${importId}
       and undoing_at is not null and undone_at is null
       for update`.execute(tx)
  return rows[0]
}

/** The rows that a step has handled, and those of them that it kept. */
export type UndoCounts = {
  readonly removed: number
  readonly restored: number
  readonly kept: number
  readonly alongRemoved?: number
}

export async function addUndone(
  tx: Tx,
  { electionId, importId }: ImportKey,
  { removed, restored, kept, alongRemoved = 0 }: UndoCounts,
): Promise<void> {
  await tx
    .updateTable('imports')
    .set((is) => ({
      removed: is('removed', '+', removed),
      restored: is('restored', '+', restored),
      kept: is('kept', '+', kept),
      alongRemoved: is('alongRemoved', '+', alongRemoved),
    }))
    .where('electionId', '=', electionId)
    .where('id', '=', importId)
    .execute()
}

/** Marks undoing as complete; returns the counts. */
export async function endUndoing(
  tx: Tx,
  { electionId, importId }: ImportKey,
  now: Date,
): Promise<Omit<UndoCounts, 'alongRemoved'>> {
  const { alongRemoved, removed, ...others } = await tx
    .updateTable('imports')
    .set({ undoneAt: now })
    .where('electionId', '=', electionId)
    .where('id', '=', importId)
    .returning(['removed', 'restored', 'kept', 'alongRemoved'])
    .executeTakeFirstOrThrow()
  return { removed: removed + alongRemoved, ...others }
}
