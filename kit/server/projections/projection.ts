import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Subject } from './mark.ts'

/** Some subjects of an election: those that a pass recounts. */
export type Slice = {
  readonly electionId: number
  /** The condition that a column holds one of their keys. */
  within(column: RawBuilder<unknown>): RawBuilder<unknown>
}

/** A later subject whose keys are in a column: what changed passes its former and its new value on to it. */
type PassesOn = { readonly to: Subject; readonly column: string }

/**
 * A table of figures and the only query that defines its rows. Only the projector writes it: while the election runs,
 * after an upgrade or a restore, and for `npm run recount`.
 */
export type Projection = {
  /** Its name in screens and logs. */
  readonly name: string
  /** The subject whose change makes rows stale. The first column of the key holds its id. */
  readonly of: Subject
  readonly table: string
  /** A row's key within its election. */
  readonly key: readonly [string, ...string[]]
  /** The other columns that the projection writes. */
  readonly values: readonly string[]
  /** Columns with a time that keep the first counted value until none is counted. */
  readonly first: readonly string[]
  /** The correct rows of a slice, with key and values by their names; rows that count nothing may be omitted. */
  counted(slice: Slice): RawBuilder<unknown>
  /** In place of `counted`, where rows are decided in TypeScript: the query of the decided rows. */
  decided?(db: Db | Tx, slice: Slice): Promise<RawBuilder<unknown>>
  readonly passesOn: readonly PassesOn[]
  /** Only updates its columns, because other code adds and deletes the rows. */
  readonly isColumn: boolean
  /**
   * The transaction that changes the counted rows also updates it, because lists show it. Marks do not make it
   * stale; `npm run recount` compares it.
   */
  readonly isExact: boolean
}

type ProjectionDefinition = Pick<Projection, 'of' | 'table' | 'key' | 'values'> &
  Partial<Projection> &
  (Pick<Projection, 'counted'> | Required<Pick<Projection, 'decided'>>)

export const projection = (definition: ProjectionDefinition): Projection => ({
  name: definition.table,
  counted: () => {
    throw new Error(`The rows of ${definition.table} are decided`)
  },
  first: [],
  passesOn: [],
  isColumn: false,
  isExact: false,
  ...definition,
})

/** Work that follows from changed subjects and that SQL alone cannot do; idempotent. */
export type FollowUp = {
  readonly name: string
  readonly of: Subject
  /** Returns whether it changed anything. */
  run(tx: Tx, slice: Slice): Promise<boolean>
}

/** A change of one subject makes others stale: `keys` selects their ids, as `key`; without it the ids are the same. */
export type Spread = {
  readonly from: Subject
  readonly to: Subject
  keys?(slice: Slice): RawBuilder<unknown>
}

/** What features declare for the projector, in the features' order. */
export type Projections = {
  /** The condition that an election is counted: not one that is being deleted. */
  isCounted(electionId: number): RawBuilder<boolean>
  readonly spreads: readonly Spread[]
  readonly steps: readonly (Projection | FollowUp)[]
}

export const isProjection = (step: Projection | FollowUp): step is Projection => 'table' in step

const columnsIn = (names: readonly string[], of?: string) =>
  sql.join(names.map((name) => sql.ref(of ? `${of}.${name}` : name)))

/** A projection whose `counted` answers for this slice, also where its rows are decided. */
export async function resolve(db: Db | Tx, step: Projection, slice: Slice): Promise<Projection> {
  if (!step.decided) return step
  const rows = await step.decided(db, slice)
  return { ...step, counted: () => rows }
}

/**
 * The rows that differ: their key, the counted values, the stored ones as `was_…`, and which of the two exist
 * (`is_counted`, `is_stored`). One statement, so it sees both as of one moment.
 */
export function differing(step: Projection, slice: Slice): RawBuilder<unknown> {
  const { table, key, values, first } = step
  const keys = columnsIn(key)
  const are = values.map((name) => {
    const own = sql.ref(`c.${name}`)
    if (!first.includes(name)) return own
    return sql`case when ${own} is not null then least(${own}, s.${sql.ref(name)}) end`
  })
  const both = values.map(
    (name, place) =>
      sql`${are[place]} as ${sql.ref(name)}, s.${sql.ref(name)} as ${sql.ref(`was_${name}`)}`,
  )
  const stored = sql`
    select ${columnsIn([...key, ...values], 't')}, true as is_stored from ${sql.table(table)} t
     where t.election_id = ${slice.electionId} and ${slice.within(sql.ref(`t.${key[0]}`))}`
  const counted = sql`select *, true as is_counted from (${step.counted(slice)}) r`
  const isDifferent =
    values.length === 0
      ? sql`false`
      : sql`(${sql.join(are)}) is distinct from (${columnsIn(values, 's')})`
  return sql`
    select ${keys}, ${sql.join([...both, sql`c.is_counted`, sql`s.is_stored`])}
      from (${counted}) c full join (${stored}) s using (${keys})
     where ${step.isColumn ? sql`c.is_counted and s.is_stored and` : sql``}
           (c.is_counted is distinct from s.is_stored or ${isDifferent})`
}

/** What a pass changed: how many rows, and the keys of later subjects by `passesOn`. */
export type Applied = { readonly changed: number; readonly passed: readonly (readonly number[])[] }

/** Brings a slice of a projection in line with what is counted. Writes only what differs. */
export async function apply(tx: Tx, declared: Projection, slice: Slice): Promise<Applied> {
  const step = await resolve(tx, declared, slice)
  const { table, key, values, passesOn, isColumn } = step
  if (step.isExact) await lockDiffering(tx, step, slice)
  const passed = passesOn.map(({ column }) => {
    const former = key.includes(column)
      ? sql``
      : sql`union select w.${sql.ref(`was_${column}`)} from wrong w`
    return sql`
      to_jsonb(array(select p.key from (select w.${sql.ref(column)} as key from wrong w ${former}) p
                      where p.key is not null))`
  })
  const isSame = sql`t.election_id = ${slice.electionId} and (${columnsIn(key, 't')}) = (${columnsIn(key, 'w')})`
  const set = sql.join(values.map((name) => sql`${sql.ref(name)} = w.${sql.ref(name)}`))
  const writing = isColumn
    ? sql`updated as (update ${sql.table(table)} t set ${set} from wrong w where ${isSame})`
    : sql`
      gone as (delete from ${sql.table(table)} t using wrong w where ${isSame} and w.is_counted is null),
      changed as (update ${sql.table(table)} t set ${set} from wrong w
                   where ${isSame} and w.is_counted and w.is_stored),
      added as (insert into ${sql.table(table)} (election_id, ${columnsIn([...key, ...values])})
                select ${slice.electionId}::integer, ${columnsIn([...key, ...values], 'w')}
                  from wrong w where w.is_stored is null)`
  const { rows } = await sql<Applied>`
    with wrong as materialized (${differing(step, slice)}), ${writing}
    select (select count(*) from wrong) as changed,
           jsonb_build_array(${sql.join(passed)}) as passed`.execute(tx)
  return rows[0] ?? { changed: 0, passed: [] }
}

/** Locks the rows that differ and that reports write as well, so that they are counted as of their last change. */
async function lockDiffering(tx: Tx, step: Projection, slice: Slice): Promise<void> {
  const { table, key } = step
  await sql`
    select from ${sql.table(table)} t
     where t.election_id = ${slice.electionId}
       and (${columnsIn(key, 't')}) in (select ${columnsIn(key)} from (${differing(step, slice)}) d)
     order by ${columnsIn(key, 't')} for no key update`.execute(tx)
}
