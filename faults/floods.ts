import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { migrate } from '#database/migrate.ts'
import { accounts } from '#features/accounts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { invitations } from '#features/invitations/contract.ts'
import { session } from '#features/session/contract.ts'
import { fill } from '../bench/data.ts'
import { openHttpLine } from '../bench/http-line.ts'
import { httpCall, type Job, type Measured } from '../bench/loading.ts'
import { secret } from '../bench/people.ts'
import { choicesOf, reportCalls } from '../bench/reports.ts'
import { phoneOf, pinOf, shapeOf } from '../bench/shape.ts'
import { signInObservers, signInStaff } from '../bench/signed-in.ts'
import { percentile } from '../bench/spread.ts'
import { arrive, type Outcome } from './arrivals.ts'
import { openGround } from './ground.ts'

/** What must hold while strangers do their worst. */
const limits = { reportP99Ms: 500, listMs: 2_000, signInMs: 10_000 }
const perSecond = 30
const shape = shapeOf(0.01)

/** A flood: so many connections, each of which sends its next call when it has a reply. */
type Flood = {
  readonly name: string
  readonly connections: number
  readonly calls: readonly string[]
}

type Row = {
  readonly name: string
  readonly strangersPerSecond: number
  readonly reports: readonly Outcome[]
  /** The longest that a list took, and the longest until a known phone was in, in milliseconds. */
  readonly listMs: number
  readonly signInMs: number
}

/** Has strangers storm a server while observers report; says whether all held. */
export async function floodAll(seconds: number): Promise<boolean> {
  const ground = await openGround({
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
    let areAllHeld = true
    for (const flood of floodsOf(staff)) {
      const row = await meet(url, flood, { seconds, phones, staff, known })
      areAllHeld = tellOf(row) && areAllHeld
    }
    return areAllHeld
  } finally {
    await ground.stop()
  }
}

const headers = (call: string, more: string) => call.replace('\r\n', `\r\n${more}\r\n`)

/** As a proxy would pass it on. */
const from = (call: string, nth: number) =>
  headers(call, `x-forwarded-for: 10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`)

const many = (count: number, make: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => make(nth))

const asStaff = (nth: number) =>
  httpCall(session.authorize, { body: { user: `cont ${nth}`, password: 'a guess' } })
const asPhone = (nth: number) =>
  httpCall(session.authorize, {
    body: { user: phoneOf(nth % shape.observers), password: '0000', uniqueId: `guesser ${nth}` },
  })

function floodsOf(staff: string): readonly Flood[] {
  const guess = { current: 'wrong', password: 'o parolă nouă și lungă' }
  const calls = 20_000
  return [
    { name: 'nobody', connections: 0, calls: [] },
    ...[60, 300, 1000].map((connections) => ({
      name: 'made-up staff names, one address',
      connections,
      calls: many(calls, asStaff),
    })),
    {
      name: 'made-up staff names, many addresses',
      connections: 300,
      calls: many(calls, (nth) => from(asStaff(nth), nth)),
    },
    {
      name: 'names of staff, many addresses',
      connections: 300,
      calls: many(calls, (nth) => from(asStaff(nth).replace(/cont \d+/, 'staff2'), nth)),
    },
    { name: 'phones, one address', connections: 300, calls: many(calls, asPhone) },
    {
      name: 'phones, many addresses',
      connections: 1000,
      calls: many(calls, (nth) => from(asPhone(nth), nth)),
    },
    {
      name: 'current passwords',
      connections: 60,
      calls: [httpCall(accounts.changeOwnPassword, { body: guess }, staff)],
    },
    {
      name: 'reset mails, many addresses',
      connections: 300,
      calls: many(calls, (nth) =>
        from(httpCall(invitations.forgot, { body: { account: `staff${nth % 9}` } }), nth),
      ),
    },
    {
      name: 'calls without a token',
      connections: 300,
      calls: [httpCall(answers.list, { query: {} })],
    },
    { name: 'half-sent bodies', connections: 1000, calls: [] },
  ]
}

type Meanwhile = {
  readonly seconds: number
  readonly phones: () => { kind: string; call: string }
  readonly staff: string
  /** Signs a phone in that was in before; how long that took, in milliseconds. */
  readonly known: () => Promise<number>
}

async function meet(
  url: string,
  flood: Flood,
  { seconds, phones, staff, known }: Meanwhile,
): Promise<Row> {
  const until = performance.now() + seconds * 1000
  const list = httpCall(answers.list, { query: {} }, staff)
  const [sent, reports, listMs, signInMs] = await Promise.all([
    storm(url, flood, seconds),
    arrive(url, { perSecond, seconds }, phones),
    longestOf(until, () => timeOf(url, list)),
    longestOf(until, known),
  ])
  return {
    name: `${flood.name}, ${flood.connections}`,
    strangersPerSecond: sent / seconds,
    reports,
    listMs,
    signInMs,
  }
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
    const program = fileURLToPath(new URL('../bench/load.ts', import.meta.url))
    const args = ['--import', 'tsx', program, JSON.stringify(job)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return (JSON.parse(stdout) as Measured).sent
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Connections that begin to sign in, and never go on. */
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

/** A phone that comes again when it is told to, until it is in. */
function knownPhone(url: string): () => Promise<number> {
  const body = { user: phoneOf(0), password: pinOf(0), uniqueId: 'a phone that was in before' }
  const call = httpCall(session.authorize, { body })
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

/** Prints one line of the table; whether what must hold held. */
function tellOf({ name, strangersPerSecond, reports, listMs, signInMs }: Row): boolean {
  const refused = reports.filter(({ wrong }) => wrong !== undefined).length
  const p99 = percentile(
    reports.map(({ tookMs }) => tookMs),
    0.99,
  )
  const cells = [
    name,
    `${strangersPerSecond.toFixed(0)}/s`,
    `${refused} of ${reports.length}`,
    `${p99.toFixed(0)} ms`,
    `${listMs.toFixed(0)} ms`,
    `${signInMs.toFixed(0)} ms`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
  return (
    refused === 0 &&
    p99 < limits.reportP99Ms &&
    listMs < limits.listMs &&
    signInMs < limits.signInMs
  )
}
