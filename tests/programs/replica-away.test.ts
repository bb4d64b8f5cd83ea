// @module-tag slow
import { expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { pairs } from '#database/replica/testing-replica.ts'
import { answers } from '#features/answers/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { expectKept } from '#testing/evening/audit.ts'
import { beginEvening, loadEvening } from '#testing/evening/evening.ts'
import { pollOptions } from '#testing/polling.ts'
import { admin, openScreen, relayTo, signIn } from '#testing/programs/installation.ts'
import { type Program, programs } from '#testing/programs/process.ts'
import { given, healthOf, readsOf, replicaComes } from '#testing/programs/replica.ts'

// Two databases start, and programs in each test.
vi.setConfig({ testTimeout: 180_000 })

const pair = pairs()
const { folder, start } = programs()

test('loses nothing during an evening without the replica and without one server', async () => {
  const { primaryUrl, replicaUrl, stopReplica, startReplica } = await pair()
  const people = await loadEvening(primaryUrl)
  const DATA_DIR = await folder()
  const database = { DATABASE_URL: primaryUrl, DATABASE_REPLICA_URL: replicaUrl }
  const one = await start({ ...given, ...database, DATA_DIR })
  const other = await start({ ...given, ...database, DATA_DIR })
  const token = await signIn(one.url, admin)
  const screens = await Promise.all([one, other].map(({ url }) => openScreen(url, token)))
  const readers = [one, other].map(({ url }) => keepReading(url, token))
  await Promise.all([one, other].map((server) => replicaComes(server, 'used')))

  let end = () => {}
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  const { memory, reaches, over } = beginEvening([one.url, other.url], people.slice(0, 20), mayEnd)
  await reaches(0.2)
  await expectReads([one, other], 'replica')
  await stopReplica()
  await Promise.all([one, other].map((server) => replicaComes(server, 'away')))
  await expectReads([one, other], 'primary')
  await startReplica()
  await Promise.all([one, other].map((server) => replicaComes(server, 'used')))
  await expectReads([one, other], 'replica')
  // However soon the replica was back: enough reports to test.
  await reaches(2)
  await readers[1]?.stop()
  await other.kill()
  end()
  await over

  await readers[0]?.stop()
  for (const { heard } of screens) expect(new Set(heard)).toContain('answers.received')
  for (const { heard } of screens) expect(heard).not.toContain('live.missed')
  await expectKept(memory, primaryUrl, one.url)
  for (const screen of screens) screen.close()
  expect(await one.stop()).toBe(0)
})

test('delays calls only briefly for a silent replica, and starts without it', async () => {
  const { primaryUrl, replicaUrl } = await pair()
  const relay = await relayTo(replicaUrl)
  const database = { DATABASE_URL: primaryUrl, DATABASE_REPLICA_URL: relay.url }
  const server = await start({ ...given, ...database, DATA_DIR: await folder() })
  const token = await signIn(server.url, admin)
  const list = () => phoneAt(server.url, { forMs: 0 })(observers.list, { query: {} }, token)
  await replicaComes(server, 'used')
  await list()

  relay.freeze()
  const begun = performance.now()
  // More than there are connections.
  await Promise.all(Array.from({ length: 30 }, list))
  expect(performance.now() - begun).toBeLessThan(15_000)
  await replicaComes(server, 'away')
  // A read finds out that it is away before the next check says why.
  await vi.waitFor(() => expect(server.output()).toContain('DATABASE_REPLICA_URL: '), pollOptions)
  const late = await start({ ...given, ...database, DATA_DIR: await folder() })
  expect((await healthOf(late)).replica?.state).toBe('away')
  await relay.cut()
  await relay.restore()
  await Promise.all([server, late].map((each) => replicaComes(each, 'used')))
  await late.kill()
  expect(await server.stop()).toBe(0)
  await relay.cut()
})

/** From now on each of the servers reads lists from there. */
async function expectReads(servers: readonly Program[], from: 'replica' | 'primary') {
  for (const server of servers) {
    const before = await readsOf(server)
    await vi.waitFor(
      async () => expect((await readsOf(server))[from]).toBeGreaterThan(before[from] + 2),
      pollOptions,
    )
  }
}

/** A screen that refetches its list repeatedly, and is never refused. */
function keepReading(url: string, token: string): { stop(): Promise<void> } {
  const read = phoneAt(url, { forMs: 0 })
  let isOver = false
  const loop = async () => {
    while (!isOver) await read(answers.list, { query: {} }, token)
  }
  const ended = loop()
  // Reported when it is stopped.
  ended.catch(() => undefined)
  return {
    stop: () => {
      isOver = true
      return ended
    },
  }
}
