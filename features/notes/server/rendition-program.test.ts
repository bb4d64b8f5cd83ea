import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#apps/server/app.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { storedFiles } from './testing.ts'
import { attach, flood, open, pathOf, photograph } from './testing-pictures.ts'

const set = stage()

/** Another server on the same database and the same files. */
async function anotherServer({ outside }: Stage, differs: Partial<AppDependencies>) {
  const { http, close } = await createApp({ ...outside, ...differs })
  onTestFinished(close)
  return http
}

/** Replaces the rendition program by this code. */
const opening = (does: string, longestMs = 30_000) => ({
  renditionProgram: { command: ['--eval', does], longestMs },
})

test('does not retry a rendition that failed', async () => {
  const cast = await set()
  const { shown } = await attach(cast, flood())
  await open(cast, shown)

  const again = await anotherServer(cast, opening('console.log("tried")'))

  expect((await again.inject(pathOf(shown))).statusCode).toBe(404)
})

test('survives a photograph that crashes the rendition program, without showing it', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { shown, src } = await attach(cast, await photograph())
  const dies = await anotherServer(cast, opening('process.kill(process.pid, "SIGSEGV")'))

  const refused = await dies.inject(pathOf(shown))

  expect(refused.statusCode).toBe(404)
  expect((await dies.inject(pathOf(src))).statusCode).toBe(200)
  // A crash may be temporary, so another server retries.
  expect((await open(cast, shown)).statusCode).toBe(200)
})

test('kills a rendition program that hangs, and goes on serving without the rendition', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { shown, src } = await attach(cast, await photograph())
  const hangs = await anotherServer(cast, opening('setInterval(() => {}, 1000)', 300))

  const [refused, meanwhile] = await Promise.all([
    hangs.inject(pathOf(shown)),
    hangs.inject(pathOf(src)),
  ])

  expect([refused.statusCode, meanwhile.statusCode]).toEqual([404, 200])
  expect((await open(cast, shown)).statusCode).toBe(200)
})

test('passes no environment variables, and so no secrets, to the rendition program', async () => {
  const cast = await set()
  const { shown } = await attach(cast, await photograph())
  const tells = await anotherServer(cast, opening('console.log(Object.keys(process.env))'))

  expect((await tells.inject(pathOf(shown))).payload).toBe('[]\n')
})

test('serves the same rendition from two servers at once, and stores it once', async () => {
  const cast = await set()
  const { shown } = await attach(cast, await photograph())
  const other = await anotherServer(cast, {})

  const [first, second] = await Promise.all([open(cast, shown), other.inject(pathOf(shown))])

  expect(first.statusCode).toBe(200)
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(await storedFiles(cast)).toHaveLength(2)
})
