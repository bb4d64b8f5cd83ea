import { sql } from 'kysely'
import { electionLocks } from '#database/lock-tables.ts'
import type { Database, Db, Tx } from '#database/open.ts'
import { analyzeGrown } from '#database/statistics.ts'
import { figuresChanged } from '#kit/contract/figures.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { announce } from '../live/announce.ts'
import { Keys } from './keys.ts'
import { markAllAfter } from './mark.ts'
import { apply, isProjection, type Projections, type Slice } from './projection.ts'

/** The most marks that one pass reads, and the most subjects of each kind that it counts. */
const mostMarks = 20_000
const mostSubjects = 3000
/** The most subjects of a range that one pass counts: computing their rows blocks the process. */
const mostOfRange = 1000
/** A pass gives up after this many milliseconds if another transaction holds a row that it needs, and is retried. */
const patienceMs = 200

/**
 * The result of a pass. `busy`: another process counts there, or the election is being emptied; `cut`: the rest of a range
 * waits; `alone`: as `cut`, without other marks, so no reports are arriving.
 */
export type Pass = 'idle' | 'busy' | 'done' | 'cut' | 'alone'

/** The id of the newest mark; undefined: there is none. */
export async function findLastMark(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id)::float8 as last from marks`.execute(db)
  return rows[0]?.last ?? undefined
}

/** Whether any mark up to this id is left. */
export async function hasMarks(db: Db, upTo: number): Promise<boolean> {
  const { rows } = await sql<{ hasAny: boolean }>`
    select exists (select from marks where id <= ${upTo}) as has_any`.execute(db)
  return rows[0]?.hasAny ?? false
}

/** The elections that have marks, in any order. */
export async function listMarked(db: Db): Promise<number[]> {
  // A loose index scan: `distinct` would read every mark.
  const { rows } = await sql<{ electionId: number }>`
    with recursive marked as (
      select min(election_id) as election_id from marks
      union all
      select (select min(n.election_id) from marks n where n.election_id > m.election_id)
        from marked m where m.election_id is not null
    ) select election_id from marked where election_id is not null`.execute(db)
  return rows.map(({ electionId }) => electionId)
}

/**
 * Recounts what some of an election's marks make stale, and deletes exactly those, in one transaction. After a
 * crash the pass is repeated and changes nothing twice. A pass cuts a large range: the rest stays marked.
 */
export async function projectOnce(
  database: Pick<Database, 'write'>,
  projections: Projections,
  electionId: number,
): Promise<Pass> {
  return await database.write(
    async (tx) =>
      (await takeLease(tx, electionId)) ? projectIn(tx, projections, electionId) : 'busy',
    'report',
  )
}

/** One pass within a transaction that holds the lease. */
export async function projectIn(
  tx: Tx,
  projections: Projections,
  electionId: number,
): Promise<Exclude<Pass, 'busy'>> {
  if (!(await isCounted(tx, projections, electionId))) return 'idle'
  const taken = await takeMarks(tx, projections, electionId)
  if (!taken) return 'idle'
  if (await recount(tx, projections, electionId, taken))
    await announce(
      tx,
      figuresChanged,
      { electionId: electionId as Id<'elections'>, ngoId: null },
      {},
    )
  return taken.pass
}

/**
 * One projector works on an election at a time; its transaction's end frees the lease, also when its process dies. Emptying
 * the election takes precedence.
 *
 * Rows are found by their keys, whatever PostgreSQL knows of its tables: without statistics it would read whole
 * tables, and plan each statement anew.
 */
export async function takeLease(tx: Tx, electionId: number): Promise<boolean> {
  const { rows } = await sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('veghe.projector', ${electionId}))
           and pg_try_advisory_xact_lock_shared(${electionLocks}, ${electionId}) as is_ours,
           set_config('lock_timeout', ${`${patienceMs}`}, true),
           set_config('plan_cache_mode', 'force_generic_plan', true),
           set_config('enable_seqscan', 'off', true)`.execute(tx)
  return rows[0]?.isOurs ?? false
}

/** Whether the election is counted; if not, deletes its marks. */
async function isCounted(tx: Tx, projections: Projections, electionId: number): Promise<boolean> {
  const { rows } = await sql<{ isCounted: boolean }>`
    select ${projections.isCounted(electionId)} as is_counted`.execute(tx)
  if (rows[0]?.isCounted) return true
  await sql`delete from marks where election_id = ${electionId}`.execute(tx)
  return false
}

type Mark = {
  readonly id: number
  readonly subject: string
  readonly firstKey: number
  readonly lastKey: number
}

/** The subjects that one pass counts. */
type Taken = {
  readonly pass: Exclude<Pass, 'busy'>
  /** By name. */
  readonly subjects: ReadonlyMap<string, Keys>
  /** The mark of a range whose rest waits. */
  readonly cutId: number | undefined
}

