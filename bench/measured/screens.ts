import { setTimeout as pause } from 'node:timers/promises'
import { type Line, openHttpLine } from '../calling/http-line.ts'
import { load } from '../calling/loading.ts'
import { signInObservers, signInStaff } from '../calling/signed-in.ts'
import { openScreens, type Screens } from '../calling/streams.ts'
import type { Shape } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import type { RunningServer } from '../server.ts'
import { percentile } from '../spread.ts'
import { choicesOf, mostReports, reportCalls } from './reports.ts'

const screens = 300
/** Concurrent reports on each of the two servers. */
const inFlight = 32
/** More than two servers of ours have reached on one machine; calls are prepared in advance. */
const mostPerSecond = 3000
/** Warm-up storms: no evening begins with one on servers that have just been started. */
const warming = 6
/** The timeout for an event on a screen, in milliseconds. */
const patienceMs = 10_000

/** Two servers, three hundred screens open on them, and observers who report through either. */
export async function measureScreens(stage: Stage): Promise<Figure[]> {
  const { shape } = stage
  const seconds = Math.min(stage.seconds, longest(shape))
  const url = await stage.copy()
  const [form] = await choicesOf(url)
  if (!form) throw new Error('There is no form')
  const tokens = await signInObservers(url, shape.observers)
  const staff = await signInStaff(url)
  const servers = await Promise.all([stage.start(url), stage.start(url)])
  const opened = await openScreens(
    servers.map((server) => server.url),
    staff,
    screens,
  )
  try {
    const calm = Math.ceil(20 * seconds)
    let from = 0
    const take = (count: number) => {
      from += count
      return reportCalls(shape, form, tokens, { from: from - count, count })
    }
    const lags = await announceOneByOne(servers, opened, take(calm))
    const storm = () =>
      announceAllAtOnce(servers, opened, take(Math.ceil(mostPerSecond * seconds)), seconds)
    for (let time = 0; time < warming; time++) await storm()
    return figuresOf(lags, await storm())
  } finally {
    opened.close()
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** The longest storm before every observer has been everywhere: repeated reports are not announced. */
const longest = (shape: Shape) => mostReports(shape) / ((2 + warming) * mostPerSecond)

/** Reports through the servers alternately, and measures each screen's lag behind the reply. */
async function announceOneByOne(
  servers: readonly RunningServer[],
  opened: Screens,
  calls: readonly string[],
): Promise<number[]> {
  const lines = await Promise.all(servers.map((server) => openHttpLine(server.url)))
  const lags: number[] = []
  for (const [place, call] of calls.entries()) {
    const line = lines[place % lines.length]
    if (line) lags.push(...(await lagsOf(line, opened, call)))
  }
  await Promise.all(lines.map((line) => line.close()))
  return lags
}

/** The lag of screens that hear before the observer gets the reply is zero. */
async function lagsOf(line: Line, opened: Screens, call: string): Promise<number[]> {
  const heardAt: number[] = []
  opened.onReport(() => heardAt.push(performance.now()))
  const wrong = await line.send(call)
  const repliedAt = performance.now()
  if (wrong !== undefined) throw new Error(`A report was refused: ${wrong}`)
  await becomesTrue(() => heardAt.length === screens)
  if (heardAt.length < screens) throw new Error(`${heardAt.length} screens were told`)
  return heardAt.map((at) => Math.max(0, at - repliedAt))
}

type Storm = { readonly perSecond: number; readonly behindMs: number; readonly missed: number }

/** Sends as many reports as the servers accept, and measures the lag of the screens behind the last one. */
async function announceAllAtOnce(
  servers: readonly RunningServer[],
  { all, onReport }: Screens,
  calls: readonly string[],
  seconds: number,
): Promise<Storm> {
  onReport(undefined)
  const before = all.map(({ announcements }) => announcements)
  const measured = await Promise.all(
    servers.map(({ url }, place) => {
      const own = calls.filter((_, index) => index % servers.length === place)
      return load(own, { url, inFlight, seconds })
    }),
  )
  const sent = measured.reduce((sum, one) => sum + one.sent, 0)
  const isTold = ({ announcements }: Screens['all'][number], place: number) =>
    announcements - (before[place] ?? 0) === sent
  await becomesTrue(() => all.every(isTold))
  return {
    perSecond: measured.reduce((sum, one) => sum + one.perSecond, 0),
    behindMs:
      Math.max(...all.map(({ announcedAt }) => announcedAt)) -
      Math.max(...measured.map((one) => one.endedAt)),
    missed: all.filter((screen, place) => !screen.isOpen || !isTold(screen, place)).length,
  }
}

async function becomesTrue(isTrue: () => boolean): Promise<void> {
  const until = performance.now() + patienceMs
  while (!isTrue() && performance.now() < until) await pause(5)
}

function figuresOf(lags: readonly number[], { perSecond, behindMs, missed }: Storm): Figure[] {
  const at = (part: number) => percentile(lags, part)
  const reports = `at ${Math.round(perSecond)} reports/s`
  return [
    {
      number: 6,
      what: 'from the reply to another screen, p95',
      value: at(0.95),
      unit: 'ms',
      most: 300,
      ms: at(0.95),
      footnote: `p50 ${at(0.5).toFixed(1)} ms of ${lags.length}`,
    },
    {
      number: 6,
      what: 'how far the last screen is behind the last of many reports',
      value: Math.max(0, behindMs),
      unit: 'ms',
      most: 1000,
      footnote: reports,
    },
    {
      number: 6,
      what: 'screens that missed a report',
      value: missed,
      unit: 'screens',
      most: 0,
      footnote: `of ${screens}, ${reports}`,
    },
  ]
}
