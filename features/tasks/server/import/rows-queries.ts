import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'
import {
  type ImportDone,
  type ImportedThing,
  type ImportKey,
  type ImportUndo,
  tableOf,
  type UndoCounts,
} from './imported-queries.ts'

/** A table that imports write; columns have their database names. */
export type ImportedTable = {
  readonly name: 'areas' | 'polling_stations' | 'observers' | 'assignments'
  /** The columns that an import writes. If one has another value, the row was changed since. */
  readonly compared: readonly string[]
  /** Columns that are restored with them, but are not compared. */
  readonly followed?: readonly string[]
  /** Columns that are restored only if unchanged, and not compared. */
  readonly loose?: readonly string[]
}

/** The election of an import, and its id if it has undo data. */
export type ImportTarget = {
  readonly electionId: Id<'elections'>
  readonly importId?: Id<'imports'> | undefined
}

const columnsOf = ({ compared, followed = [], loose = [] }: ImportedTable) => [
  ...compared,
  ...followed,
  ...loose,
]

const snapshot = (columns: readonly string[], row: string) =>
  sql`jsonb_build_object(${sql.join(columns.flatMap((name) => [sql.lit(name), sql.ref(`${row}.${name}`)]))})`

/**
 * SQL that stores the former values of the rows `stored` for an undo. A statement sees the table as it was before
 * itself.
 */
export function keeping(
  { electionId, importId = undefined }: ImportTarget,
  table: ImportedTable,
): RawBuilder<unknown> {
  const columns = columnsOf(table)
  return sql`
    insert into imported_rows (election_id, import_id, kind, row_id, is_added, before, written)
    select ${electionId}, ${importId ?? null}::integer, ${table.name}, stored.id, was.before is null, was.before,
           ${snapshot(columns, 'stored')}
      from stored
      left join lateral (select ${snapshot(columns, 'w')} as before from ${sql.table(table.name)} w
                          where w.election_id = ${electionId} and w.id = stored.id offset 0) was on true
     where ${importId ?? null}::integer is not null
        on conflict (election_id, import_id, kind, row_id) do update set written = excluded.written`
}

export async function countImported(
  tx: Tx,
  { electionId, importId }: ImportKey,
  kind: ImportedThing,
): Promise<ImportDone> {
  const { rows } = await sql<ImportDone>`
    select count(*) filter (where kind = ${tableOf[kind]} and is_added)::integer as added,
           count(*) filter (where kind = ${tableOf[kind]} and not is_added)::integer as changed,
           count(*) filter (where kind <> ${tableOf[kind]})::integer as along
      from imported_rows
     where election_id = ${electionId} and import_id = ${importId}`.execute(tx)
  return rows[0] ?? { added: 0, changed: 0, along: 0 }
}

export type UndoableTable = ImportedTable & {
  /** Which rows are undone first: added rows may depend on changed ones, or conflict with them. */
  readonly first: 'added' | 'changed'
  /** The layer of row `p`, as SQL: each step undoes rows of one layer, the highest first. */
  readonly layer?: RawBuilder<unknown>
  /** Whether changed rows are locked against new references, as added rows are. */
  readonly isHeld?: true
  /** Locks what others lock before they refer to these rows, so that none waits for the other. */
  readonly hold?: (tx: Tx, ids: readonly number[]) => Promise<unknown>
  /** The SQL condition for a deleted row `p`; by default the row does not exist. */
  readonly isGone?: RawBuilder<unknown>
  /** Why row `p` of import row `i` is kept, as SQL; null: it is undone. */
  readonly why: (of: ImportUndo) => RawBuilder<unknown>
  /** Deletes added rows; by default permanently. */
  readonly remove?: (tx: Tx, ids: readonly number[], act: UndoAct) => Promise<unknown>
  /** Called with the undone rows. */
  readonly undone?: (
    tx: Tx,
    electionId: Id<'elections'>,
    ids: readonly number[],
  ) => Promise<unknown>
}

type UndoAct = {
  readonly electionId: Id<'elections'>
  readonly by: string
  readonly now: Date
}

/** The rows of one step, which are locked for some hundredths of a second. */
const step = 100

/**
 * Undoes the next rows of a table: added ones are deleted, changed ones get their former values. Rows that were used or
 * changed since are kept. Returns undefined if none is left.
 */
export async function undoNext(
  tx: Tx,
  key: ImportKey,
  table: UndoableTable,
  of: ImportUndo,
  now: Date,
): Promise<UndoCounts | undefined> {
  const { electionId } = key
  const next = await lockNext(tx, key, table)
  if (next.length === 0) return undefined
  // Checked under the lock: reports and sign-ins that use these rows wait until this ends.
  const fates = await listFates(tx, key, table, of, next)
  const those = (isAdded: boolean) =>
    fates.filter((one) => one.why === null && one.isAdded === isAdded).map(({ id }) => id)
  const [removed, restored] = [those(true), those(false)]
  const remove = table.remove ?? deleteRows(table)
  await remove(tx, removed, { electionId, by: of.undoneBy, now })
  await restore(tx, key, table, restored, of.undoneBy)
  const kept = await settle(tx, key, table, fates)
  await table.undone?.(tx, electionId, [...removed, ...restored])
  const isOwn = tableOf[of.kind] === table.name
  const counts = { removed: 0, restored: restored.length, kept }
  return isOwn
    ? { ...counts, removed: removed.length }
    : { ...counts, alongRemoved: removed.length }
}

