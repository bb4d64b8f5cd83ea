import { openDatabase } from '#database/open.ts'
import { answers } from '#features/answers/contract.ts'
import { listChoices } from './data.ts'
import { listDiskWaits } from './disk.ts'
import type { FormChoices } from './evening.ts'
import type { Figure, Stage } from './figure.ts'
import { query } from './ground.ts'
import { httpCall, load, type Measured } from './loading.ts'
import { metricOf } from './metric.ts'
import { chosen, oneStatement, pairsSequence } from './one-statement.ts'
import { type Benched, pgbench } from './pgbench.ts'
import { addressOf, firstFree, type Shape, stationOf } from './shape.ts'
import { signInObservers } from './signed-in.ts'
import { mean, percentile } from './spread.ts'

const inFlight = 64
/** Rounds before those that count: until then Node still makes the server's program faster. */
const warming = 6
/** More than any server of ours has taken; calls are made beforehand. */
const mostPerSecond = 4000

/** Reports over HTTP against pgbench, which writes the same rows in one statement. */
export async function measureReports(stage: Stage): Promise<Figure[]> {
  const { shape, rounds } = stage
  const seconds = Math.min(stage.seconds, longest(shape, rounds))
  const url = await stage.copy()
  const [form] = await choicesOf(url)
  if (!form) throw new Error('There is no form')
  const tokens = await signInObservers(url, shape.observers)
  await query(url, pairsSequence)
  const server = await stage.start(url)
  const ours: Measured[] = []
  const theirs = { told: [] as Benched[], silent: [] as Benched[] }
  const disk: number[] = []
  let from = 0
  const report = async () => {
    const calls = reportCalls(shape, form, tokens, { from, count: mostPerSecond * seconds })
    const measured = await load(calls, { url: server.url, inFlight, seconds })
    from += measured.sent
    return measured
  }
  try {
    // Not counted: an evening does not begin with sixty-four reports at once on a server that has just
    // been started, and whose program Node has not yet made fast.
    for (let round = 0; round < warming; round++) await report()
    const warmed = from
    const before = await processorOf(server.url)
    for (let round = 0; round < rounds; round++) {
      disk.push(...(await listDiskWaits(seconds / 2)))
      ours.push(await report())
      for (const how of ['told', 'silent'] as const) {
        const statement = oneStatement(shape, form, how)
        theirs[how].push(await pgbench(url, statement, { clients: inFlight, seconds }))
      }
    }
    const busy = (await processorOf(server.url)) - before
    return [...figuresOf(ours, theirs, (1000 * busy) / (from - warmed)), diskFigure(disk)]
  } finally {
    await server.stop()
  }
}

/** Seconds for which the server has had a processor: what others do on the machine leaves it alone. */
const processorOf = (url: string) => metricOf(url, 'process_cpu_seconds_total')

/** How long a run may be before every observer has been everywhere, if it goes by `mostPerSecond`. */
const longest = (shape: Shape, rounds: number) =>
  Math.ceil(mostReports(shape) / (2 * (rounds + warming) * mostPerSecond))

/** How many reports there are in `reportCalls`: a further one would say again what was said. */
export const mostReports = (shape: Shape) =>
  ((shape.stations - firstFree(shape)) / 2) * shape.observers

function figuresOf(
  ours: readonly Measured[],
  theirs: { readonly told: readonly Benched[]; readonly silent: readonly Benched[] },
  processorMs: number,
): Figure[] {
  const rate = mean(ours.map(({ perSecond }) => perSecond))
  const p99 = mean(ours.map((one) => one.p99))
  const p50 = mean(ours.map((one) => one.p50))
  const told = mean(theirs.told.map((one) => one.perSecond))
  const toldP99 = mean(theirs.told.map((one) => one.p99))
  const silent = mean(theirs.silent.map((one) => one.perSecond))
  const perSecond = (value: number) => `${Math.round(value)}/s`
  return [
    {
      number: 1,
      what: 'reports: rate against pgbench',
      value: rate / told,
      unit: '×',
      least: 0.6,
      ms: 1000 / rate,
      footnote: `${perSecond(rate)} against ${perSecond(told)}`,
    },
    {
      number: 1,
      what: 'reports: rate against pgbench that announces nothing',
      value: rate / silent,
      unit: '×',
      least: 0.6,
      footnote: `${perSecond(rate)} against ${perSecond(silent)}`,
    },
    {
      number: 1,
      what: 'reports: p99',
      value: p99,
      unit: 'ms',
      most: 100,
      footnote: `${ours.map((one) => one.p99.toFixed(0)).join(', ')} ms, p50 ${p50.toFixed(1)} ms; the server works ${processorMs.toFixed(2)} ms on each`,
    },
    {
      number: 1,
      what: 'reports: p99 against pgbench',
      value: p99 / toldP99,
      unit: '×',
      footnote: `${p99.toFixed(0)} against ${toldP99.toFixed(0)} ms`,
    },
  ]
}

/** What the p99 of reports owes to the disk: a commit that waits holds up all that are under way. */
function diskFigure(waits: readonly number[]): Figure {
  const at = (part: number) => percentile(waits, part)
  return {
    number: 1,
    what: 'the disk by itself: p99 until 256 kB are safe',
    value: at(0.99),
    unit: 'ms',
    footnote: `median ${at(0.5).toFixed(1)} ms, the longest of ${waits.length} ${at(1).toFixed(0)} ms`,
  }
}

/** The forms that can be filled in. */
export async function choicesOf(url: string): Promise<FormChoices[]> {
  const database = openDatabase({ url, connections: 1 })
  return listChoices(database).finally(() => database.close())
}

/** Reports of observers in turn, each from a station where they have not been; every second one. */
export function reportCalls(
  shape: Shape,
  form: FormChoices,
  tokens: readonly string[],
  { from, count }: { readonly from: number; readonly count: number },
): string[] {
  const drafts = chosen(form)
  return Array.from({ length: count }, (_, place) => {
    const pair = from + place
    const observer = pair % shape.observers
    const nth = firstFree(shape) + 2 * Math.floor(pair / shape.observers)
    const station = addressOf(stationOf(shape, observer, nth))
    const body = {
      answers: drafts.map(({ questionId, optionId }) => ({
        ...station,
        questionId,
        options: [{ optionId }],
      })),
    }
    return httpCall(answers.send, { body }, tokens[observer])
  })
}
