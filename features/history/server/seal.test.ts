import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { Tx } from '#database/open.ts'
import { pollOptions } from '#testing/polling.ts'
import { stage } from '#testing/stage.ts'
import { history } from '../contract.ts'
import { sealing } from './jobs.ts'
import { markNow, sealSome } from './seal-queries.ts'
import { type Chain, chainOf, prove, sealAll, writeLines } from './testing.ts'

const set = stage()

const positionsOf = (chain: readonly Chain[]) => chain.map(({ position }) => position)

test('every line is sealed once, in the order of the lines, and the proof finds the chain whole', async () => {
  const cast = await set()
  await writeLines(cast.database, 3)
  await sealAll(cast)
  await writeLines(cast.database, 2)
  await sealAll(cast)
  await cast.ana.token()
  await sealAll(cast)

  const chain = await chainOf(cast.database)
  expect(positionsOf(chain)).toEqual([1, 2, 3, 4, 5, 6, 7])
  const { head, waiting } = await cast.ana.call(history.head)
  const proof = await prove(cast)
  expect({ ...head, waiting }).toMatchObject({ position: 7, hash: proof.hash, waiting: 0 })
  expect(proof).toMatchObject({ position: 7, broken: null, isEnd: true })
})

test('seals a line in its place when it commits late under a lower number', async () => {
  const cast = await set()
  const { database } = cast
  await sealAll(cast)
  const seal = sealing(cast.outside)
  let commit = () => {}
  const released = new Promise<void>((resolve) => {
    commit = resolve
  })
  let isWritten = () => {}
  const written = new Promise<void>((resolve) => {
    isWritten = resolve
  })
  const late = database.write(async (tx) => {
    await sql`insert into history (at, actor_role, actor_name, act, subject)
              values (now(), 'server', 'Veghe', 'test.late', 'tests')`.execute(tx)
    isWritten()
    await released
  })
  await written
  await writeLines(database, 2)

  try {
    expect([await seal(), await seal()]).toEqual([0, 0])
    expect(positionsOf(await chainOf(database))).toEqual([1, null, null])
  } finally {
    commit()
    await late
  }
  expect([await seal(), await seal()]).toContain(3)
  expect(positionsOf(await chainOf(database))).toEqual([1, 2, 3, 4])
})

test('does not wait for a long transaction that has written no history yet', async () => {
  const cast = await set()
  await writeLines(cast.database, 1)

  const sealed = await cast.database.write(async (tx) => {
    await sql`update ngos set short_name = short_name`.execute(tx)
    return sealAll(cast)
  })

  expect(sealed).toBe(2)
})

test('leaves no gap in the chain for a line that was rolled back', async () => {
  const cast = await set()
  await writeLines(cast.database, 1)
  const failing = cast.database.write(async (tx) => {
    await sql`insert into history (at, actor_role, actor_name, act, subject)
              values (now(), 'server', 'Veghe', 'test.undone', 'tests')`.execute(tx)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  await writeLines(cast.database, 1)

  await sealAll(cast)

  const chain = await chainOf(cast.database)
  expect(positionsOf(chain)).toEqual([1, 2, 3])
  expect(chain[2]!.id - chain[1]!.id).toBe(2)
})

test('resumes sealing where a crashed sealer stopped', async () => {
  const cast = await set()
  const { database } = cast
  await writeLines(database, 10)
  const mark = (await markNow(database))!
  const now = new Date()
  await database.write((tx) => sealSome(tx, mark, { most: 4, now }))
  const dying = database.write(async (tx) => {
    await sealSome(tx, mark, { most: 4, now })
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  await expect(dying).rejects.toThrow()

  await vi.waitFor(async () => {
    await sealAll(cast)
    const positions = positionsOf(await chainOf(database))
    expect(positions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  }, pollOptions)

  expect(await prove(cast)).toMatchObject({ broken: null })
})

test('two processes seal without a seal twice or a gap', async () => {
  const cast = await set()
  const { database } = cast
  const sealers = [sealing(cast.outside), sealing(cast.outside)]
  for (let round = 0; round < 5; round++) {
    await writeLines(database, 20)
    await Promise.all(sealers.map((seal) => seal()))
  }
  await sealAll(cast)

  const positions = positionsOf(await chainOf(database))
  expect(positions).toEqual(Array.from({ length: 101 }, (_, index) => index + 1))
})

test('returns a consistent head and waiting count while lines are sealed', async () => {
  const cast = await set()
  await cast.ana.token()
  await sealAll(cast)
  const lines = (await chainOf(cast.database)).length
  for (let written = 1; written <= 20; written++) {
    await writeLines(cast.database, 1)
    const replies = Array.from({ length: 20 }, () => cast.ana.call(history.head))
    const [heads] = await Promise.all([Promise.all(replies), sealAll(cast)])
    for (const { head, waiting } of heads) expect(head!.position + waiting).toBe(lines + written)
  }
})

test('seals new lines without a call while the server runs', async () => {
  const cast = await set()
  await cast.startJobs()
  await cast.ana.token()

  await vi.waitFor(async () => {
    const { head } = await cast.ana.call(history.head)
    expect(head?.position).toBe(2)
  }, pollOptions)
})

test('finds new lines without reading sealed ones', async () => {
  const cast = await set()
  await writeLines(cast.database, 300)
  await sealAll(cast)

  const read = await cast.database.write(async (tx) => {
    const before = await linesRead(tx)
    await markNow({ ...cast.database, primary: tx })
    return (await linesRead(tx)) - before
  })

  expect(read).toBe(0)
})

/** The history lines read by sequential scans in this transaction. */
async function linesRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select seq_tup_read as lines from pg_stat_xact_user_tables where relname = 'history'`.execute(
    tx,
  )
  return rows[0]!.lines
}
