import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { isSpent } from '#database/failure.ts'
import { answers } from '#features/answers/contract.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { pollOptions } from '#testing/polling.ts'
import {
  admin,
  bogdan,
  installations,
  openScreen,
  relayTo,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

vi.setConfig({ testTimeout: 120_000 })

const install = installations()
const { folder, start } = programs()

const putOff = { code: 'server.unavailable', status: 503, again: '2' }

/** The reply to a phone and a screen, and how long it took, in milliseconds. */
async function refused(calling: Promise<Response>) {
  const from = performance.now()
  const response = await calling
  const { code } = (await response.json()) as { code: string }
  const outcome = { code, status: response.status, again: response.headers.get('retry-after') }
  return { outcome, tookMs: performance.now() - from }
}

const readList = (url: string, token: string) =>
  fetch(url + addressOf(answers.list, { query: {} }), {
    headers: { authorization: `Bearer ${token}` },
  })

const report = (url: string, token: string, { body }: ReturnType<typeof reportOf>) =>
  fetch(url + addressOf(answers.send, { body }), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('defers calls at once while the database is away, then accepts them and notifies screens', {
  tags: 'slow',
}, async () => {
  const installation = await install()
  const relay = await relayTo(installation.environment.DATABASE_URL)
  const environment = { ...installation.environment, DATABASE_URL: relay.url }
  const { url, stop } = await start({ ...environment, DATA_DIR: await folder() })
  const [anas, bogdans] = [await signIn(url, admin), await signIn(url, bogdan)]
  const screen = await openScreen(url, anas)

  await relay.cut()
  const list = await refused(readList(url, anas))
  const sent = await refused(report(url, bogdans, reportOf(installation, 1)))

  expect([list.outcome, sent.outcome]).toEqual([putOff, putOff])
  expect(Math.max(list.tookMs, sent.tookMs)).toBeLessThan(5000)
  await relay.restore()
  await vi.waitFor(() => expect(screen.heard).toEqual(['live.missed']), pollOptions)
  await sendReport(url, bogdans, reportOf(installation, 1))
  await vi.waitFor(() => expect(screen.heard).toContain('answers.received'), pollOptions)
  screen.close()
  await stop()
  await relay.cut()
})

test('gives up a silent database within a quarter of a minute', {
  tags: 'slow',
}, async () => {
  const installation = await install()
  const relay = await relayTo(installation.environment.DATABASE_URL)
  const environment = { ...installation.environment, DATABASE_URL: relay.url }
  const { url, stop } = await start({ ...environment, DATA_DIR: await folder() })
  const [anas, bogdans] = [await signIn(url, admin), await signIn(url, bogdan)]

  relay.freeze()
  const [list, sent] = await Promise.all([
    refused(readList(url, anas)),
    refused(report(url, bogdans, reportOf(installation, 1))),
  ])

  expect([list.outcome, sent.outcome]).toEqual([putOff, putOff])
  expect(Math.max(list.tookMs, sent.tookMs)).toBeLessThan(20_000)
  // Another machine takes its place.
  await relay.cut()
  await relay.restore()
  await sendReport(url, bogdans, reportOf(installation, 1))
  await stop()
  await relay.cut()
})

test('defers a report after ten seconds of lock wait, and accepts it later', {
  tags: 'slow',
}, async () => {
  const installation = await install()
  const { database, environment } = installation
  const { url } = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(url, bogdan)

  await database.write(async (tx) => {
    await sql`lock table answers in exclusive mode`.execute(tx)
    const { outcome } = await refused(report(url, token, reportOf(installation, 1)))
    expect(outcome).toEqual(putOff)
  })

  const count = sql<{ total: number }>`select count(*) as total from visits`
  expect((await count.execute(database.primary)).rows).toEqual([{ total: 0 }])
  await sendReport(url, token, reportOf(installation, 1))
  expect((await count.execute(database.primary)).rows).toEqual([{ total: 1 }])
})

test('defers a call whose statement times out, without reporting a failure', async () => {
  const { database } = await install()

  const slow = database.write(async (tx) => {
    await sql`set local statement_timeout = 50`.execute(tx)
    await sql`select pg_sleep(5)`.execute(tx)
  })

  await expect(slow).rejects.toSatisfy(isSpent)
})
