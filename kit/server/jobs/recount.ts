import { type RawBuilder, sql } from 'kysely'
import type { Database, Db, Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockElectionShared } from '../election-lock.ts'
import type { Counter, Slice } from './counter.ts'

/** A row whose counter differs from the recount. */
export type CountDifference = {
  readonly counter: string
  readonly electionId: number
  readonly key: Readonly<Record<string, number>>
  /** Null: there is no such row. */
  readonly kept: Readonly<Record<string, unknown>> | null
  readonly counted: Readonly<Record<string, unknown>>
  readonly isMended: boolean
}

/** The database to recount in; only read where nothing is corrected. */
type RecountedDatabase = Pick<Database, 'read' | 'write'>

export type RecountOptions = {
  readonly counters: readonly Counter[]
  /** In which elections; read once, at the start. */
  readonly elections: (db: Db) => Promise<readonly number[]>
  readonly mends?: boolean
  /** Called after each slice: a recount beside reports yields to them here. */
  readonly pause?: () => Promise<void>
  /** Called after each counter of an election, with how many rows differ and were not corrected. */
  readonly compared?: (counter: Counter, electionId: number, differing: number) => Promise<void>
}

/**
 * Recounts everything, slice by slice, and yields the differences. Each comparison is one statement, so it
 * sees counters and what they count as of one moment, despite concurrent writes; and it locks nothing.
 */
export async function* recount(
  database: RecountedDatabase,
  recounting: RecountOptions,
): AsyncGenerator<CountDifference> {
  const { counters, elections, compared } = recounting
  for (const election of await database.read(elections))
    for (const counter of counters) {
      let differing = 0
      for await (const difference of recountOne(database, counter, election, recounting)) {
        differing += Number(!difference.isMended)
        yield difference
      }
      await compared?.(counter, election, differing)
    }
}

async function* recountOne(
  database: RecountedDatabase,
  counter: Counter,
  electionId: number,
  { mends, pause }: RecountOptions,
): AsyncGenerator<CountDifference> {
  for await (const slice of slicesOf(database, counter, electionId)) {
    yield* await goThrough(database, counter, slice, mends)
    await pause?.()
  }
}

/** Everything that differs, read on one connection. */
export async function miscountedBy(
  db: Db,
  recounting: Pick<RecountOptions, 'counters' | 'elections'>,
): Promise<CountDifference[]> {
  const found: CountDifference[] = []
  const read: Database['read'] = (work) => work(db)
  const write = () => Promise.reject(new Error('Nothing is mended here'))
  for await (const difference of recount({ read, write }, recounting)) found.push(difference)
  return found
}

const greatest = 2_147_483_647

/** All of an election, without gaps: a row that should not exist is found as well. */
async function* slicesOf(
  database: Pick<RecountedDatabase, 'read'>,
  { ids, atOnce }: Counter,
  electionId: number,
): AsyncGenerator<Slice> {
  for (let after = -1; after < greatest; ) {
    const from = after
    const { rows } = await database.read((db) =>
      sql<{ id: number }>`
        select i.id from (${ids(electionId)}) i where i.id > ${from}
         order by i.id offset ${atOnce - 1} limit 1`.execute(db),
    )
    const last = rows[0]?.id ?? greatest
    yield { electionId, within: (column) => sql`${column} between ${from + 1} and ${last}` }
    after = last
  }
}

async function goThrough(
  { read, write }: RecountedDatabase,
  counter: Counter,
  slice: Slice,
  mends = false,
): Promise<CountDifference[]> {
  const found = await read((db) => listDifferences(db, counter, slice))
  if (!mends || found.length === 0) return found
  const ids = [...new Set(found.map(({ key }) => key[counter.key[0]] as number))]
  // A hundredth of a slice is locked at a time: reports wait for nothing longer.
  const atOnce = Math.ceil(counter.atOnce / 100)
  const left = new Set<string>()
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    const within = (column: RawBuilder<unknown>) => sql`${column} = any(${some}::integer[])`
    const { electionId } = slice
    for (const one of await write((tx) => mend(tx, counter, { electionId, within })))
      left.add(nameOf(one))
  }
  return found.map((one) => ({ ...one, isMended: !left.has(nameOf(one)) }))
}

const nameOf = ({ key }: CountDifference) => JSON.stringify(key)