const deleteRows =
  ({ name }: ImportedTable) =>
  (tx: Tx, ids: readonly number[], { electionId }: UndoAct) =>
    sql`delete from ${sql.table(name)}
         where election_id = ${electionId} and id = any(${arrayOf(ids)}::integer[])`.execute(tx)

type Next = { readonly id: number; readonly isAdded: boolean }

async function lockNext(
  tx: Tx,
  { electionId, importId }: ImportKey,
  { name, first, layer = sql`null::integer`, isHeld, hold }: UndoableTable,
): Promise<readonly Next[]> {
  const { rows: found } = await sql<Next & { readonly layer: number | null }>`
    select i.row_id as id, i.is_added, ${layer} as layer
      from imported_rows i
      left join ${sql.table(name)} p on p.election_id = i.election_id and p.id = i.row_id
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kind = ${name} and i.kept is null
     order by i.is_added = ${first === 'added'} desc, layer desc, i.row_id limit ${step}`.execute(
    tx,
  )
  const rows = found.filter((one) => one.layer === found[0]?.layer)
  const lock = (ids: readonly number[], strength: RawBuilder<unknown>) =>
    sql`select from ${sql.table(name)}
         where election_id = ${electionId} and id = any(${arrayOf(ids)}::integer[])
         order by id for ${strength}`.execute(tx)
  await hold?.(
    tx,
    rows.map(({ id }) => id),
  )
  const isFull = ({ isAdded }: Next) => isAdded || isHeld === true
  await lock(
    rows.filter(isFull).map(({ id }) => id),
    sql`update`,
  )
  await lock(
    rows.filter((one) => !isFull(one)).map(({ id }) => id),
    sql`no key update`,
  )
  return rows
}

/** `why`: the reason for keeping a row; null: it is undone. `gone`: it was deleted since. */
type Fate = Next & { readonly why: string | null }

async function listFates(
  tx: Tx,
  { electionId, importId }: ImportKey,
  { name, compared, isGone = sql`p.id is null`, why, ...others }: UndoableTable,
  of: ImportUndo,
  next: readonly Next[],
): Promise<Fate[]> {
  const ignored = columnsOf({ name, compared: [], ...others })
  const { rows } = await sql<Fate>`
    select i.row_id as id, i.is_added,
           case when ${isGone} then 'gone'
                when i.written - ${ignored}::text[] is distinct from ${snapshot(compared, 'p')} then 'edited'
                else ${why(of)} end as why
      from imported_rows i
      left join ${sql.table(name)} p on p.election_id = i.election_id and p.id = i.row_id
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kind = ${name}
       and i.row_id = any(${arrayOf(next.map(({ id }) => id))}::integer[])`.execute(tx)
  return rows
}

async function restore(
  tx: Tx,
  { electionId, importId }: ImportKey,
  { name, compared, followed = [], loose = [] }: ImportedTable,
  ids: readonly number[],
  by: string,
): Promise<void> {
  const table = sql.table(name)
  const columns = [
    ...[...compared, ...followed].map((one) => sql`${sql.ref(one)} = ${sql.ref(`b.${one}`)}`),
    ...loose.map((one) => {
      const [own, written, before] = ['p', 'w', 'b'].map((row) => sql.ref(`${row}.${one}`))
      return sql`${sql.ref(one)} = case when ${own} is not distinct from ${written} then ${before} else ${own} end`
    }),
  ]
  await sql`
    update ${table} p set ${sql.join(columns)}, changing = ${by}
      from imported_rows i, jsonb_populate_record(null::${table}, i.before) b,
           jsonb_populate_record(null::${table}, i.written) w
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kind = ${name}
       and i.row_id = any(${arrayOf(ids)}::integer[])
       and p.election_id = i.election_id and p.id = i.row_id`.execute(tx)
}

/** Stores the reasons of kept rows and deletes the other undo data; returns the number of kept rows. */
async function settle(
  tx: Tx,
  { electionId, importId }: ImportKey,
  { name }: ImportedTable,
  fates: readonly Fate[],
): Promise<number> {
  const staying = fates.filter(({ why }) => why !== null && why !== 'gone')
  await sql`
    update imported_rows i set kept = d.why, before = null
      from unnest(${arrayOf(staying.map(({ id }) => id))}::integer[],
                  ${staying.map(({ why }) => why)}::text[]) as d (id, why)
     where i.election_id = ${electionId} and i.import_id = ${importId} and i.kind = ${name}
       and i.row_id = d.id`.execute(tx)
  await sql`
    delete from imported_rows
     where election_id = ${electionId} and import_id = ${importId} and kind = ${name} and kept is null
       and row_id = any(${arrayOf(fates.map(({ id }) => id))}::integer[])`.execute(tx)
  return staying.length
}
