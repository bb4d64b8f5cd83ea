import { groupBy } from '#kit/contract/group.ts'
import type { Surroundings } from './calls.ts'
import type { Counts } from './drive.ts'
import type { Strikes } from './strikes.ts'
import { written } from './trace.ts'

type Outcome = {
  readonly seed: number
  readonly counts: Counts
  readonly strikes: Strikes
  readonly around: Surroundings
}

/** How many findings of one oracle are told in full, and how many calls of each. */
const most = { findings: 3, calls: 40 }

/** Prints what was done, and after it what did not hold, with what happened to it; whether all held. */
export function report({ seed, counts, strikes, around }: Outcome): boolean {
  const { trace, reportMs } = around
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const rows: [string, string | number][] = [
    ['operations at random', total],
    ...[...counts]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => [`  ${name}`, count] as [string, number]),
    ['server killed', strikes.counts.server],
    ['database killed', strikes.counts.database],
    [
      'slowest report with nothing killed',
      `${reportMs.reduce((slowest, ms) => Math.max(slowest, ms), 0)} ms`,
    ],
    ['found', trace.findings.length],
  ]
  for (const [what, value] of rows) console.log(`${what.padEnd(44)} ${value}`)
  for (const [oracle, findings] of groupBy(trace.findings, (one) => one.oracle)) {
    console.error(`\n${oracle}: ${findings.length} times not, with seed ${seed}`)
    for (const { what, about } of findings.slice(0, most.findings)) {
      console.error(`- ${what}`)
      const entries = about.length > 0 ? trace.of(about) : []
      for (const entry of entries.slice(-most.calls)) console.error(written(entry))
    }
  }
  return trace.findings.length === 0
}
