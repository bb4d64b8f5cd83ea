import { Client } from 'pg'
import { expect, test } from 'vitest'
import { phoneAt } from '#apps/server/phone.ts'
import { relayTo } from '#apps/server/testing-installation.ts'
import { programs } from '#apps/server/testing-process.ts'
import { freshDatabase } from '#database/testing.ts'
import { answers } from '#features/answers/contract.ts'
import { exports } from '#features/export/contract.ts'
import { session } from '#features/session/contract.ts'
import { statistics } from '#features/statistics/contract.ts'
import { fill } from '../bench/data.ts'
import { httpCall } from '../bench/loading.ts'
import { metricOf } from '../bench/metric.ts'
import { password, secret } from '../bench/people.ts'
import { choicesOf, reportCalls } from '../bench/reports.ts'
import { shapeOf } from '../bench/shape.ts'
import { signInObservers } from '../bench/signed-in.ts'
import { arrive, type Outcome, takeTurns } from './arrivals.ts'

const { start, folder } = programs()
const shape = shapeOf(0.002)

/**
 * So far away is the database, in milliseconds: it, and not the processors of the machine that runs
 * this, is what there is too little of.
 */
const farMs = 40
const floodSeconds = 5
/** By then the server has found out how much it has to refuse. */
const settledMs = 2500
const reportsPerSecond = 10

test('at ten times the load it can carry the server takes reports, puts exports off, loses nothing, and is well again within seconds', async () => {
  const { url: databaseUrl, drop } = await freshDatabase()
  await fill(databaseUrl, shape, new Date())
  const phones = await phonesOf(databaseUrl)
  const relay = await relayTo(databaseUrl, farMs)
  const environment = { DATABASE_URL: relay.url, SECRET: secret, DATA_DIR: await folder() }
  const { url, stop } = await start(environment)
  const people = await peopleOf(url)
  const carried = await takeTurns(url, { callers: 20, seconds: 2 }, people)
  const report = (seconds: number) => arrive(url, { perSecond: reportsPerSecond, seconds }, phones)
  const before = await countReports(databaseUrl)
  const calm = await report(2)

  const [flood, meanwhile] = await Promise.all([
    arrive(url, { perSecond: 10 * carried, seconds: floodSeconds }, people),
    report(floodSeconds),
  ])

  await expect.poll(() => metricOf(url, 'veghe_pressure'), { timeout: 10_000 }).toBe(0)
  const taken = meanwhile.filter(isSettled)
  expect(shareDone(taken)).toBeGreaterThan(0.8)
  expect(medianOf(taken.filter(isDone)) / medianOf(calm)).toBeLessThan(8)
  expect(shareDone(flood.filter(isSettled).filter(({ kind }) => kind === 'export'))).toBeLessThan(
    0.2,
  )
  // Whoever was refused heard so in time, and as what it is.
  expect(flood.filter(({ wrong }) => wrong && !/^HTTP\/1.1 503.*retry-after/s.test(wrong))).toEqual(
    [],
  )
  expect(shareDone(await arrive(url, { perSecond: 5, seconds: 1 }, people))).toBe(1)
  expect((await countReports(databaseUrl)) - before).toBe(
    [...calm, ...meanwhile].filter(isDone).length,
  )
  await stop()
  await relay.cut()
  await drop()
}, 120_000)

/** Every tenth wants an export, as many statistics, the others a list. */
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

/** Reports of observers in turn, each of which changes something. */
async function phonesOf(databaseUrl: string) {
  const tokens = await signInObservers(databaseUrl, shape.observers)
  const [form] = await choicesOf(databaseUrl)
  const calls = reportCalls(shape, form!, tokens, { from: 0, count: 200 })
  let next = 0
  return () => ({ kind: 'report', call: calls[next++]! })
}

const isDone = ({ wrong }: Outcome) => wrong === undefined
const isSettled = ({ atMs }: Outcome) => atMs > settledMs
const shareDone = (outcomes: readonly Outcome[]) => outcomes.filter(isDone).length / outcomes.length

function medianOf(outcomes: readonly Outcome[]): number {
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
