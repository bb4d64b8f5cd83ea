import { setTimeout as pause } from 'node:timers/promises'
import { becomesTrue } from '#database/embedded/postmaster.ts'
import type { Evening } from '#testing/evening/evening.ts'
import type { SeededRandom } from '#testing/evening/seeded-random.ts'
import type { Part, TestBed } from './test-bed.ts'

/** The time from each kill to the next acknowledgement, in milliseconds. */
export type Gaps = Readonly<Record<Part, readonly number[]>>

/** The minimum of acknowledgements between two kills, so that each hits a busy server. */
const leastBetween = 60
/** How long to wait for them before the server counts as not recovering, in milliseconds. */
const patienceMs = 60_000

/** Kills one part after the other while observers report, each at a random moment. */
export async function strikeAll(
  ground: TestBed,
  evening: Evening,
  { targets, draw }: { readonly targets: readonly Part[]; readonly draw: SeededRandom },
): Promise<Gaps> {
  const gaps = { server: [] as number[], database: [] as number[] }
  for (const target of targets) {
    await growsBy(leastBetween, evening)
    await pause(draw.below(800))
    console.log(`${target} killed after ${evening.acknowledged()} acknowledgements`)
    const struckAt = performance.now()
    await ground.strike(target)
    await growsBy(1, evening)
    gaps[target].push(performance.now() - struckAt)
  }
  return gaps
}

/** Resolves after `by` further acknowledgements; rejects on a timeout. */
export async function growsBy(by: number, { acknowledged, over }: Evening): Promise<void> {
  const from = acknowledged()
  const isGrown = becomesTrue(async () => acknowledged() >= from + by, patienceMs)
  // The first phone that gives up reports the reason.
  const outcome = await Promise.race([isGrown, over])
  if (outcome === false) throw new Error('Nothing is acknowledged any more')
}

/** Each part `times` times, in random order. */
export const targetsOf = (parts: readonly Part[], times: number, draw: SeededRandom): Part[] =>
  draw.shuffled(parts.flatMap((part) => Array.from({ length: times }, () => part)))
