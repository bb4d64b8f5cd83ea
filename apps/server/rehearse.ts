import { setMaxListeners } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readObservers } from '#features/observers/domain.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Fault } from '#kit/contract/rows.ts'
import { readCsv } from '#kit/server/csv.ts'
import { phoneAt } from './phone.ts'
import {
  arrive,
  type Chance,
  type Credentials,
  type Phone,
  remark,
  report,
  seededChance,
  takePost,
} from './rehearsal.ts'

const usage =
  'Usage: npm run rehearse -- [--observers 200] [--minutes 5] [--url http://127.0.0.1:8080] [--folder FOLDER]'

/** How often an observer sends something, in milliseconds, on average. */
const paceMs = 20_000

type Tally = { signedIn: number; reports: number; refused: number; slowestMs: number }

/** Plays an evening against a running server, through the calls the phones make. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      observers: { type: 'string', default: '200' },
      minutes: { type: 'string', default: '5' },
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      folder: { type: 'string' },
    },
  })
  const observers = Number(values.observers)
  const minutes = Number(values.minutes)
  if (!(observers >= 1) || !(minutes > 0)) throw new Error(usage)
  const credentials = (await readCredentials(values.folder)).slice(0, observers)
  const stop = new AbortController()
  // Every observer who waits listens to it.
  setMaxListeners(0, stop.signal)
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  const endsAt = Date.now() + minutes * 60_000

  const phone = phoneAt(values.url.replace(/\/+$/, ''), { forMs: 60_000, signal: stop.signal })
  const tally: Tally = { signedIn: 0, reports: 0, refused: 0, slowestMs: 0 }
  const progress = setInterval(() => console.log(said(tally, endsAt)), 5000)
  await Promise.all(
    credentials.map((own, index) => {
      const chance = seededChance(index + Date.now())
      return observe({ phone, own, chance, endsAt, signal: stop.signal, tally })
    }),
  )
  clearInterval(progress)
  console.log(said(tally, endsAt))
}

/** Of the folder's observers.csv; without one, the demonstration's. */
async function readCredentials(folder: string | undefined): Promise<Credentials[]> {
  const file = folder
    ? join(folder, 'observers.csv')
    : new URL('./demonstration/observers.csv', import.meta.url)
  const faults: Fault[] = []
  const table = await readCsv('observers.csv', await readFile(file))
  const drafts = readObservers(table, faults)
  if (faults[0]) throw new Error(`observers.csv:${faults[0].line}: ${faults[0].reason}`)
  return drafts
}

type Evening = {
  readonly phone: Phone
  readonly own: Credentials
  readonly chance: Chance
  readonly endsAt: number
  readonly signal: AbortSignal
  readonly tally: Tally
}

/** One observer's evening: sign in, arrive, then now and then a report or a note. */
async function observe({ phone, own, chance, endsAt, signal, tally }: Evening): Promise<void> {
  const isOver = () => signal.aborted || Date.now() >= endsAt
  const pause = (ms: number) =>
    wait(Math.min(ms, Math.max(0, endsAt - Date.now())), undefined, { signal }).catch(
      () => undefined,
    )
  try {
    // Everybody signs in within the first tenth of the evening, as on the day.
    await pause((chance() * (endsAt - Date.now())) / 10)
    const post = await takePost(phone, own, chance)
    tally.signedIn += 1
    await arrive(phone, post, new Date(), chance)
    while (!isOver()) {
      const started = performance.now()
      await (chance() < 0.85 ? report(phone, post, chance) : remark(phone, post, chance))
      tally.reports += 1
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - started)
      await pause(chance() * 2 * paceMs)
    }
  } catch (error) {
    tally.refused += 1
    const reason = error instanceof Problem ? error.code : String(error)
    console.error(`${own.phone}: ${reason}`)
  }
}

const said = ({ signedIn, reports, refused, slowestMs }: Tally, endsAt: number) =>
  `${Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))} s left: ${signedIn} observers, ` +
  `${reports} reports acknowledged, ${refused} observers refused, slowest ${Math.round(slowestMs)} ms`

await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
