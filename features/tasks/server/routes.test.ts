import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { exports } from '#features/export/contract.ts'
import { session } from '#features/session/contract.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, passwords, type Stage, stage } from '#testing/stage.ts'
import { type Task, tasks } from '../contract.ts'
import { taskKind } from './runs.ts'
import { countParts, processes, taskThat } from './testing.ts'

const set = stage()
const start = processes()

const order = (person: Person) => person.call(exports.start, { body: { what: 'answers' } })

/** Processes with a fake export of these bytes. */
const making = (cast: Stage, bytes: Buffer) =>
  start(cast, [
    taskKind('export.answers', z.object({}), async ({ database, keep, finish }) => {
      const stream = Readable.from([bytes], { objectMode: false })
      const result = await keep({ fileName: 'some.bin', mediaType: 'application/x-some', stream })
      await database.write((tx) => finish(tx, { result }))
    }),
  ])

const download = (person: Person, { id }: Pick<Task, 'id'>) =>
  person.send({ url: addressOf(tasks.result, { params: { id } }) })

const notFound = { code: 'thing.not-found' }

test('downloads the whole result under its name, as often as requested', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const bytes = randomBytes(2_500_000)
  const task = await order(cast.ana)
  expect((await download(cast.ana, task)).statusCode).toBe(404)
  await making(cast, bytes)

  const { result } = await taskThat(cast.ana, task, { state: 'done' })

  expect(result).toEqual({
    fileName: 'some.bin',
    mediaType: 'application/x-some',
    sizeBytes: 2_500_000,
    expiresAt: new Date('2026-11-29T09:00:00Z'),
  })
  for (const _ of [1, 2]) {
    const { statusCode, headers, rawPayload } = await download(cast.ana, task)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/x-some',
      'content-length': '2500000',
      'content-disposition': 'attachment; filename="some.bin"',
    })
    expect(rawPayload.equals(bytes)).toBe(true)
  }
})

test('deletes a result and its bytes after seven days', async () => {
  const cast = await set()
  await making(cast, randomBytes(10))
  const task = await order(cast.ana)
  await taskThat(cast.ana, task, { state: 'done' })

  const later = async (now: string) => {
    cast.clock.now = new Date(now)
    const body = { user: 'ana', password: passwords.ana }
    const { access_token } = await cast.stranger.call(session.authorize, { body })
    const headers = { authorization: `Bearer ${access_token}` }
    const params = { id: task.id }
    const read = await cast.stranger.send({ url: addressOf(tasks.get, { params }), headers })
    const file = await cast.stranger.send({ url: addressOf(tasks.result, { params }), headers })
    return { hasResult: read.json().result !== null, status: file.statusCode }
  }
  expect(await later('2026-11-29T08:59:59Z')).toEqual({ hasResult: true, status: 200 })
  expect(await later('2026-11-29T09:00:00Z')).toEqual({ hasResult: false, status: 404 })
  const { rows } = await sql<{ days: number }>`
    select extract(day from due_at - created_at) as days from jobs
     where name = 'tasks.forget'`.execute(cast.database.primary)
  expect(rows).toEqual([{ days: 7 }])
  await cast.database.write((tx) =>
    sql`update jobs set due_at = now() where name = 'tasks.forget'`.execute(tx),
  )
  await vi.waitFor(async () => expect(await countParts(cast)).toBe(0), pollOptions)
})

test('lists own tasks, newest first, and everyone’s when an organiser asks', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const [first, second] = [await order(ana), await order(ana)]
  const other = await order(calin)

  const ids = async (person: Person, query: { everybody?: boolean; pageSize?: number } = {}) => {
    const { data, totalItems } = await person.call(tasks.list, { query })
    return { ids: data.map(({ id }) => id), totalItems }
  }
  expect(await ids(ana)).toEqual({ ids: [second.id, first.id], totalItems: 2 })
  expect(await ids(ana, { pageSize: 1 })).toEqual({ ids: [second.id], totalItems: 2 })
  expect(await ids(ana, { everybody: true })).toEqual({
    ids: [other.id, second.id, first.id],
    totalItems: 3,
  })
  expect(await ids(calin, { everybody: true })).toEqual({ ids: [other.id], totalItems: 1 })
  expect(await ana.call(tasks.get, { params: { id: other.id } })).toMatchObject({
    startedBy: 'calin',
  })
})

test('hides tasks that another person started', async () => {
  const cast = await set()
  const { ana, calin } = cast
  await making(cast, randomBytes(10))
  const task = await order(ana)
  await taskThat(ana, task, { state: 'done' })

  const params = { id: task.id }
  await expect(calin.call(tasks.get, { params })).rejects.toMatchObject(notFound)
  await expect(calin.call(tasks.cancel, { params })).rejects.toMatchObject(notFound)
  expect((await download(calin, task)).statusCode).toBe(404)
  expect(
    (await calin.send({ url: addressOf(tasks.errors, { params, query: {} }) })).statusCode,
  ).toBe(404)
  expect((await download(ana, task)).statusCode).toBe(200)
})

test('refuses an administrator who cancels another person’s task', async () => {
  const { ana, calin } = await set()
  const task = await order(ana)

  await expect(calin.call(tasks.cancel, { params: { id: task.id } })).rejects.toMatchObject(
    notFound,
  )

  expect(await ana.call(tasks.get, { params: { id: task.id } })).toMatchObject({ state: 'queued' })
})

test('records in history who started and who cancelled a task', async () => {
  const { ana, database } = await set()
  const task = await order(ana)
  await ana.call(tasks.cancel, { params: { id: task.id } })
  await ana.call(tasks.cancel, { params: { id: task.id } })

  const history = await database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'subjectId', 'after'])
    .where('subject', '=', 'tasks')
    .orderBy('id')
    .execute()

  expect(history).toMatchObject([
    {
      act: 'tasks.started',
      actorName: 'ana',
      subjectId: task.id,
      after: { kind: 'export.answers' },
    },
    { act: 'tasks.cancelled', actorName: 'ana', subjectId: task.id },
  ])
})

test('refuses observers and callers without a session', async () => {
  const { bogdan, stranger } = await set()
  const urls = ['/api/v1/task', '/api/v1/task/1', '/api/v1/task/1/result', '/api/v1/task/1/errors']

  for (const url of urls) {
    expect((await bogdan.send({ url })).statusCode, url).toBe(403)
    expect((await stranger.send({ url })).statusCode, url).toBe(401)
  }
})
