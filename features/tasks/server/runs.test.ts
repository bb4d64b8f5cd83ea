import { once } from 'node:events'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { exports } from '#features/export/contract.ts'
import { pollOptions } from '#testing/polling.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { tasks } from '../contract.ts'
import { type Run, taskKind } from './runs.ts'
import { countParts, gate, processes, taskThat } from './testing.ts'

// All tasks run the same way, so a fake kind replaces an export here.
const set = stage()
const start = processes()

const doing = (run: (run: Run) => Promise<void>) => [taskKind('export.answers', z.object({}), run)]

const order = (cast: Stage) => cast.ana.call(exports.start, { body: { what: 'answers' } })

const megabyte = Buffer.alloc(1_048_576, 7)

/** A file large enough to be stored in parts. */
const fileOf = (megabytes: number) => ({
  fileName: 'a.bin',
  mediaType: 'application/octet-stream',
  stream: Readable.from(Array(megabytes).fill(megabyte), { objectMode: false }),
})

/** Stores a file and succeeds. */
const keepSome = async ({ database, keep, finish }: Run) => {
  const result = await keep(fileOf(1))
  await database.write((tx) => finish(tx, { result }))
}

/** Renames an organisation, as an import writes rows. */
const rename = (run: Run, name: string, meanwhile = async () => {}) =>
  run.database.write(async (tx) => {
    await tx.updateTable('ngos').set({ shortName: name }).execute()
    await meanwhile()
    await run.finish(tx, { counts: { changed: 1 } })
  })

const namesIn = async ({ database }: Stage) => {
  const ngos = await database.primary.selectFrom('ngos').select('shortName').distinct().execute()
  return ngos.map(({ shortName }) => shortName)
}

test('tells screens the progress of a task and its end', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const screen = await openScreen(await cast.listen(), (await cast.ana.token()) ?? '')
  const [half, end] = [gate(), gate()]
  await start(
    cast,
    doing(async (run) => {
      await run.progress(1, 3)
      await half.isOpen
      await run.progress(2, 3)
      await end.isOpen
      await run.progress(3, 3)
      await keepSome(run)
    }),
  )

  const task = await order(cast)
  expect(task).toMatchObject({ state: 'queued', done: 0, total: null, startedBy: 'ana' })
  await taskThat(cast.ana, task, { state: 'running', done: 1, total: 3 })
  const heard = screen.heard.length
  half.open()
  await taskThat(cast.ana, task, { done: 2 })
  await vi.waitFor(() => expect(screen.heard.length).toBeGreaterThan(heard), pollOptions)
  const later = screen.heard.length
  end.open()

  await taskThat(cast.ana, task, { state: 'done', done: 3, total: 3 })
  await vi.waitFor(() => expect(screen.heard.length).toBeGreaterThan(later), pollOptions)
  expect(new Set(screen.heard)).toEqual(new Set(['tasks.changed']))
  screen.close()
})

test('cancelling stops a task where it is and keeps nothing of it', { tags: 'slow' }, async () => {
  const cast = await set()
  const stopped: unknown[] = []
  await start(
    cast,
    doing(async (run) => {
      await run.keep(fileOf(3))
      await rename(run, 'half', async () => {
        await run.progress(1, 2)
        await once(run.signal, 'abort')
        await run.progress(2, 2).catch((error) => {
          stopped.push(error)
          throw error
        })
      })
    }),
  )
  const before = await namesIn(cast)
  const task = await order(cast)
  await taskThat(cast.ana, task, { done: 1 })
  expect(await countParts(cast)).toBeGreaterThan(0)

  const cancelled = await cast.ana.call(tasks.cancel, { params: { id: task.id } })

  expect(cancelled).toMatchObject({ state: 'cancelled', result: null, finishedAt: cast.clock.now })
  await vi.waitFor(() => expect(stopped).toHaveLength(1), pollOptions)
  expect(await namesIn(cast)).toEqual(before)
  expect(await countParts(cast)).toBe(0)
  expect(await cast.ana.call(tasks.get, { params: { id: task.id } })).toEqual(cancelled)
})

test('cancels a task when the request comes before its last step', async () => {
  const cast = await set()
  const [reached, go] = [gate(), gate()]
  const ends: unknown[] = []
  await start(
    cast,
    doing((run) =>
      // Ignores its signal and would finish a cancelled task.
      rename(run, 'deaf', async () => {
        reached.open()
        await go.isOpen
      }).catch((error) => {
        ends.push(error)
        throw error
      }),
    ),
  )
  const before = await namesIn(cast)
  const task = await order(cast)
  await reached.isOpen

  await cast.ana.call(tasks.cancel, { params: { id: task.id } })
  go.open()

  await vi.waitFor(() => expect(ends).toHaveLength(1), pollOptions)
  expect(await namesIn(cast)).toEqual(before)
  await taskThat(cast.ana, task, { state: 'cancelled', counts: null })
})

