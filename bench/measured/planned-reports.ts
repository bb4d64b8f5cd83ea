import { load, type Measured } from '../calling/loading.ts'
import { signInObservers } from '../calling/signed-in.ts'
import { untilCounted } from '../counting.ts'
import { assignmentOf, hasVisited, type Shape } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { mean } from '../spread.ts'
import { choicesOf, reportCall } from './reports.ts'

const inFlight = 64
const warming = 2
/** More than any server of ours has reached; calls are prepared in advance. */
const mostPerSecond = 2000
/** A shorter round is not meaningful. */
const leastSeconds = 1

/** Reports of observers at their planned stations, alternating between an election with a plan and one without. */
export async function measurePlannedReports(stage: Stage): Promise<Figure[]> {
  const { shape, rounds } = stage
  const pairs = awaited(shape)
  const each = Math.floor(pairs.length / (rounds + warming))
  const seconds = Math.min(stage.seconds, each / mostPerSecond)
  if (seconds < leastSeconds && !stage.isBrief) return []
  const [planned, bare] = [
    await open(stage, await stage.copyPlanned()),
    await open(stage, await stage.copy()),
  ]
  try {
    const measured: Record<'planned' | 'bare', Measured>[] = []
    for (let round = 0; round < rounds + warming; round++) {
      const own = pairs.slice(round * each, (round + 1) * each)
      const one = {
        planned: await planned.report(own, seconds),
        bare: await bare.report(own, seconds),
      }
      if (round >= warming) measured.push(one)
    }
    return figuresOf(measured)
  } finally {
    await planned.stop()
    await bare.stop()
  }
}

type Pair = { readonly observer: number; readonly nth: number }

/** Assignments without a report. */
const awaited = (shape: Shape): Pair[] =>
  Array.from({ length: shape.assignments }, (_, nth) => assignmentOf(shape, nth)).filter(
    ({ observer, nth }) => !hasVisited(shape, observer, nth),
  )

async function open(stage: Stage, url: string) {
  const { shape } = stage
  const [form] = await choicesOf(url)
  if (!form) throw new Error('There is no form')
  const tokens = await signInObservers(url, shape.observers)
  const server = await stage.start(url)
  return {
    report: async (pairs: readonly Pair[], seconds: number) => {
      const calls = pairs.map(({ observer, nth }) =>
        reportCall(shape, form, { observer, nth }, tokens[observer]),
      )
      const measured = await load(calls, { url: server.url, inFlight, seconds })
      // What is counted after its own round would slow down the other side's.
      await untilCounted(url)
      return measured
    },
    stop: () => server.stop(),
  }
}

function figuresOf(measured: readonly Record<'planned' | 'bare', Measured>[]): Figure[] {
  const of = (side: 'planned' | 'bare', what: 'perSecond' | 'p99') =>
    mean(measured.map((one) => one[side][what]))
  const [rate, bareRate] = [of('planned', 'perSecond'), of('bare', 'perSecond')]
  return [
    {
      number: 12,
      what: 'reports with a plan: rate against without',
      value: rate / bareRate,
      unit: '×',
      least: 0.9,
      footnote: `${Math.round(rate)}/s against ${Math.round(bareRate)}/s; p99 ${of('planned', 'p99').toFixed(0)} against ${of('bare', 'p99').toFixed(0)} ms`,
    },
  ]
}
