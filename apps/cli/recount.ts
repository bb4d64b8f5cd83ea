import type { Database } from '#database/open.ts'
import { listElectionIds } from '#features/elections/server/queries.ts'
import { type CountDifference, recount } from '#kit/server/jobs/recount.ts'
import { noteRecount } from '#kit/server/jobs/recount-later.ts'
import { readConfig } from '../server/config.ts'
import { counters } from '../server/counters.ts'
import { reasonOf } from '../server/refusal.ts'
import { readArguments } from './arguments.ts'
import { withExisting } from './existing-database.ts'
import { showProgress, whenInterrupted } from './progress.ts'

/**
 * `npm run recount [-- --mend]`: recounts every stored counter, in all elections, and names what differs,
 * while the server runs or not. Exit code 1 where something differs and was not corrected.
 */
async function main(): Promise<void> {
  const { values } = readArguments('recount', {
    options: { mend: { type: 'boolean', default: false } },
  })
  await withExisting(readConfig(process.env), (database) => compare(database, values.mend))
}

async function compare(database: Database, mends: boolean): Promise<void> {
  const started = performance.now()
  const progress = showProgress()
  const interrupted = whenInterrupted()
  const tally = { elections: new Set<number>(), found: 0, mended: 0 }
  const told = recount(database, {
    counters,
    elections: listElectionIds,
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
function lineOf({ counter, electionId, key, kept, counted, isMended }: CountDifference): string {
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
