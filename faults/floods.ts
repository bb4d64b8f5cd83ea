import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrate } from '#database/migrate.ts'
import { answers } from '#features/answers/contract.ts'
import { session } from '#features/session/contract.ts'
import { watchHeldUp } from '../bench/bulk/held-up.ts'
import type { Span } from '../bench/bulk/steady-load.ts'
import { openHttpLine } from '../bench/calling/http-line.ts'
import { httpCall, type Job, type Measured } from '../bench/calling/loading.ts'
import { signInObservers, signInStaff } from '../bench/calling/signed-in.ts'
import { fill } from '../bench/data/data.ts'
import { secret } from '../bench/data/people.ts'
import { phoneOf, pinOf } from '../bench/data/shape.ts'
import { choicesOf, reportCalls } from '../bench/measured/reports.ts'
import { percentile } from '../bench/spread.ts'
import { asStaff, beforeOf, type Flood, floodsOf, from, many, shape } from './flood-calls.ts'
import { type CallOutcome, runOpenLoop } from './open-loop.ts'
import { openTestBed, type Programs, type TestBed } from './test-bed.ts'

/** The limits that must hold under any flood. */
const limits = { reportP99Ms: 500, listMs: 2_000, signInMs: 10_000 }
const perSecond = 30

type Row = {
  readonly flood: Flood
  readonly strangersPerSecond: number
  readonly reports: readonly CallOutcome[]
  /** The slowest list, and the slowest sign-in of a known phone, in milliseconds. */
  readonly listMs: number
  readonly signInMs: number
  /** The phases that the slowest report waited in. */
  readonly heldUpBy: string
}

export type Flooding = {
  readonly built: Programs
  readonly seconds: number
  /**
   * Fewer connections, so that the server sheds no report even on a busy machine, and no timing: on a shared
   * machine it would measure other processes.
   */
  readonly isBrief: boolean
}

/** Floods a server as strangers while observers report; returns whether all limits held. */
export async function floodAll({ built, seconds, isBrief }: Flooding): Promise<boolean> {
  const ground = await openTestBed({
    built,
    isCareless: false,
    workersOf: () => 1,
    environment: { SECRET: secret, TRUST_PROXY: 'on' },
    prepare: async (databaseUrl) => {
      await migrate(databaseUrl)
      await fill(databaseUrl, shape, new Date())
    },
  })
  try {
    const { url, databaseUrl } = ground
    const phones = await reportersOf(databaseUrl)
    const staff = await signInStaff(databaseUrl)
    const known = knownPhone(url)
    await known()
    const rows: Row[] = []
    for (const flood of isBrief ? brieflyOf(floodsOf(staff)) : floodsOf(staff)) {
      const row = await meet(ground, flood, { seconds, phones, staff, known })
      printRow(row)
      rows.push(row)
    }
    const notHeld = rows.filter((row) => !isHeld(row, isBrief))
    for (const row of notHeld) printReason(row)
    // Guessing did not lock out an unknown phone: it signs in after the flood.
    const isIn = Number.isFinite(await newPhone(url)())
    if (!isIn) console.log('A phone that was never in is kept out after all was over')
    return notHeld.length === 0 && isIn
  } finally {
    await ground.stop()
  }
}

/** With so few concurrent calls the server sheds none because of load (`leastUnderWay`). */
const fewConnections = 25

const brieflyOf = (floods: readonly Flood[]): readonly Flood[] =>
  [...new Map(floods.map((flood) => [flood.name, flood])).values()]
    .filter(({ connections }) => connections > 0)
    .map((flood) => ({ ...flood, connections: fewConnections }))

type Meanwhile = {
  readonly seconds: number
  readonly phones: () => { kind: string; call: string }
  readonly staff: string
  /** Signs in a known phone; returns the milliseconds. */
  readonly known: () => Promise<number>
}

async function meet(
  { url, databaseUrl, running }: TestBed,
  flood: Flood,
  { seconds, phones, staff, known }: Meanwhile,
): Promise<Row> {
  const until = performance.now() + seconds * 1000
  const list = httpCall(answers.list, { query: {} }, staff)
  const watching = await watchHeldUp(databaseUrl, running())
  const began = performance.now()
  const [sent, reports, listMs, signInMs] = await Promise.all([
    storm(url, flood, seconds),
    runOpenLoop(url, { perSecond, seconds }, phones),
    longestOf(until, () => timeOf(url, list)),
    longestOf(until, known),
  ])
  await watching.stop()
  return {
    flood,
    strangersPerSecond: sent / seconds,
    reports,
    listMs,
    signInMs,
    heldUpBy: watching.of(slowestOf(reports, began)),
  }
}

