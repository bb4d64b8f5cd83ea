import { sql } from 'kysely'
import { rowsOf } from '#apps/server/testing-stored.ts'
import { migrate } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { becomesTrue } from '#database/postmaster.ts'
import { openGround } from '../ground.ts'
import type { Surroundings } from './calls.ts'
import { drawOf } from './chance.ts'
import { clientsOf } from './clients.ts'
import { loadField } from './field.ts'
import { judge } from './judge.ts'
import { openProvider } from './provider.ts'
import { report } from './report.ts'
import { readStored } from './stored.ts'
import { type Strikes, strikesOn } from './strikes.ts'
import { Trace } from './trace.ts'
import type { Person, World } from './world.ts'

export type Order = {
  readonly seed: number
  readonly operations: number
  /** How often the server is killed, and the database. */
  readonly times: number
}

/** Operations of all kinds at once, of many clients, with falls; whether all held. */
export async function driveRandomly({ seed, operations, times }: Order): Promise<boolean> {
  let people: readonly Person[] = []
  const provider = await openProvider()
  const ground = await openGround({
    isCareless: false,
    environment: { TRUST_PROXY: 'on', ...provider.settings },
    workersOf: (start) => 1 + (start % 2),
    prepare: async (databaseUrl) => {
      await migrate(databaseUrl)
      people = await loadField(databaseUrl)
    },
  })
  const database = openDatabase({ url: ground.databaseUrl, connections: 2, onError: () => {} })
  try {
    const world = await worldOf(people, database)
    const strikes = strikesOn(ground, times, drawOf(seed, -1, 0))
    const around: Surroundings = {
      url: ground.url,
      trace: world.trace,
      wasStruck: strikes.wasStruck,
      reportMs: [],
    }
    const deadlocks = watchDeadlocks(database)
    const counts = await run(world, around, strikes, { seed, operations, times })
    await settle(database)
    if ((await deadlocks()) > 0)
      world.trace.find({ oracle: 'nobody waits in a circle', what: 'a deadlock', about: [] })
    await judge({ ground, database, world, arrivals: provider.arrivals, falls: 2 * times })
    return report({ seed, counts, strikes, around })
  } finally {
    await database.close()
    await ground.stop()
    provider.close()
  }
}

async function worldOf(people: readonly Person[], database: Database): Promise<World> {
  let last = 0
  const { stations } = await readStored(database.primary)
  return {
    trace: new Trace(),
    people: new Map(people.map((person) => [person.id, person])),
    waiting: [],
    registrations: [],
    stationIds: stations,
    electionId: await currentElection(database),
    interrupted: { to: 0 },
    grown: [],
    retried: [],
    next: () => ++last,
  }
}

async function currentElection({ primary }: Database): Promise<number> {
  const query = sql`select id from elections where is_current`
  const [row] = await rowsOf<{ id: number }>(primary, query)
  return row?.id ?? 0
}

/** Counts deadlocks as they come: a database that falls forgets how many there were. */
function watchDeadlocks({ primary }: Database): () => Promise<number> {
  let [before, last] = [0, 0]
  const look = async () => {
    const query = sql`select sum(deadlocks)::integer as total from pg_stat_database`
    const [row] = await rowsOf<{ total: number }>(primary, query)
    const now = row?.total ?? 0
    if (now < last) before += last
    last = now
  }
  const watching = setInterval(() => void look().catch(() => {}), 500)
  return async () => {
    clearInterval(watching)
    await look()
    return before + last
  }
}

/** How often each kind of operation was done. */
export type Counts = ReadonlyMap<string, number>

async function run(
  world: World,
  around: Surroundings,
  strikes: Strikes,
  { seed, operations }: Order,
): Promise<Counts> {
  const counts = new Map<string, number>()
  let begun = 0
  const clients = clientsOf(world, around)
  const work = Promise.all(
    clients.map(async (client) => {
      for (let nth = 0; begun < operations; nth++) {
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

/** Waits until what was left to be done in the background is done. */
async function settle(database: Database): Promise<void> {
  const isIdle = async () => {
    const [row] = await rowsOf<{ left: string }>(
      database.primary,
      sql`select (select count(*) from tasks where state in ('queued', 'running'))
               + (select count(*) from deliveries where state = 'queued') as left`,
    )
    return Number(row?.left) === 0
  }
  if (!(await becomesTrue(isIdle, 180_000)))
    throw new Error('What was left to be done in the background does not end')
}
