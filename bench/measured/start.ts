import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { phoneAt } from '#apps/cli/phone.ts'
import { installation } from '#features/installation/contract.ts'
import type { Figure, Stage } from '../figure.ts'
import { memoryOf } from '../machine/memory.ts'
import { percentile } from '../spread.ts'

/** A server on a prepared database: time to its first response, and idle memory. */
export async function measureStart(stage: Stage): Promise<Figure[]> {
  // It serves the web app as well, as in real installations.
  await stage.buildWeb()
  const url = await stage.copy()
  const rounds: { readonly bare: number; readonly ms: number; readonly held: number }[] = []
  for (let round = 0; round < stage.rounds; round++) {
    const bare = await timed(() => promisify(execFile)(process.execPath, ['-e', '0']))
    rounds.push({ bare, ...(await startOnce(stage, url)) })
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => percentile(rounds.map(of), 0.5)
  const ms = middle((round) => round.ms)
  const bare = middle((round) => round.bare)
  return [
    {
      number: 8,
      what: 'start to first answer',
      value: ms,
      unit: 'ms',
      most: 1500,
      ms,
      footnote: `Node that does nothing starts and ends in ${bare.toFixed(0)} ms`,
    },
    {
      number: 8,
      what: 'memory when idle, one process',
      value: middle(({ held }) => held),
      unit: 'MB',
      most: 120,
    },
  ]
}

async function startOnce(stage: Stage, url: string): Promise<{ ms: number; held: number }> {
  const from = performance.now()
  const server = await stage.start(url)
  try {
    await phoneAt(server.url, { forMs: 0 })(installation.health, {})
    const ms = performance.now() - from
    await pause(Math.min(3000, 1000 * stage.seconds))
    return { ms, held: await memoryOf(server.pid) }
  } finally {
    await server.stop()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
