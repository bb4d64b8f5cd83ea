import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { comparing } from '#features/stations/server/subjects.ts'
import { type SteadyLoad, steadyLoad } from '../bulk/steady-load.ts'
import { load } from '../calling/loading.ts'
import { sampleDuring } from '../calling/sample-during.ts'
import { signInObservers } from '../calling/signed-in.ts'
import { until, untilCounted } from '../counting.ts'
import type { FormChoices } from '../data/evening.ts'
import type { Shape } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { percentile } from '../spread.ts'
import { choicesOf, mostReports, reportCalls } from './reports.ts'

/** The maximum age of figures in milliseconds, by reports a second. */
const paces = [
  { perSecond: 100, mostMs: 500 },
  { perSecond: 1000, mostMs: 2000 },
]
const lookEveryMs = 50
const inFlight = 64
/** How long reports come at full speed before the projector catches up, in seconds. */
const flood = 60
/** More than any server of ours has reached; calls are prepared in advance. */
const mostPerSecond = 2000

/** The lag of figures behind reports, at a steady pace and after a time at full speed. */
export async function measureFigures(stage: Stage): Promise<Figure[]> {
  const { shape } = stage
  const url = await stage.copy()
  const [form] = await choicesOf(url)
  if (!form) throw new Error('There is no form')
  const tokens = await signInObservers(url, shape.observers)
  const server = await stage.start(url)
  let sent = 0
  const calls = reportsOf(shape, form, tokens, () => sent++)
  try {
    const figures: Figure[] = []
    for (const pace of paces) {
      const reports = steadyLoad(server.url, pace.perSecond, calls)
      figures.push(await ageAt(stage, url, pace, reports).finally(() => reports.leave()))
      await untilCounted(url)
    }
    const left = Math.floor((mostReports(shape) - sent) / mostPerSecond)
    const seconds = stage.isBrief ? stage.seconds : Math.min(flood, left)
    const count = Math.ceil(mostPerSecond * seconds)
    const flooding = reportCalls(shape, form, tokens, { from: sent, count })
    const measured = await load(flooding, { url: server.url, inFlight, seconds })
    figures.push(await catchingUp(url, { ...measured, seconds }))
    return figures
  } finally {
    await server.stop()
  }
}

/** The reports of `reportCalls`, one by one. */
function* reportsOf(
  shape: Shape,
  form: FormChoices,
  tokens: readonly string[],
  next: () => number,
): Generator<string, never> {
  for (;;) yield* reportCalls(shape, form, tokens, { from: next(), count: 1 })
}

/** In milliseconds; 0 where everything is counted. */
const age = `
  select coalesce(1000 * extract(epoch from now() - min(marked_at)), 0)::float8 as age from marks`

async function ageAt(
  { seconds }: Stage,
  url: string,
  { perSecond, mostMs }: (typeof paces)[number],
  reports: SteadyLoad,
): Promise<Figure> {
  const client = new Client(url)
  await client.connect()
  try {
    // Warm-up, not counted.
    await reports.during(pause(1000 * seconds))
    const coming = reports.during(pause(1000 * seconds))
    const ages = await sampleDuring(coming, lookEveryMs, async () => {
      const { rows } = await client.query<{ age: number }>(age)
      return rows[0]?.age ?? 0
    })
    const { took, refused } = await coming
    const at = (part: number) => percentile(ages, part).toFixed(0)
    return {
      number: 13,
      what: `age of figures, p95: ${perSecond} reports a second`,
      value: percentile(ages, 0.95),
      unit: 'ms',
      most: mostMs,
      footnote: `p50 ${at(0.5)}, the oldest of ${ages.length} ${at(1)} ms; ${took.length} reports, p99 ${percentile(took, 0.99).toFixed(0)} ms, ${refused.length} refused`,
    }
  } finally {
    await client.end()
  }
}

type Flood = { readonly sent: number; readonly endedAt: number; readonly seconds: number }

/** Each pass compares only a few stations, so that no figure waits for it. The footnote says when all are compared. */
async function catchingUp(url: string, { sent, endedAt, seconds }: Flood): Promise<Figure> {
  const since = () => (Date.now() - endedAt) / 1000
  const marked = (what: string) => `not exists (select from marks where ${what})`
  await until(url, marked(`subject <> '${comparing.name}'`), lookEveryMs)
  const counted = since()
  await until(url, marked('true'), lookEveryMs)
  return {
    number: 13,
    what: 'figures caught up after a minute at full speed',
    value: counted,
    unit: 's',
    most: 10,
    footnote: `after ${sent} reports in ${seconds} s; what observers differ on after ${since().toFixed(1)} s`,
  }
}
