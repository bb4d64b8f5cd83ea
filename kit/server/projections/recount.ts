import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { isBlocked } from '#database/failure.ts'
import type { Database, Db } from '#database/open.ts'
import { Keys } from './keys.ts'
import { greatest, mark } from './mark.ts'
import { hasMarks, projectIn, takeLease } from './project.ts'
import {
  apply,
  differing,
  isProjection,
  type Projection,
  type Projections,
  resolve,
  type Slice,
} from './projection.ts'
import { projectAll } from './projector.ts'

/** Marks that reports add meanwhile are waited for so often: their passes mark more. */
const rounds = 3
/** How many subjects are compared at once. */
const atOnce = 1000

/** A row that differs from what is counted. */
export type Difference = {
  readonly projection: string
  readonly electionId: number
  readonly key: Readonly<Record<string, number>>
  /** Null: there is no such row. */
  readonly stored: Readonly<Record<string, unknown>> | null
  /** Null: there should be none. */
  readonly counted: Readonly<Record<string, unknown>> | null
  readonly isCorrected: boolean
}

export type RecountOptions = {
  readonly elections: readonly number[]
  /** Whether differing rows are corrected. */
  readonly corrects?: boolean
  /** Called before each projection of an election. */
  readonly begun?: (projection: Projection, electionId: number) => void
  /** Called before each slice: a recount beside reports yields to them here; it may throw to end it. */
  readonly pause?: () => Promise<void>
}

/**
 * Counts every projection of some elections and yields the rows that differ, after counting what is marked. A
 * report in between is no difference: it is marked, and what differs is compared again once that is counted.
 */
export async function* recount(
  database: Database,
  projections: Projections,
  { elections, corrects = false, begun, pause }: RecountOptions,
): AsyncGenerator<Difference> {
  await projectAll(database, projections, rounds)
  for (const electionId of elections)
    for (const step of projections.steps.filter(isProjection)) {
      begun?.(step, electionId)
      for await (const slice of slicesOf(database, step, electionId)) {
        await pause?.()
        yield* await compareSlice(database, projections, { step, slice, corrects })
      }
    }
}

type Comparison = { readonly step: Projection; readonly slice: Slice; readonly corrects: boolean }

/** The rows of a slice that differ; corrects them on request. */
async function compareSlice(
  database: Database,
  projections: Projections,
  { step, slice, corrects }: Comparison,
): Promise<Difference[]> {
  const found = await listLasting(database, projections, step, slice)
  if (corrects && found.length > 0) {
    await correct(database, step, slice, [
      ...new Set(found.map(({ key }) => key[step.key[0]] ?? 0)),
    ])
    await projectAll(database, projections, rounds)
  }
  return found.map((one) => ({ ...one, isCorrected: corrects }))
}

/**
 * The rows of a slice that differ as of one moment at which nothing is marked. Where reports go on coming, there is no
 * such moment: what is marked is counted first, within the same snapshot.
 */
async function listLasting(
  database: Database,
  projections: Projections,
  step: Projection,
  slice: Slice,
): Promise<readonly Found[]> {
  for (;;) {
    const { isSettled, rows } = await database.snapshot(async (db) => ({
      isSettled: !(await hasMarks(db, Number.MAX_SAFE_INTEGER)),
      rows: await listDifferences(db, step, slice),
    }))
    if (isSettled || rows.length === 0) return rows
    await projectAll(database, projections, 1)
    const left = await listOnceCounted(database, projections, step, slice)
    if (left) return left
    await wait(1)
  }
}

type Found = Omit<Difference, 'isCorrected'>

/** Counts what is marked and compares, in one snapshot; undefined while another process holds the lease or a row. */
async function listOnceCounted(
  database: Database,
  projections: Projections,
  step: Projection,
  slice: Slice,
): Promise<readonly Found[] | undefined> {
  const { electionId } = slice
  try {
    return await database.write(async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      if (!(await takeLease(tx, electionId))) return undefined
      while ((await projectIn(tx, projections, electionId)) !== 'idle');
      return await listDifferences(tx, step, slice)
    })
  } catch (error) {
    if (isBlocked(error)) return undefined
    throw error
  }
}

/** All keys of a projection, in ranges without gaps: a row that should not exist is found as well. */
async function* slicesOf(
  { primary }: Pick<Database, 'primary'>,
  { of: { rows: table } }: Projection,
  electionId: number,
): AsyncGenerator<Slice> {
  for (let from = 0; from <= greatest; ) {
    const { rows } = table
      ? await sql<{ id: number }>`
          select t.id from ${sql.table(table)} t
           where t.election_id = ${electionId} and t.id >= ${from}
           order by t.id offset ${atOnce - 1} limit 1`.execute(primary)
      : { rows: [] }
    const last = rows[0]?.id ?? greatest
    const keys = new Keys()
    keys.addRange(from, last)
    yield { electionId, within: keys.within }
    from = last + 1
  }
}

async function listDifferences(db: Db, step: Projection, slice: Slice): Promise<Found[]> {
  const object = (names: readonly string[], prefix = '') =>
    sql`jsonb_build_object(${sql.join(
      names.flatMap((one) => [sql.lit(one), sql.ref(`d.${prefix}${one}`)]),
    )})`
  const resolved = await resolve(db, step, slice)
  const { rows } = await sql<Pick<Difference, 'key' | 'stored' | 'counted'>>`
    select ${object(step.key)} as key,
           case when d.is_counted then ${object(step.values)} end as counted,
           case when d.is_stored then ${object(step.values, 'was_')} end as stored
      from (${differing(resolved, slice)}) d
     order by ${sql.join(step.key.map((name) => sql.ref(`d.${name}`)))}`.execute(db)
  const { electionId } = slice
  return rows.map((row) => ({ projection: step.name, electionId, ...row }))
}

/** Corrects a slice in place of the projector, and marks the projections that depend on it. */
async function correct(
  database: Database,
  step: Projection,
  slice: Slice,
  keys: readonly number[],
): Promise<void> {
  for (;;) {
    const isDone = await database.write(async (tx) => {
      if (!(await takeLease(tx, slice.electionId))) return false
      await apply(tx, step, slice)
      await mark(tx, slice.electionId, step.of, keys)
      return true
    })
    if (isDone) return
  }
}
