// @module-tag slow
import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { openDatabase } from '#database/open.ts'
import { pairs } from '#database/replica/testing-replica.ts'
import { observers } from '#features/observers/contract.ts'
import { pollOptions } from '#testing/polling.ts'
import { admin, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'
import { given, healthOf, readsOf, replicaComes } from '#testing/programs/replica.ts'

// Two databases start, and programs in each test.
vi.setConfig({ testTimeout: 180_000 })

const pair = pairs()
const { folder, start } = programs()

test('reads committed changes on every server, from primary and replica', async () => {
  const { primaryUrl, replicaUrl } = await pair()
  const database = { DATABASE_URL: primaryUrl, DATABASE_REPLICA_URL: replicaUrl }
  const DATA_DIR = await folder()
  const one = await start({ ...given, ...database, DATA_DIR })
  const other = await start({ ...given, ...database, DATA_DIR })
  await replicaComes(other, 'used')
  const token = await signIn(one.url, admin)
  const change = phoneAt(one.url, { forMs: 0 })
  const read = phoneAt(other.url, { forMs: 0 })
  let added = 0
  const addAndRead = async () => {
    added += 1
    const phone = `0700 000 ${100 + added}`
    await change(observers.add, { body: { phone, pin: '1111', name: 'Bogdan Pop' } }, token)
    return (await read(observers.list, { query: {} }, token)).totalItems
  }

  const exported = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await fetch(`${other.url}${observers.export.path}?format=csv`, { headers })
    return (await response.text()).trimEnd().split('\n').length - 1
  }

  for (let turn = 1; turn <= 15; turn++) expect(await addAndRead()).toBe(turn)
  expect(await exported()).toBe(15)
  expect((await readsOf(other)).replica).toBeGreaterThan(0)
  // The replica cannot keep up: later commits do not show.
  await onServer(replicaUrl, 'select pg_wal_replay_pause()')
  for (let turn = 16; turn <= 20; turn++) expect(await addAndRead()).toBe(turn)
  expect(await exported()).toBe(20)
  await replicaComes(other, 'behind')
  expect((await healthOf(other)).replica?.lagBytes).toBeGreaterThan(0)

  await onServer(replicaUrl, 'select pg_wal_replay_resume()')
  await replicaComes(other, 'used')
  expect(await addAndRead()).toBe(21)
})

test('never reads from a database that is not its replica', async () => {
  const { primaryUrl } = await pair()
  const environment = { ...given, DATABASE_URL: primaryUrl, DATA_DIR: await folder() }

  const primary = await start({ ...environment, DATABASE_REPLICA_URL: primaryUrl })
  const foreign = await start({ ...environment, DATABASE_REPLICA_URL: inject('clusterUrl') })

  await vi.waitFor(() => expect(primary.output()).toContain('It is not a replica'), pollOptions)
  await vi.waitFor(
    () => expect(foreign.output()).toContain('It is of another database'),
    pollOptions,
  )
  for (const server of [primary, foreign]) {
    expect((await healthOf(server)).replica).toEqual({ state: 'away', lagBytes: null })
    await phoneAt(server.url, { forMs: 0 })(
      observers.list,
      { query: {} },
      await signIn(server.url, admin),
    )
    expect((await readsOf(server)).replica).toBe(0)
  }
})

async function onServer(url: string, statement: string): Promise<void> {
  const database = openDatabase({ url, connections: 1 })
  await sql.raw(statement).execute(database.primary)
  await database.close()
}
