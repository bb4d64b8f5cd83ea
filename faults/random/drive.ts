import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { becomesTrue } from '#database/embedded/postmaster.ts'
import { migrate } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { seededRandomOf } from '#testing/evening/seeded-random.ts'
import { rowsOf } from '#testing/evening/stored.ts'
import { openTestBed, type Programs, type TestBed } from '../test-bed.ts'
import type { TestContext } from './calls.ts'
import { type Client, clientsOf } from './clients.ts'
import { type FaultInjector, faultInjectorOn } from './fault-injector.ts'
import { loadField, startingCounties } from './field.ts'
import { type FieldMap, mapOf } from './map.ts'
import { deadlocksIn, noDeadlocks } from './oracles/deadlock-oracle.ts'
import { judge } from './oracles/judge.ts'
import { readStored } from './oracles/stored.ts'
import { type Arrival, openProvider, type Provider } from './provider.ts'
import { type Counts, report } from './report.ts'
import { startSecond } from './second-server.ts'
import { type Finding, Trace } from './trace.ts'
import { type Person, stationName, type World } from './world.ts'

export type Order = {
  readonly built: Programs
  readonly seed: number
  readonly operations: number
  /** How often the server and the database are each killed. */
  readonly times: number
}

/** Random operations of many clients at once, with faults; returns whether all oracles held. */
export async function driveRandomly(order: Order): Promise<boolean> {
  const provider = await openProvider()
  return driveWith(provider, order).finally(() => provider.close())
}

async function driveWith(provider: Provider, order: Order): Promise<boolean> {
  const { seed, times } = order
  const map = mapOf(seed)
  let people: readonly Person[] = []
  const ground = await openTestBed({
    built: order.built,
    isCareless: false,
    environment: { TRUST_PROXY: 'on', ...provider.settings },
    workersOf: (start) => 1 + (start % 2),
    prepare: async (databaseUrl) => {
      await migrate(databaseUrl)
      people = await loadField(databaseUrl, map)
    },
  })
  // Only one of two projectors counts at a time, also after a kill.
  const second = seed % 2 === 1 ? await startSecond(ground) : undefined
  const database = openDatabase({ url: ground.databaseUrl, connections: 2, onError: () => {} })
  try {
    const world = await worldOf({ map, people, database, arrivals: provider.arrivals })
    const strikes = faultInjectorOn({ ground, second }, times, seededRandomOf(seed, -1, 0))
    const around: TestContext = {
      url: ground.url,
      trace: world.trace,
      wasStruck: strikes.wasStruck,
      reportMs: [],
    }
    const deadlocks = watchDeadlocks(ground)
    const counts = await run(world, around, strikes, order)
    await settle(database)
    for (const finding of await deadlocks()) world.trace.find(finding)
    const compared = await judge({ ground, database, world, falls: strikes.total() })
    return report({ seed, counts, strikes, around, compared })
  } finally {
    await database.close()
    await second?.stop()
    await ground.stop()
  }
}

type Beginning = {
  readonly map: FieldMap
  readonly people: readonly Person[]
  readonly database: Database
  readonly arrivals: readonly Arrival[]
}

async function worldOf({ map, people, database, arrivals }: Beginning): Promise<World> {
  let last = 0
  const { stations } = await readStored(database.primary)
  return {
    trace: new Trace(),
    map,
    database,
    arrivals,
    openings: [],
    saves: [],
    cleared: [],
    doubts: [],
    sight: { codes: startingCounties },
    people: new Map(people.map((person) => [person.id, person])),
    helpless: new Set(),
    gone: new Set(),
    waiting: [],
    registrations: [],
    stationIds: stations,
    countyOf: new Map(
      map.stations.map((at) => [stations.get(stationName(at)) ?? 0, at.countyCode]),
    ),
    electionId: await currentElection(database),
    interrupted: { to: 0 },
    grown: [],
    retried: [],
    takenBack: [],
    corrections: [],
    timings: [],
    undone: [],
    next: () => ++last,
  }
}

async function currentElection({ primary }: Database): Promise<number> {
  const query = sql`select id from elections where is_current`
  const [row] = await rowsOf<{ id: number }>(primary, query)
  return row?.id ?? 0
}

/** Reads the database's log repeatedly: it keeps the output of the last two servers only. */
function watchDeadlocks({ databaseLogs }: TestBed): () => Promise<Finding[]> {
  const seen = new Set<string>()
  const look = async () => {
    for (const path of databaseLogs) {
      const log = await readFile(path, 'utf8').catch(() => '')
      for (const deadlock of deadlocksIn(log)) seen.add(deadlock)
    }
  }
  const watching = setInterval(() => void look(), 500)
  return async () => {
    clearInterval(watching)
    await look()
    return noDeadlocks(seen)
  }
}

/** Operations that a client may be ahead of its share before it waits for the others. */
const mostAhead = 10

async function run(
  world: World,
  around: TestContext,
  strikes: FaultInjector,
  { seed, operations }: Order,
): Promise<Counts> {
  const counts = new Map<string, number>()
  let begun = 0
  const clients = clientsOf(world, around)
  const isAhead = ({ share }: Client, nth: number) => nth > share * begun + mostAhead
  const work = Promise.all(
    clients.map(async (client) => {
      for (let nth = 0; begun < operations; nth++) {
        while (isAhead(client, nth) && begun < operations) await pause(20)
        begun += 1
        const { name, run: does } = client.next(seed, nth)
        await does()
        counts.set(name, (counts.get(name) ?? 0) + 1)
      }
    }),
  )
  let isOver = false
  const progress = () => begun / operations
  const falls = strikes.during(progress, () => isOver)
  await work.finally(() => {
    isOver = true
  })
  await falls
  return counts
}

/** Waits until the background work is done. */
async function settle(database: Database): Promise<void> {
  const isIdle = async () => {
    const [row] = await rowsOf<{ left: string }>(
      database.primary,
      sql`select (select count(*) from tasks where state in ('queued', 'running'))
               + (select count(*) from deliveries where state = 'queued')
               + (select count(*) from jobs where name like '%.undo-import')
               + (select count(*) from marks) as left`,
    )
    return Number(row?.left) === 0
  }
  if (!(await becomesTrue(isIdle, 180_000)))
    throw new Error('What was left to be done in the background does not end')
}
