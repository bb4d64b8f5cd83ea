import { setMaxListeners } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../server/config.ts'
import { reasonOf } from '../server/refusal.ts'
import { misused, readArguments } from './arguments.ts'
import type { Manner } from './day/manner.ts'
import { readElectionFiles } from './election-files.ts'
import { castParts, type Planned, plannedHours } from './evening/cast.ts'
import { observe, type Tally } from './evening/observe.ts'
import { type Span, spanOf } from './evening/part.ts'
import { readPlan } from './evening/plan-file.ts'
import { phoneAt } from './phone.ts'
import { stationsOf } from './rehearsal.ts'

/** Plays an evening against a running server, through the calls the phones make. */
async function main(): Promise<void> {
  const { url, minutes, seed, ...settings } = readSettings()
  const { observers, places, facts } = await readElectionFiles(settings.folder)
  const plan = settings.plan === undefined ? undefined : await readPlan(settings.plan, facts)
  const people = observers
    .slice(0, settings.observers)
    // Observers without a PIN in the file cannot sign in.
    .flatMap(({ phone, pin }) =>
      pin === undefined ? [] : [{ own: { phone, pin }, shifts: plan?.(phone) ?? [] }],
    )
  if (plan && people.every(({ shifts }) => shifts.length === 0))
    throw new Error(`${settings.plan}: none of these observers is in it`)
  await expectServer(url)
  const { signal } = whenStopped()

  const evening = { from: Date.now(), until: Date.now() + minutes * 60_000 }
  console.log(`Seed ${seed}${plan ? `; ${describePlan(people, evening)}` : ''}`)
  const tally: Tally = {
    ...{ signedIn: 0, reports: 0, slowestMs: 0 },
    ...{ manners: new Map(), refused: new Map() },
  }
  const say = () =>
    console.log(describeTally(tally, evening.until) + (plan ? `; ${mannersOf(tally)}` : ''))
  const progress = setInterval(say, 5000)
  const phone = phoneAt(url, { forMs: 60_000, signal })
  const cast = castParts(people, { stations: stationsOf(places), evening, seed })
  await Promise.all(cast.map((person) => observe({ phone, signal, tally }, person)))
  clearInterval(progress)
  say()
  for (const [reason, count] of tally.refused)
    console.error(`${count} observers gave up: ${reason}`)
  if (tally.signedIn + tally.manners.size === 0 && !signal.aborted)
    throw new Error(
      `No observer could sign in at ${url}: is the election of this folder loaded there?`,
    )
}

function readSettings() {
  const { values, positionals } = readArguments('rehearse', {
    allowPositionals: true,
    options: {
      observers: { type: 'string', default: '200' },
      minutes: { type: 'string', default: '5' },
      url: { type: 'string' },
      folder: { type: 'string' },
      plan: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  })
  const [observers, minutes] = [Number(values.observers), Number(values.minutes)]
  const seed = Number(values.seed)
  if (!(observers >= 1)) throw misused('rehearse', '--observers must be a number from 1 on')
  if (!(minutes > 0)) throw misused('rehearse', '--minutes must be a number above 0')
  if (!Number.isInteger(seed)) throw misused('rehearse', '--seed must be a whole number')
  return {
    ...{ observers, minutes, seed, plan: values.plan },
    folder: positionals[0] ?? values.folder ?? demonstration,
    url: (values.url ?? ownUrl()).replace(/\/+$/, ''),
  }
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

/** Ends the evening early, on Ctrl-C or SIGTERM. */
function whenStopped(): AbortController {
  const stop = new AbortController()
  // Every waiting observer listens to it.
  setMaxListeners(0, stop.signal)
  process.once('SIGINT', () => stop.abort())
  process.once('SIGTERM', () => stop.abort())
  return stop
}

function describePlan(people: readonly Planned[], evening: Span): string {
  const planned = people.filter(({ shifts }) => shifts.length > 0)
  const { from, until } = spanOf(planned.flatMap(({ shifts }) => shifts))
  const into = plannedHours(evening)
  const hours = ((until - from) / 3_600_000).toFixed(1)
  const minutes = ((into.until - into.from) / 60_000).toFixed(1)
  return `${planned.length} of ${people.length} observers are in the plan, whose ${hours} hours take ${minutes} minutes`
}

function describeTally({ signedIn, reports, refused, slowestMs }: Tally, endsAt: number): string {
  const left = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
  const gone = [...refused.values()].reduce((sum, count) => sum + count, 0)
  return (
    `${left} s left: ${signedIn} observers, ${reports} reports acknowledged, ` +
    `${gone} observers gave up, slowest ${Math.round(slowestMs)} ms`
  )
}

function mannersOf({ manners }: Tally): string {
  const all = [...manners.values()]
  const count = (manner: Manner) => all.filter((one) => one === manner).length
  return (
    `${count('late')} came late, ${count('elsewhere')} went elsewhere, ` +
    `${count('falls silent')} fell silent, ${count('absent')} did not come`
  )
}

await main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