test('cancels a waiting task before it begins, and leaves finished tasks unchanged', async () => {
  const cast = await set()
  const waiting = await order(cast)
  await cast.ana.call(tasks.cancel, { params: { id: waiting.id } })
  const begun: number[] = []
  await start(
    cast,
    doing(async (run) => {
      begun.push(1)
      await keepSome(run)
    }),
  )

  const other = await order(cast)
  const done = await taskThat(cast.ana, other, { state: 'done' })

  expect(begun).toEqual([1])
  await taskThat(cast.ana, waiting, { state: 'cancelled', startedAt: null })
  expect(await cast.ana.call(tasks.cancel, { params: { id: other.id } })).toEqual(done)
})

test('hands a task to another process after a crash, and completes it once', async () => {
  const cast = await set()
  const reached = gate()
  const first = await start(
    cast,
    doing((run) =>
      rename(run, 'first', async () => {
        reached.open()
        await once(run.signal, 'abort')
        run.signal.throwIfAborted()
      }),
    ),
  )
  const task = await order(cast)
  await reached.isOpen
  await first.stop()
  await taskThat(cast.ana, task, { state: 'running' })

  await start(
    cast,
    doing((run) => rename(run, 'second')),
  )

  await taskThat(cast.ana, task, { state: 'done', counts: { changed: 1 } })
  expect(await namesIn(cast)).toEqual(['second'])
})

test('discards the work of a run presumed dead once another run has its task', async () => {
  const cast = await set()
  const [reached, go, begunAgain, end] = [gate(), gate(), gate(), gate()]
  const ends: unknown[] = []
  const undead = (run: Run) =>
    rename(run, 'undead', async () => {
      reached.open()
      await go.isOpen
    }).catch((error) => {
      ends.push(error)
      throw error
    })
  let runs = 0
  const kinds = doing(async (run) => {
    runs += 1
    if (runs === 1) {
      await run.keep(fileOf(2))
      return undead(run)
    }
    begunAgain.open()
    await end.isOpen
    await keepSome(run)
  })
  await start(cast, kinds)
  const task = await order(cast)
  await reached.isOpen
  await cast.database.write((tx) =>
    sql`update jobs set running_until = now() - interval '1 minute' where running_until is not null`.execute(
      tx,
    ),
  )

  // A starting process looks for dead ones.
  await start(cast, kinds)
  await begunAgain.isOpen
  go.open()

  await vi.waitFor(() => expect(ends).toHaveLength(1), pollOptions)
  await taskThat(cast.ana, task, { state: 'running' })
  end.open()
  await taskThat(cast.ana, task, { state: 'done', counts: null })
  expect(await namesIn(cast)).not.toContain('undead')
  expect(await countParts(cast)).toBe(1)
})

test('shows a task as failed, in plain words, after its last retry', async () => {
  const cast = await set()
  const task = await order(cast)
  // All tries but one are used up.
  await cast.database.write((tx) =>
    sql`update jobs set tries_left = 1 where name = 'tasks.run'`.execute(tx),
  )
  await start(
    cast,
    doing(async ({ keep }) => {
      await keep(fileOf(1))
      throw new TypeError("Cannot read properties of undefined (reading 'x')")
    }),
  )

  const { why } = await taskThat(cast.ana, task, { state: 'failed' })

  expect(why).toMatchObject({ code: 'server.failed', title: 'Something failed on our side' })
  expect(JSON.stringify(why)).not.toContain('undefined')
  expect(await countParts(cast)).toBe(0)
})

test('runs for the person who started it, unless their organisation becomes inactive', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const runs: Run[] = []
  const task = await cast.calin.call(exports.start, { body: { what: 'answers' } })
  const refused = await cast.calin.call(exports.start, { body: { what: 'notes' } })
  const kinds = (['export.answers', 'export.notes'] as const).map((kind) =>
    taskKind(kind, z.object({}), async (run) => {
      runs.push(run)
      await keepSome(run)
      const off = sql`update ngos set is_active = false where short_name = 'VC'`
      await run.database.write((tx) => off.execute(tx))
    }),
  )
  // The second waits for the first.
  await cast.database.write((tx) =>
    sql`update jobs set due_at = now() + interval '1 hour'
         where (payload ->> 'taskId')::integer = ${refused.id}`.execute(tx),
  )
  await start(cast, kinds)
  await taskThat(cast.ana, task, { state: 'done' })
  await vi.waitFor(async () => {
    const off = await cast.database.primary
      .selectFrom('ngos')
      .select('id')
      .where('isActive', '=', false)
      .execute()
    expect(off).toHaveLength(1)
  }, pollOptions)
  await cast.database.write((tx) =>
    sql`update jobs set due_at = now() where name = 'tasks.run'`.execute(tx),
  )

  const { why } = await taskThat(cast.ana, refused, { state: 'failed' })

  expect(why).toMatchObject({ code: 'session.forbidden' })
  expect(runs).toHaveLength(1)
  const [run] = runs
  expect(run?.who).toMatchObject({
    name: 'calin',
    role: 'ngo-administrator',
    timezone: 'Europe/Bucharest',
  })
  expect(run?.who.scope.ngoId).toBe(run?.who.ngoId)
})
