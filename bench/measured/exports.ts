import { setTimeout as pause } from 'node:timers/promises'
import { answers } from '#features/answers/contract.ts'
import { exports } from '#features/export/contract.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { backgroundCaller } from '../calling/background-caller.ts'
import { type Downloaded, download } from '../calling/download.ts'
import { httpCall } from '../calling/loading.ts'
import { sampleDuring } from '../calling/sample-during.ts'
import { signInStaff } from '../calling/signed-in.ts'
import { query } from '../cluster.ts'
import type { Figure, Stage } from '../figure.ts'
import { memoryOf } from '../machine/memory.ts'
import { metricOf } from '../machine/metric.ts'
import type { RunningServer } from '../server.ts'
import { percentile } from '../spread.ts'
import { copyOut } from './copy-out.ts'
import { choicesOf } from './reports.ts'
import { answerSheet, workbookSheets } from './sheets.ts'

/** An export, and the COPY statements for the same rows and columns. */
type Export = {
  readonly format: 'csv' | 'xlsx'
  readonly sheets: readonly string[]
  readonly least: number
}

/** The full export over HTTP against COPY and `gzip -1`, and its effect on the server. */
export async function measureExports(stage: Stage): Promise<Figure[]> {
  const url = await stage.copy()
  const token = await signInStaff(url)
  // Both find the data in the same state: in memory, as far as it fits.
  await query(url, 'select count(text) from answers')
  const all: readonly Export[] = [
    { format: 'csv', sheets: [answerSheet], least: 0.5 },
    { format: 'xlsx', sheets: workbookSheets(await choicesOf(url)), least: 0.2 },
  ]
  const figures: Figure[] = []
  for (const one of all) {
    const before = await copyOut(url, one.sheets)
    // A separate server: it does not inherit the memory of the previous one.
    const server = await stage.start(url)
    const felt = await measureExport(stage, server, token, one).finally(() => server.stop())
    const after = await copyOut(url, one.sheets)
    figures.push(...figuresOf(one, felt, (before + after) / 2))
  }
  return figures
}

/** An export's cost for its reader, for the server, and for another caller. */
type ExportMeasurement = Downloaded & {
  readonly overIdleMb: number
  readonly loopMs: number
  readonly alone: readonly number[]
  readonly beside: readonly number[]
}

async function measureExport(
  { seconds }: Stage,
  server: RunningServer,
  token: string,
  { format }: Export,
): Promise<ExportMeasurement> {
  const other = await backgroundCaller(server.url, httpCall(answers.list, { query: {} }, token))
  const alone = await other.during(pause(1000 * seconds))
  const idle = await memoryOf(server.pid)
  await lagOf(server.url)
  const address = addressOf(exports.all, { query: { format, language: 'en' } })
  const downloading = download(server.url + address, token)
  const [beside, held, downloaded] = await Promise.all([
    other.during(downloading),
    sampleDuring(downloading, 250, () => memoryOf(server.pid)),
    downloading,
  ])
  const loopMs = await lagOf(server.url)
  await other.leave()
  return { ...downloaded, overIdleMb: Math.max(...held) - idle, loopMs, alone, beside }
}

/** The event loop's delay, in milliseconds, since the last call. */
const lagOf = async (url: string) =>
  1000 * (await metricOf(url, 'nodejs_eventloop_lag_p99_seconds'))

function figuresOf({ format, least }: Export, felt: ExportMeasurement, copyMs: number): Figure[] {
  const { ms, firstByteMs, bytes, overIdleMb, loopMs, alone, beside } = felt
  const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`
  const common = { number: 4, unit: 'ms' } as const
  return [
    {
      number: 4,
      what: `${format}: speed against COPY and gzip -1`,
      value: copyMs / ms,
      unit: '×',
      least,
      ms,
      footnote: `${seconds(ms)} against ${seconds(copyMs)}; ${(bytes / 1e6).toFixed(1)} MB`,
    },
    { ...common, what: `${format}: first byte`, value: firstByteMs, most: 1000 },
    { number: 4, what: `${format}: memory over idle`, value: overIdleMb, unit: 'MB', most: 120 },
    { ...common, what: `${format}: loop held up, p99`, value: loopMs, most: 50 },
    {
      ...common,
      what: `${format}: what the answers list takes meanwhile, p95`,
      value: percentile(beside, 0.95),
      footnote: `${summary(beside)}; alone ${summary(alone)}`,
    },
  ]
}

const summary = (took: readonly number[]) =>
  `p50 ${percentile(took, 0.5).toFixed(0)}, p95 ${percentile(took, 0.95).toFixed(0)} ms of ${took.length}`
