// @module-tag slow
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { freshDatabase } from '#database/testing.ts'
import { answers } from '#features/answers/contract.ts'
import { exports } from '#features/export/contract.ts'
import { session } from '#features/session/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { relayTo } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'
import { httpCall } from '../bench/calling/loading.ts'
import { signInObservers } from '../bench/calling/signed-in.ts'
import { fill } from '../bench/data/data.ts'
import { password, secret } from '../bench/data/people.ts'
import { shapeOf } from '../bench/data/shape.ts'
import { metricOf } from '../bench/machine/metric.ts'
import { choicesOf, reportCalls } from '../bench/measured/reports.ts'
import { type CallOutcome, runOpenLoop, takeTurns } from './open-loop.ts'

const { start, folder } = programs()
const shape = shapeOf(0.002)

/**
 * The latency of the database, in milliseconds. The server's capacity is therefore small, and the same on
 * every machine: its connections are scarce, and not the processors. Behaviour with scarce processors, and
 * the duration of a report, are measured by `npm run test:faults -- --only floods` and by the benchmark.
 */
const farMs = 40
const floodSeconds = 5
/** By then the server's shedding level has settled. */
const settledMs = 2500
const reportsPerSecond = 10
/** The meaning of "within seconds" of the last call, in milliseconds. */
const recoveryMs = 10_000

/**
 * Tolerance: calls of each kind come at different moments, so this many may have met another shedding level.
 */
const uneven = 4
/** In the order in which they are shed. */
const order = ['export', 'statistics', 'list', 'report'] as const

test('sheds exports, statistics, lists, then reports at ten times capacity, loses nothing, and recovers within seconds', async () => {
  const { url: databaseUrl, drop } = await freshDatabase()
  await fill(databaseUrl, shape, new Date())
  const phones = await phonesOf(databaseUrl)
  const relay = await relayTo(databaseUrl, farMs)
  const environment = { DATABASE_URL: relay.url, SECRET: secret, DATA_DIR: await folder() }
  const { url, stop } = await start(environment)
  const people = await peopleOf(url)
  const carry = () => takeTurns(url, { callers: 20, seconds: 2 }, people)
  const carried = await carry()
  const report = (seconds: number) =>
    runOpenLoop(url, { perSecond: reportsPerSecond, seconds }, phones)
  const before = await countReports(databaseUrl)
  const calm = await report(2)

  const [flood, meanwhile, recoveredMs] = await Promise.all([
    runOpenLoop(url, { perSecond: 10 * carried, seconds: floodSeconds }, people),
    report(floodSeconds),
    recoveryAfter(url, floodSeconds * 1000),
  ])

  expect(flood.length / floodSeconds).toBeGreaterThan(9 * carried)
  const all = [...flood, ...meanwhile]
  const byKind = order.map((kind) => all.filter((one) => one.kind === kind))
  // Less important calls are shed sooner and more often; reports hardly ever.
  const [exported, , listed, reported] = byKind.map(firstRefusal)
  expect(exported).toBeLessThan(listed!)
  expect(listed).toBeLessThan(reported!)
  const refused = byKind.map(shareRefused)
  for (const [place, share] of refused.slice(1).entries())
    expect(share).toBeLessThan(refused[place]! + uneven / byKind[place]!.length)
  expect(refused[3]).toBeLessThan(refused[2]! / 4)
  // The server refuses explicitly, and immediately where it can.
  expect(all.filter(({ wrong }) => wrong && !/^HTTP\/1.1 503.*retry-after/s.test(wrong))).toEqual(
    [],
  )
  expect(all.filter(isSettled).filter((one) => !isDone(one) && !isRefused(one))).toEqual([])
  expect(medianOf(all.filter(isRefused))).toBeLessThan(medianOf(calm))
  expect(recoveredMs).toBeLessThan(recoveryMs)
  expect(await carry()).toBeGreaterThan(carried / 2)
  expect((await countReports(databaseUrl)) - before).toBe(
    [...calm, ...meanwhile].filter(isDone).length,
  )
  await stop()
  await relay.cut()
  await drop()
}, 120_000)

/** How long after the last call the last refusal comes, in milliseconds. */
async function recoveryAfter(url: string, lastMs: number): Promise<number> {
  await pause(lastMs)
  const from = performance.now()
  await expect.poll(() => metricOf(url, 'veghe_pressure'), { timeout: 3 * recoveryMs }).toBe(0)
  return performance.now() - from
}

/** Every tenth call requests an export, another tenth statistics, the others a list. */
async function peopleOf(url: string) {
  const body = { user: 'staff1', password }
  const { access_token: token } = await phoneAt(url, { forMs: 0 })(session.authorize, { body })
  const list = { kind: 'list', call: httpCall(answers.list, { query: {} }, token) }
  const others = [
    { kind: 'export', call: httpCall(exports.notes, { query: { format: 'csv' } }, token) },
    { kind: 'statistics', call: httpCall(statistics.trend, { query: {} }, token) },
  ]
  return (nth: number) => others[nth % 10] ?? list
}

/** Reports of alternating observers; each report changes something. */
async function phonesOf(databaseUrl: string) {
  const tokens = await signInObservers(databaseUrl, shape.observers)
  const [form] = await choicesOf(databaseUrl)
  const calls = reportCalls(shape, form!, tokens, { from: 0, count: 200 })
  let next = 0
  return () => ({ kind: 'report', call: calls[next++]! })
}

const isDone = ({ wrong }: CallOutcome) => wrong === undefined
const isSettled = ({ atMs }: CallOutcome) => atMs > settledMs
const isRefused = ({ wrong = '' }: CallOutcome) => wrong.includes('server.overloaded')
const shareRefused = (outcomes: readonly CallOutcome[]) =>
  outcomes.filter(isRefused).length / outcomes.length

/** The first shed call; infinite when there was none. */
const firstRefusal = (outcomes: readonly CallOutcome[]) =>
  Math.min(...outcomes.filter(isRefused).map(({ atMs, tookMs }) => atMs + tookMs))

function medianOf(outcomes: readonly CallOutcome[]): number {
  const took = outcomes.map(({ tookMs }) => tookMs).sort((one, other) => one - other)
  return took[Math.floor(took.length / 2)] ?? 0
}

async function countReports(databaseUrl: string): Promise<number> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query(
      "select count(*)::int as total from history where act = 'answers.received'",
    )
    return rows[0].total
  } finally {
    await client.end()
  }
}