async function takeMarks(
  tx: Tx,
  projections: Projections,
  electionId: number,
): Promise<Taken | undefined> {
  const { rows } = await sql<Mark>`
    select id::float8 as id, subject, first_key, last_key from marks
     where election_id = ${electionId} order by id limit ${mostMarks}`.execute(tx)
  if (rows.length === 0) return undefined
  const taken = new Map<string, Keys>()
  const done = takeSingle(taken, rows)
  const ranges = rows.filter(({ firstKey, lastKey }) => firstKey !== lastKey)
  const range = ranges[0]
  let cutId: number | undefined
  // A later mark of the whole covers what is left of an earlier one.
  if (range && ranges.some((other) => other !== range && covers(other, range))) done.push(range.id)
  else if (range) {
    const last = await cutRange(tx, projections, electionId, range)
    keysOf(taken, range.subject).addRange(range.firstKey, last)
    if (last === range.lastKey) done.push(range.id)
    else cutId = range.id
  }
  await sql`
    delete from marks where election_id = ${electionId} and id = any(${done}::bigint[])`.execute(tx)
  const isAlone = ranges.length === rows.length
  return { subjects: taken, cutId, pass: cutId === undefined ? 'done' : isAlone ? 'alone' : 'cut' }
}

/** Takes single subjects, as many as one pass counts; returns the marks that are done with. */
function takeSingle(taken: Map<string, Keys>, marks: readonly Mark[]): number[] {
  const done: number[] = []
  for (const { id, subject, firstKey, lastKey } of marks) {
    if (firstKey !== lastKey) continue
    const keys = keysOf(taken, subject)
    if (keys.size >= mostSubjects && !keys.has(firstKey)) continue
    keys.add(firstKey)
    done.push(id)
  }
  return done
}

const covers = (one: Mark, other: Mark) =>
  one.subject === other.subject && one.firstKey <= other.firstKey && one.lastKey >= other.lastKey

function keysOf(taken: Map<string, Keys>, subject: string): Keys {
  const keys = taken.get(subject) ?? new Keys()
  taken.set(subject, keys)
  return keys
}

/** The last key of the first slice of a range; what follows it stays marked. */
async function cutRange(
  tx: Tx,
  { spreads, steps }: Projections,
  electionId: number,
  { id, subject, firstKey, lastKey }: Mark,
): Promise<number> {
  const known = [...steps.map(({ of }) => of), ...spreads.map(({ from }) => from)]
  const table = known.find((one) => one.name === subject && one.rows)?.rows
  if (!table) return lastKey
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.table(table)} t
     where t.election_id = ${electionId} and t.id between ${firstKey} and ${lastKey}
     order by t.id offset ${mostOfRange - 1} limit 1`.execute(tx)
  const last = rows[0]?.id
  if (last === undefined || last === lastKey) return lastKey
  await sql`
    update marks set first_key = ${last + 1}
     where election_id = ${electionId} and id = ${id}`.execute(tx)
  return last
}

/** Counts what these subjects make stale, in the features' order. Returns whether anything changed. */
async function recount(
  tx: Tx,
  { spreads, steps }: Projections,
  electionId: number,
  taken: Taken,
): Promise<boolean> {
  const stale = await spreadOut(tx, spreads, electionId, taken.subjects)
  const later = new Map<string, Keys>()
  let isChanged = false
  for (const step of steps) {
    const keys = stale.get(step.of.name)
    // Rows that depend on a range are counted once after its end, not with each part of it.
    const passed = taken.cutId !== undefined && keys?.hasRange ? later : stale
    if (keys && (await runStep(tx, step, { electionId, within: keys.within }, passed)))
      isChanged = true
  }
  for (const name of later.keys()) await markAllAfter(tx, electionId, { name }, taken.cutId ?? 0)
  return isChanged
}

/** The taken subjects, and those that they make stale; what a spread adds, the next spreads read. */
async function spreadOut(
  tx: Tx,
  spreads: Projections['spreads'],
  electionId: number,
  taken: Taken['subjects'],
): Promise<Map<string, Keys>> {
  const stale = new Map([...taken].map(([name, keys]) => [name, new Keys().addAll(keys)]))
  for (const { from, to, keys } of spreads) {
    const source = stale.get(from.name)
    if (!source) continue
    if (!keys) {
      keysOf(stale, to.name).addAll(source)
      continue
    }
    const { rows } = await sql<{ key: number }>`
      select distinct k.key from (${keys({ electionId, within: source.within })}) k
       where k.key is not null`.execute(tx)
    for (const { key } of rows) keysOf(stale, to.name).add(key)
  }
  return stale
}

async function runStep(
  tx: Tx,
  step: Projections['steps'][number],
  slice: Slice,
  passedOn: Map<string, Keys>,
): Promise<boolean> {
  if (!isProjection(step)) return step.run(tx, slice)
  if (step.isExact) return false
  const { changed, passed } = await apply(tx, step, slice)
  await analyzeGrown(tx, step.table, changed)
  for (const [place, { to }] of step.passesOn.entries())
    for (const key of passed[place] ?? []) keysOf(passedOn, to.name).add(key)
  return changed > 0
}
