import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Problem } from '#kit/contract/problem.ts'
import { readConfig } from '../server/config.ts'
import { reasonOf } from '../server/refusal.ts'
import { misused, readArguments } from './arguments.ts'
import { readElectionFiles } from './election-files.ts'
import { phoneAt } from './phone.ts'
import {
  arrive,
  type Credentials,
  type Phone,
  type RandomSource,
  remark,
  report,
  type Station,
  seededRandom,
  stationsOf,
  takePost,
} from './rehearsal.ts'

/** How often an observer sends something, in milliseconds, on average. */
const paceMs = 20_000

type Tally = {
  signedIn: number
  reports: number
  slowestMs: number
  /** How many observers gave up, by reason. */
  readonly refused: Map<string, number>
}

/** Plays an evening against a running server, through the calls the phones make. */
async function main(): Promise<void> {
  const { values, positionals } = readArguments('rehearse', {
    allowPositionals: true,
    options: {
      observers: { type: 'string', default: '200' },
      minutes: { type: 'string', default: '5' },
      url: { type: 'string' },
      folder: { type: 'string' },
    },
  })
  const observers = Number(values.observers)
  const minutes = Number(values.minutes)
  if (!(observers >= 1)) throw misused('rehearse', '--observers must be a number from 1 on')
  if (!(minutes > 0)) throw misused('rehearse', '--minutes must be a number above 0')
  const url = (values.url ?? ownUrl()).replace(/\/+$/, '')
  const { observers: all, places } = await readElectionFiles(
    positionals[0] ?? values.folder ?? demonstration,
  )
  await expectServer(url)
  const stop = new AbortController()
  // Every waiting observer listens to it.
  setMaxListeners(0, stop.signal)
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())

  const tally: Tally = { signedIn: 0, reports: 0, slowestMs: 0, refused: new Map() }
  const evening = {
    phone: phoneAt(url, { forMs: 60_000, signal: stop.signal }),
    stations: stationsOf(places),
    endsAt: Date.now() + minutes * 60_000,
    signal: stop.signal,
    tally,
  }
  const progress = setInterval(() => console.log(said(tally, evening.endsAt)), 5000)
  await Promise.all(
    all
      .slice(0, observers)
      .map((own, index) => observe({ ...evening, own, chance: seededRandom(index + Date.now()) })),
  )
  clearInterval(progress)
  console.log(said(tally, evening.endsAt))
  for (const [reason, count] of tally.refused)
    console.error(`${count} observers gave up: ${reason}`)
  if (tally.signedIn === 0)
    throw new Error(`Nobody could sign in at ${url}: is the election of this folder loaded there?`)
}

/** The rehearsal that a first start loads. */
const demonstration = fileURLToPath(new URL('./demonstration/', import.meta.url))

/** The URL of a server that was started with the same settings. */
function ownUrl(): string {
  const { HOST, PORT } = readConfig(process.env)
  const isEverywhere = ['0.0.0.0', '::'].includes(HOST)
  return `http://${isEverywhere ? '127.0.0.1' : HOST}:${PORT}`
}

async function expectServer(url: string): Promise<void> {
  await fetch(`${url}/health`).catch(() => {
    throw new Error(`No server answers at ${url}: npm start starts one, --url names another`)
  })
}

type Evening = {
  readonly phone: Phone
  readonly stations: readonly Station[]
  readonly own: Credentials
  readonly chance: RandomSource
  readonly endsAt: number
  readonly signal: AbortSignal
  readonly tally: Tally
}

/** One observer's evening: sign in, arrive, then now and then a report or a note. */
async function observe({
  phone,
  own,
  stations,
  chance,
  endsAt,
  signal,
  tally,
}: Evening): Promise<void> {
  const isOver = () => signal.aborted || Date.now() >= endsAt
  const pause = (ms: number) =>
    wait(Math.min(ms, Math.max(0, endsAt - Date.now())), undefined, { signal }).catch(
      () => undefined,
    )
  try {
    // Everybody signs in within the first tenth of the evening, as on the day.
    await pause((chance() * (endsAt - Date.now())) / 10)
    const post = await takePost(phone, own, stations, chance)
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
    const reason = error instanceof Problem ? error.code : reasonOf(error)
    tally.refused.set(reason, (tally.refused.get(reason) ?? 0) + 1)
  }
}

function said({ signedIn, reports, refused, slowestMs }: Tally, endsAt: number): string {
  const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
  const gone = [...refused.values()].reduce((sum, count) => sum + count, 0)
  return (
    `${left} s left: ${signedIn} observers, ${reports} reports acknowledged, ` +
    `${gone} observers gave up, slowest ${Math.round(slowestMs)} ms`
  )
}

await main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
