import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { type Database, openDatabase } from '#database/open.ts'
import { freshDatabase } from '#database/testing.ts'
import { enqueue, job, type Run, removeDuplicates, runJobs, worker } from '#kit/server/jobs/jobs.ts'
import { openLog } from '#kit/server/log.ts'
import { pollOptions } from '#testing/polling.ts'

const greet = job({ name: 'test.greet', payload: z.object({ name: z.string() }), tries: 3 })

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function ownDatabase(): Promise<Database> {
  const fresh = await freshDatabase()
  undo.push(() => fresh.drop())
  const database = openDatabase({ url: fresh.url, connections: 4 })
  undo.push(() => database.close())
  return database
}

/** A process that greets. */
async function greeter(database: Database, run: (run: Run<typeof greet.payload>) => Promise<void>) {
  const outside = { database, logger: openLog('silent'), clock: () => new Date() }
  const jobs = await runJobs(outside, [worker(greet, run)])
  undo.push(() => jobs.stop())
  return jobs
}

/** The queued jobs, with their remaining tries. */
const leftIn = async ({ primary }: Database) => {
  const left = await primary.selectFrom('jobs').select(['name', 'triesLeft']).execute()
  return left.map(({ name, triesLeft }) => `${name} ${triesLeft}`)
}

test('runs a job once its transaction commits, and not after a rollback', async () => {
  const database = await ownDatabase()
  const greeted: string[] = []
  await greeter(database, async ({ payload }) => void greeted.push(payload.name))

  await expect(
    database.write(async (tx) => {
      await enqueue(tx, greet, { name: 'unsent' })
      throw new Error('thought better of it')
    }),
  ).rejects.toThrow('thought better of it')
  await database.write((tx) => enqueue(tx, greet, { name: 'Bogdan' }))

  await vi.waitFor(async () => expect(await leftIn(database)).toEqual([]), pollOptions)
  expect(greeted).toEqual(['Bogdan'])
})

test('runs each job in only one of two processes', async () => {
  const database = await ownDatabase()
  const greeted: string[] = []
  for (const process of ['first', 'second'])
    await greeter(database, async ({ payload }) => void greeted.push(`${process} ${payload.name}`))

  const people = Array.from({ length: 20 }, (_, number) => String(number))
  await database.write(async (tx) => {
    for (const name of people) await enqueue(tx, greet, { name })
  })

  await vi.waitFor(() => expect(greeted).toHaveLength(20), pollOptions)
  const whoms = greeted
    .map((greeting) => greeting.split(' ')[1])
    .sort((a, b) => Number(a) - Number(b))
  expect(whoms).toEqual(people)
})

test('retries a failed job, announces its last try, then gives it up', {
  tags: 'slow',
}, async () => {
  const database = await ownDatabase()
  const tries: boolean[] = []
  await greeter(database, async ({ isLastTry }) => {
    tries.push(isLastTry)
    throw new Error('no voice')
  })

  await database.write((tx) => enqueue(tx, greet, { name: 'Dana' }))

  await vi.waitFor(async () => expect(await leftIn(database)).toEqual([]), pollOptions)
  expect(tries).toEqual([false, false, true])
})

test('retries a job in another process when its own fell silent', async () => {
  const database = await ownDatabase()
  await database.write((tx) => enqueue(tx, greet, { name: 'Emil' }))
  // The state after a process is killed in the middle.
  await database.write((tx) =>
    sql`update jobs set tries_left = 2, running_until = now() - interval '1 minute'`.execute(tx),
  )

  const greeted: string[] = []
  await greeter(database, async ({ payload }) => void greeted.push(payload.name))

  await vi.waitFor(() => expect(greeted).toEqual(['Emil']), pollOptions)
})

test('returns running jobs to the queue when a process ends', async () => {
  const database = await ownDatabase()
  let began = () => {}
  const isBegun = new Promise<void>((resolve) => {
    began = resolve
  })
  const jobs = await greeter(database, async ({ signal }) => {
    began()
    await new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('told to end'))),
    )
  })
  await database.write((tx) => enqueue(tx, greet, { name: 'Ana' }))
  await isBegun

  await jobs.stop()

  expect(await leftIn(database)).toEqual(['test.greet 3'])
})

test('enqueues the fallback of a job that is given up, also after a silent process', async () => {
  const database = await ownDatabase()
  const apologised: string[] = []
  const apologise = job({ ...greet, name: 'test.apologise' })
  const attempt = job({ ...greet, name: 'test.attempt', tries: 1, otherwise: apologise })
  await database.write(async (tx) => {
    await enqueue(tx, attempt, { name: 'Radu' })
    await sql`update jobs set tries_left = 0, running_until = now() - interval '1 minute'`.execute(
      tx,
    )
    await enqueue(tx, attempt, { name: 'Ioana' })
  })
  const outside = { database, logger: openLog('silent'), clock: () => new Date() }
  const jobs = await runJobs(outside, [
    worker(attempt, async () => {
      throw new Error('no voice')
    }),
    worker(apologise, async ({ payload }) => void apologised.push(payload.name)),
  ])
  undo.push(() => jobs.stop())

  await vi.waitFor(async () => expect(await leftIn(database)).toEqual([]), pollOptions)
  expect(apologised.sort()).toEqual(['Ioana', 'Radu'])
})

test('deduplicates waiting jobs with the same payload, and keeps the others', async () => {
  const database = await ownDatabase()
  await database.write(async (tx) => {
    for (const name of ['Ana', 'Ana', 'Emil']) await enqueue(tx, greet, { name })
  })

  await removeDuplicates(database, greet, { name: 'Ana' })

  expect(await leftIn(database)).toEqual(['test.greet 3'])
})
