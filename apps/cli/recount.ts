import type { Database } from '#database/open.ts'
import { listElectionIds } from '#features/elections/server/queries.ts'
import { type Difference, recount } from '#kit/server/projections/recount.ts'
import { readConfig } from '../server/config.ts'
import { projections } from '../server/projections.ts'
import { reasonOf } from '../server/refusal.ts'
import { readArguments } from './arguments.ts'
import { withExisting } from './existing-database.ts'
import { showProgress, whenInterrupted } from './progress.ts'

/**
 * `npm run recount [-- --mend]`: counts every stored figure of all elections again and lists the differences, with or
 * without a running server. Exit code 1 if a difference was not corrected.
 */
async function main(): Promise<void> {
  const { values } = readArguments('recount', {
    options: { mend: { type: 'boolean', default: false } },
  })
  await withExisting(readConfig(process.env), (database) => compare(database, values.mend))
}

async function compare(database: Database, corrects: boolean): Promise<void> {
  const started = performance.now()
  const progress = showProgress()
  const signal = whenInterrupted()
  const elections = await listElectionIds(database.primary)
  const counted = new Set<string>()
  let found = 0
  const differences = recount(database, projections, {
    elections,
    corrects,
    pause: async () => signal.throwIfAborted(),
    begun: ({ name }, electionId) => {
      counted.add(name)
      progress.report(`election ${electionId}: ${name}`)
    },
  })
  try {
    for await (const difference of differences) {
      found += 1
      progress.end()
      console.log(lineOf(difference))
    }
  } finally {
    progress.end()
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const where = `${counted.size} figures of ${elections.length} elections, counted in ${seconds} s`
  console.log(`${where}: ${outcomeOf(found, corrects)}`)
  if (found > 0 && !corrects) process.exitCode = 1
}

function outcomeOf(found: number, corrects: boolean): string {
  if (found === 0) return 'nothing differs'
  return corrects
    ? `${found} differed, all corrected`
    : `${found} differ; -- --mend writes what was counted`
}

/** `election 1, visit_counts, county_id 2, ngo_id 1: reported 5, counted 4`; only what differs of it. */
function lineOf({ projection, electionId, key, stored, counted, isCorrected }: Difference): string {
  const names = Object.entries(key).map(([name, value]) => `${name} ${value}`)
  const where = [`election ${electionId}`, projection, ...names].join(', ')
  return `${where}: ${differenceOf(stored, counted)}${isCorrected ? '; corrected' : ''}`
}

function differenceOf(stored: Difference['stored'], counted: Difference['counted']): string {
  if (!stored || !counted) return stored ? 'nothing to count' : 'not stored'
  return Object.entries(counted)
    .filter(([name, value]) => stored[name] !== value)
    .map(([name, value]) => `${name} ${stored[name]}, counted ${value}`)
    .join('; ')
}

await main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