/** Writes the recounted values, and returns the differences all the same. */
async function mend(tx: Tx, counter: Counter, slice: Slice): Promise<CountDifference[]> {
  const { electionId } = slice
  // Nobody empties the election meanwhile, and nobody else corrects.
  await lockElectionShared(tx, electionId as Id<'elections'>)
  await sql`select pg_advisory_xact_lock(hashtextextended('recount', 0))`.execute(tx)
  if (counter.hold) await counter.hold(slice).execute(tx)
  if (counter.correct) {
    const { correct } = counter
    await correct(slice, differing(counter, slice)).execute(tx)
    return listDifferences(tx, counter, slice)
  }
  const table = sql.table(counter.table)
  const keys = named(counter.key)
  const values = named([...counter.numbers, ...counter.moments])
  if (!counter.isColumn) await makeMissing(tx, counter, slice)
  await sql`
    select from ${table} t
     where t.election_id = ${electionId}
       and (${named(counter.key, 't')}) in (select ${keys} from (${differing(counter, slice)}) d)
     order by ${named(counter.key, 't')} for no key update`.execute(tx)
  // A separate statement sees what the transactions that we waited for wrote.
  await sql`
    update ${table} t set (${values}) = row(${named([...counter.numbers, ...counter.moments], 'd')})
      from (${differing(counter, slice)}) d
     where t.election_id = ${electionId}
       and (${named(counter.key, 't')}) = (${named(counter.key, 'd')})`.execute(tx)
  return listDifferences(tx, counter, slice)
}

/** Empty rows, so that they can be locked. */
async function makeMissing(tx: Tx, counter: Counter, slice: Slice): Promise<void> {
  const { table, key, numbers, moments } = counter
  const none = [...numbers.map(() => sql`0`), ...moments.map(() => sql`null`)]
  await sql`
    insert into ${sql.table(table)} (election_id, ${named([...key, ...numbers, ...moments])})
    select ${slice.electionId}, ${named(key)}, ${sql.join(none)}
      from (${differing(counter, slice)}) d where not d.is_kept order by ${named(key)}
        on conflict do nothing`.execute(tx)
}

/** The differing rows, as they should be; and as they are, as `was_…`, if they exist (`is_kept`). */
function differing(counter: Counter, slice: Slice): RawBuilder<unknown> {
  const { table, key, numbers, moments, isComplete = false } = counter
  const columns = [...numbers, ...moments]
  const kept =
    counter.kept?.(slice) ??
    sql`select ${named([...key, ...columns], 't')} from ${sql.table(table)} t
         where t.election_id = ${slice.electionId} and ${slice.within(sql.ref(`t.${key[0]}`))}`
  const said = (from: 'k' | 'c', name: string) =>
    numbers.includes(name)
      ? sql`coalesce(${sql.ref(`${from}.${name}`)}, 0)`
      : sql.ref(`${from}.${name}`)
  const all = (from: 'k' | 'c') => sql.join(columns.map((name) => said(from, name)))
  const both = columns.map(
    (name) =>
      sql`${said('c', name)} as ${sql.ref(name)}, ${said('k', name)} as ${sql.ref(`was_${name}`)}`,
  )
  return sql`
    select ${named(key)}, ${sql.join(both)}, k.is_kept is not null as is_kept
      from (select *, true as is_kept from (${kept}) r) k
      full join (select * from (${counter.counted(slice)}) r) c using (${named(key)})
     where (${all('k')}) is distinct from (${all('c')}) or (${isComplete} and k.is_kept is null)`
}

const named = (names: readonly string[], of?: string) =>
  sql.join(names.map((name) => sql.ref(of ? `${of}.${name}` : name)))

async function listDifferences(
  db: Db | Tx,
  counter: Counter,
  slice: Slice,
): Promise<CountDifference[]> {
  const { name, key, numbers, moments } = counter
  const columns = [...numbers, ...moments]
  const object = (names: readonly string[], prefix = '') =>
    sql`jsonb_build_object(${sql.join(
      names.flatMap((one) => [sql.lit(one), sql.ref(`d.${prefix}${one}`)]),
    )})`
  const { rows } = await sql<Pick<CountDifference, 'key' | 'kept' | 'counted'>>`
    select ${object(key)} as key, ${object(columns)} as counted,
           case when d.is_kept then ${object(columns, 'was_')} end as kept
      from (${differing(counter, slice)}) d order by ${named(key, 'd')}`.execute(db)
  const { electionId } = slice
  return rows.map((row) => ({ counter: name, electionId, ...row, isMended: false }))
}
