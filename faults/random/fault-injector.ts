import { setTimeout as pause } from 'node:timers/promises'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { TestBed } from '../test-bed.ts'
import type { SecondServer } from './second-server.ts'

const blows = [
  'server killed',
  'database killed',
  'server restarted',
  'second server killed',
] as const
type FaultKind = (typeof blows)[number]

/** When faults were active, in milliseconds since 1970. */
export type FaultInjector = {
  wasStruck(from: number, to: number): boolean
  /** Kills or restarts one part after the other, evenly over the run. */
  during(progress: () => number, isOver: () => boolean): Promise<void>
  readonly counts: Readonly<Record<FaultKind, number>>
  total(): number
}

/** How long a fault can have effects after the part has recovered, in milliseconds. */
const aftermathMs = 5000
const everyMs = 50

type Targets = {
  readonly ground: TestBed
  /** A second server of the installation, if any: it runs jobs and the projector. */
  readonly second: SecondServer | undefined
}

export function faultInjectorOn(
  { ground, second }: Targets,
  times: number,
  draw: SeededRandom,
): FaultInjector {
  const spells: { from: number; to: number }[] = []
  const counts = Object.fromEntries(blows.map((blow) => [blow, 0])) as Record<FaultKind, number>
  const tried = blows.filter((blow) => second || blow !== 'second server killed')
  const targets = draw.shuffled(tried.flatMap((blow) => Array.from({ length: times }, () => blow)))
  const strike: Readonly<Record<FaultKind, () => Promise<void>>> = {
    'server killed': () => ground.strike('server'),
    'database killed': () => ground.strike('database'),
    'server restarted': () => ground.restart(),
    'second server killed': async () => second?.strike(),
  }
  return {
    counts,
    total: () => Object.values(counts).reduce((sum, count) => sum + count, 0),
    wasStruck: (from, to) =>
      spells.some((spell) => spell.from <= to && from <= spell.to + aftermathMs),
    during: async (progress, isOver) => {
      for (const [nth, blow] of targets.entries()) {
        const due = (nth + 0.5 + draw.chance() / 2) / (targets.length + 0.5)
        while (progress() < due && !isOver()) await pause(everyMs)
        if (isOver()) return
        const spell = { from: Date.now(), to: Number.POSITIVE_INFINITY }
        spells.push(spell)
        await strike[blow]()
        spell.to = Date.now()
        counts[blow] += 1
      }
    },
  }
}
