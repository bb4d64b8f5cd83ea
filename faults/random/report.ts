import { groupBy } from '#kit/contract/group.ts'
import type { TestContext } from './calls.ts'

import type { FaultInjector } from './fault-injector.ts'
import type { Compared } from './oracles/figures/judge-figures.ts'
import { type Entry, type Finding, type Trace, written } from './trace.ts'

/** How often each kind of operation was run. */
export type Counts = ReadonlyMap<string, number>

type RandomOutcome = {
  readonly seed: number
  readonly counts: Counts
  readonly strikes: FaultInjector
  readonly around: TestContext
  readonly compared: Compared
}

/** Limits of the printed findings for each oracle, and of the calls for each finding. */
const most = { findings: 3, calls: 40 }

/** Prints the operations, then each finding with its calls; returns whether there was no finding. */
export function report({ seed, counts, strikes, around, compared }: RandomOutcome): boolean {
  const { trace, reportMs } = around
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const rows: [string, string | number][] = [
    ['operations at random', total],
    ...[...counts]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, count]) => [`  ${name}`, count] as [string, number]),
    ...Object.entries(strikes.counts),
    [
      'slowest report with nothing killed',
      `${reportMs.reduce((slowest, ms) => Math.max(slowest, ms), 0)} ms`,
    ],
    ['figures compared with the glossary', compared.figures],
    ['owed compared with the plain model', compared.owed],
    ['found', trace.findings.length],
  ]
  for (const [what, value] of rows) console.log(`${what.padEnd(44)} ${value}`)
  printOutcomes(trace)
  for (const [oracle, findings] of groupBy(trace.findings, (one) => one.oracle)) {
    console.log(`\n${oracle}: ${findings.length} times not, with seed ${seed}`)
    for (const finding of findings.slice(0, most.findings)) printFinding(trace, finding)
  }
  return trace.findings.length === 0
}

/** Shows authors of the driver an operation that is always refused, which tests nothing. */
function printOutcomes(trace: Trace): void {
  console.log('what came of each call')
  for (const [call, outcomes] of [...trace.outcomes()].sort(([one], [other]) =>
    one < other ? -1 : 1,
  ))
    console.log(`  ${call}: ${[...outcomes].map(([name, count]) => `${name} ${count}`).join(', ')}`)
}

/** Prints only the last of many attempts with the same result. */
function isNews({ call, input, outcome }: Entry, nth: number, all: readonly Entry[]): boolean {
  const next = all[nth + 1]
  return next?.call !== call || next.input !== input || next.outcome !== outcome
}

function printFinding(trace: Trace, { what, about }: Finding): void {
  console.log(`- ${what}`)
  const entries = about.length > 0 ? trace.of(about) : []
  for (const entry of entries.filter(isNews).slice(-most.calls)) console.log(written(entry))
}
