import { findEmbedded, hasEmbedded, startEmbedded } from '#database/embedded.ts'
import { expectMigrated } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import { type Difference, recount } from '#kit/server/recount.ts'
import { noteRecount } from '#kit/server/recount-later.ts'
import { type Config, readConfig } from './config.ts'
import { counters } from './counters.ts'
import { showProgress, whenInterrupted } from './progress.ts'
import { named, reasonOf } from './refusal.ts'

const usage = 'Usage: npm run recount [-- --mend]'

/**
 * `npm run recount [-- --mend]`: counts everything anew that is kept as a number, in all elections,
 * and names what differs, while the server runs or not. Exit code 1 where something differs and was
 * not mended.
 */
async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (args.some((one) => one !== '--mend')) throw new Error(usage)
  const config = readConfig(process.env)
  const { url, stop } = await findDatabase(config)
  const database = openDatabase({ url, connections: 2 })
  try {
    await expectMigrated(database.primary).catch(
      named(config.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR'),
    )
    await compare(database, args.includes('--mend'))
  } finally {
    await database.close()
    await stop()
  }
}

/** The database that is there, started for us where nobody runs it; none is made. */
async function findDatabase({ DATABASE_URL, DATA_DIR }: Config) {
  const running = DATABASE_URL ?? (await findEmbedded(DATA_DIR))
  if (running) return { url: running, stop: async () => undefined }
  if (!(await hasEmbedded(DATA_DIR)))
    throw new Error(`DATA_DIR: no server was ever started in ${DATA_DIR}`)
  return startEmbedded({ dataDir: DATA_DIR }).catch(named('DATA_DIR'))
}

async function compare(database: Database, mends: boolean): Promise<void> {
  const started = performance.now()
  const progress = showProgress()
  const interrupted = whenInterrupted()
  const tally = { elections: new Set<number>(), found: 0, mended: 0 }
  const told = recount(database, {
    counters,
    mends,
    pause: async () => interrupted.throwIfAborted(),
    compared: async (counter, election, differing) => {
      tally.elections.add(election)
      progress.tell(`election ${election}: ${counter.name}`)
      await noteRecount(database, { counter, election, differing, now: new Date() })
    },
  })
  try {
    for await (const difference of told) {
      tally.found += 1
      tally.mended += Number(difference.isMended)
      progress.end()
      console.log(lineOf(difference))
    }
  } finally {
    progress.end()
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const where = `${counters.length} counters of ${tally.elections.size} elections, counted anew in ${seconds} s`
  console.log(`${where}: ${outcomeOf(tally)}`)
  if (tally.mended < tally.found) process.exitCode = 1
}

function outcomeOf({ found, mended }: { readonly found: number; readonly mended: number }): string {
  if (found === 0) return 'nothing differs'
  const left = found - mended
  if (left === 0) return `${found} differed, all mended`
  return mended > 0
    ? `${found} differed, ${mended} mended`
    : `${found} differ; -- --mend writes down what was counted`
}

/** `election 1, visit_counts, county_id 2, ngo_id 1: reported 5, counted 4`; only what differs of it. */
function lineOf({ counter, electionId, key, kept, counted, isMended }: Difference): string {
  const names = Object.entries(key).map(([name, value]) => `${name} ${value}`)
  const values = Object.entries(counted)
    .filter(([name, value]) => kept === null || kept[name] !== value)
    .map(([name, value]) => `${name} ${kept === null ? 'not kept' : kept[name]}, counted ${value}`)
  const where = [`election ${electionId}`, counter, ...names].join(', ')
  return `${where}: ${values.join('; ')}${isMended ? '; mended' : ''}`
}

await main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