/** The time span of the slowest report. */
function slowestOf(reports: readonly CallOutcome[], began: number): Span {
  const [slowest] = [...reports].sort((one, other) => other.tookMs - one.tookMs)
  const from = began + (slowest?.atMs ?? 0)
  return { from, to: from + (slowest?.tookMs ?? 0) }
}

/** How many calls strangers made. */
async function storm(url: string, { connections, calls }: Flood, seconds: number): Promise<number> {
  if (connections === 0) return 0
  if (calls.length === 0) return halfSend(url, connections, seconds)
  const folder = await mkdtemp(join(tmpdir(), 'veghe-flood-'))
  try {
    const file = join(folder, 'calls')
    await writeFile(file, calls.join('\0'))
    const job: Job = { url, file, inFlight: connections, seconds, isRepeated: true }
    const program = fileURLToPath(new URL('../bench/calling/load.ts', import.meta.url))
    const args = ['--import', 'tsx', program, JSON.stringify(job)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return (JSON.parse(stdout) as Measured).sent
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Connections that send half a sign-in and then nothing. */
async function halfSend(url: string, connections: number, seconds: number): Promise<number> {
  const { hostname, port } = new URL(url)
  const half = asStaff(0).slice(0, -5)
  const sockets: Socket[] = many(connections, String).map(() => {
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(half))
    return socket.on('error', () => socket.destroy())
  })
  await pause(seconds * 1000)
  for (const socket of sockets) socket.destroy()
  return connections
}

async function longestOf(until: number, work: () => Promise<number>): Promise<number> {
  let longest = 0
  while (performance.now() < until) {
    longest = Math.max(longest, await work())
    await pause(500)
  }
  return longest
}

async function timeOf(url: string, call: string): Promise<number> {
  const began = performance.now()
  const line = await openHttpLine(url)
  const wrong = await line.send(call)
  await line.close()
  return wrong === undefined ? performance.now() - began : Number.POSITIVE_INFINITY
}

const knownPhone = (url: string) => signingIn(url, 0, 'a phone that was in before')

/** For an observer whose PIN is not guessed: the floods use the first hundreds. */
const newPhone = (url: string) => signingIn(url, shape.observers - 1, 'a phone that was never in')

/** A phone retries after the requested wait until it is signed in; returns how long that took. */
function signingIn(
  url: string,
  observer: number,
  uniqueId: string,
  address = '192.0.2.2',
): () => Promise<number> {
  const body = { user: phoneOf(observer), password: pinOf(observer), uniqueId }
  const call = from(httpCall(session.authorize, { body }), address)
  return async () => {
    const began = performance.now()
    while (performance.now() - began < 3 * limits.signInMs) {
      const line = await openHttpLine(url)
      const wrong = await line.send(call)
      await line.close()
      if (wrong === undefined) return performance.now() - began
      await pause(1000 * Number(/retry-after: (\d+)/i.exec(wrong)?.[1] ?? 1))
    }
    return Number.POSITIVE_INFINITY
  }
}

async function reportersOf(databaseUrl: string) {
  const tokens = await signInObservers(databaseUrl, shape.observers)
  const [form] = await choicesOf(databaseUrl)
  if (!form) throw new Error('There is no form')
  const calls = reportCalls(shape, form, tokens, { from: 0, count: 20_000 })
  let next = 0
  return () => ({ kind: 'report', call: calls[next++] ?? '' })
}

const refusedOf = ({ reports }: Row) => reports.filter(({ wrong }) => wrong !== undefined).length

const p99Of = ({ reports }: Row) =>
  percentile(
    reports.map(({ tookMs }) => tookMs),
    0.99,
  )

/** Whether all limits held. */
function isHeld(row: Row, isBrief: boolean): boolean {
  const { listMs, signInMs } = row
  const isServed = refusedOf(row) === 0 && Number.isFinite(listMs) && Number.isFinite(signInMs)
  if (isBrief || !isServed) return isServed
  return p99Of(row) < limits.reportP99Ms && listMs < limits.listMs && signInMs < limits.signInMs
}

/** Prints one line of the table. */
function printRow(row: Row): void {
  const { flood, strangersPerSecond, reports, listMs, signInMs } = row
  const cells = [
    flood.name,
    flood.connections.toLocaleString('en'),
    `${strangersPerSecond.toFixed(0)}/s`,
    `${refusedOf(row)} of ${reports.length}`,
    `${p99Of(row).toFixed(0)} ms`,
    `${listMs.toFixed(0)} ms`,
    `${signInMs.toFixed(0)} ms`,
    beforeOf(flood),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

/** For a row that broke a limit, prints what the slowest report waited for. */
function printReason({ flood, reports, heldUpBy }: Row): void {
  const slowest = Math.max(...reports.map(({ tookMs }) => tookMs)).toFixed(0)
  console.log(`${flood.name}, ${flood.connections}: ${slowest} ms; ${heldUpBy}`)
}
