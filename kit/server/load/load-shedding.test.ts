import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { importances } from '#kit/contract/importance.ts'
import { Problem } from '#kit/contract/problem.ts'
import { type LoadShedder, nextLevel, openLoadShedder, shareShed } from './load-shedding.ts'

const soon = { timeout: 30_000, interval: 20 } as const
const hard = { reading: 0, everything: 2, isEasing: false }
const slowReads = { reading: 8, everything: 0, isEasing: false }
const calm = { reading: 0, everything: 0, isEasing: false }

let opened: LoadShedder | undefined
afterEach(() => opened?.stop())

/** A server whose calls wait so long for the database, with so many of them under way. */
function open(callsUnderWay: number) {
  const wait = { reading: 5000, writing: 0 }
  const pressure = openLoadShedder({ waitMs: () => wait, logger: pino({ level: 'silent' }) })
  opened = pressure
  const calls = Array.from(
    { length: callsUnderWay },
    () => new ServerResponse(new IncomingMessage(new Socket())),
  )
  for (const call of calls) pressure.watch(call)
  return { pressure, wait, answerAll: () => calls.forEach((call) => void call.emit('close')) }
}

const isRefused = (pressure: LoadShedder, importance: (typeof importances)[number] | 'vital') => {
  try {
    pressure.expectCapacity(importance)
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'server.overloaded', status: 503 })
    return error instanceof Problem
  }
}

test('refuses exports while readers wait too long, but not reports or health checks', async () => {
  const { pressure } = open(60)

  await vi.waitFor(() => expect(isRefused(pressure, 'reading')).toBe(true), soon)

  expect(isRefused(pressure, 'export')).toBe(true)
  expect(isRefused(pressure, 'report')).toBe(false)
  expect(isRefused(pressure, 'vital')).toBe(false)
  expect(pressure.refused()).toMatchObject({ report: 0 })
  expect(pressure.refused()['export']).toBeGreaterThan(0)
})

test('admits all calls again once readers no longer wait', { tags: 'slow' }, async () => {
  const { pressure, wait, answerAll } = open(60)
  await vi.waitFor(() => expect(isRefused(pressure, 'export')).toBe(true), soon)

  wait.reading = 0
  answerAll()

  await vi.waitFor(() => expect(pressure.level()).toBe(0), soon)
  expect(isRefused(pressure, 'export')).toBe(false)
})

test('refuses no call while few are under way, however slow they are', async () => {
  const { pressure } = open(10)
  const one = open(60)

  // The other one has looked often enough by now.
  await vi.waitFor(() => expect(isRefused(one.pressure, 'reading')).toBe(true), soon)
  expect(pressure.level()).toBe(0)
  pressure.stop()
})

test('sheds the least important calls first, and always admits a tenth of the reports', () => {
  const levels = [0]
  for (let look = 0; look < 20; look++) levels.push(nextLevel(levels.at(-1) ?? 0, hard))
  const shares = levels.map((level) => importances.map((one) => shareShed(level, one)))

  for (const share of shares) expect([...share].sort((one, other) => other - one)).toEqual(share)
  expect(shares.at(-1)?.slice(0, -1)).toEqual([1, 1, 1, 1, 1, 1])
  expect(shares.at(-1)?.at(-1)).toBeCloseTo(0.9)
})

test('never refuses reports for the sake of readers', () => {
  let level = 0
  for (let look = 0; look < 20; look++) level = nextLevel(level, slowReads)

  expect(shareShed(level, 'guidance')).toBe(1)
  expect(shareShed(level, 'report')).toBe(0)
})

test('refuses no more while the queue shrinks, and nothing after four seconds of calm', () => {
  expect(nextLevel(2, { ...hard, isEasing: true })).toBe(2)
  let level = 5.9
  for (let look = 0; look < 16; look++) level = nextLevel(level, calm)
  expect(level).toBe(0)
})
