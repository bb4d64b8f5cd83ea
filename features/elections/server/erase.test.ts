import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { electionHooks } from '#apps/server/features.ts'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { exports } from '#features/export/contract.ts'
import { prove, sealAll, tamper } from '#features/history/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { arrival } from '#features/milestones/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { runJobs } from '#kit/server/jobs/jobs.ts'
import { pollOptions } from '#testing/polling.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { phones, pins, type Stage, stage } from '#testing/stage.ts'
import { elections, type ListedElection } from '../contract.ts'
import { electionWorkers } from './jobs.ts'
import { currentId, listed, make, prepare } from './testing.ts'
import { tracesOf } from './testing-traces.ts'

const set = stage()

/** Traces that identify observers: names and phones as stored and as typed. */
const traces = ['0700 000 001', '0700000001', 'Bogdan Pop', 'Bogdan Popa']

/** An archived election with much data about Bogdan. */
async function archived() {
  const cast = await set()
  const { ana, bogdan, stranger } = cast
  const id = await currentId(cast)
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const wrong = { user: phones.bogdan, password: '9999', uniqueId: 'bogdan' }
  await expect(stranger.call(session.authorize, { body: wrong })).rejects.toThrow()
  await bogdan.call(session.registerDevice, { body: { channelName: 'Firebase', token: 'fcm-b' } })
  const { data } = await ana.call(observers.list, { query: { name: 'Bogdan' } })
  const observerId = data[0]!.id
  await ana.call(observers.edit, { body: { observerId, name: 'Bogdan Popa' } })
  await ana.call(milestones.add, { body: arrival })
  const planned = await plan(cast, 'Bogdan Popa', ['AB1', 2])
  const excuse = { assignmentIds: [planned], reason: 'Bogdan Pop e la spital' }
  await cast.figures()
  expect(await ana.call(milestones.excuse, { body: excuse })).toHaveLength(1)
  await ana.call(exports.start, { body: { what: 'answers', observerPhoneNumber: phones.bogdan } })
  await make(cast, await prepare(cast))
  await ana.call(elections.archive, { params: { id } })
  return { cast, id, observerId }
}

const ask = ({ ana }: Stage, id: Id<'elections'>) =>
  ana.call(elections.erasePeople, { params: { id } })

/** Runs an erasing process until the list shows the awaited state. */
async function until(
  cast: Stage,
  id: Id<'elections'>,
  isReached: (election: ListedElection) => boolean,
): Promise<void> {
  const jobs = await runJobs(cast.outside, electionWorkers({ ...cast.outside, ...electionHooks }))
  await vi.waitFor(async () => {
    const rows = await cast.ana.call(elections.list, { query: {} })
    expect(rows.filter(isReached)).toContainEqual(expect.objectContaining({ id }))
  }, pollOptions)
  await jobs.stop()
}

const isOver = ({ erasing }: ListedElection) => erasing === null

/** Has the observers of an election erased, to the end. */
async function erase(cast: Stage, id: Id<'elections'>): Promise<void> {
  await ask(cast, id)
  await until(cast, id, isOver)
}

/** Adds history lines, so that erasing takes several batches. */
const addLines = (cast: Stage, id: Id<'elections'>, count: number) =>
  cast.database.write((tx) =>
    sql`insert into history (election_id, at, actor_role, actor_id, actor_name, act, subject, after)
        select ${id}, now(), 'observer', 1, 'Bogdan Pop', 'answers.received', 'visits', '[]'
          from generate_series(1, ${count}::integer)`.execute(tx),
  )

const telling = (cast: Stage) => tracesOf(cast, traces)

test('erases observers of an archived election from every table and keeps their reports', {
  tags: 'slow',
}, async () => {
  const { cast, id, observerId } = await archived()
  expect(await telling(cast)).toEqual(
    expect.arrayContaining([
      'public.history.actor_name',
      'public.observers.name',
      'public.tasks.asked',
    ]),
  )

  await erase(cast, id)

  expect(await telling(cast)).toEqual([])
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({
    peopleErasedAt: cast.clock.now,
    visits: 1,
  })
  await cast.ana.call(elections.reopen, { params: { id } })
  await make(cast, id)
  const { threads } = await list(cast.ana)
  expect(threads[0]).toMatchObject({ observerName: `#${observerId}` })
  const again = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'bogdan' }
  await expect(cast.stranger.call(session.authorize, { body: again })).rejects.toMatchObject({
    code: 'session.refused',
  })
})

test('keeps excuses without their reasons, and figures right, once people are erased', async () => {
  const { cast, id } = await archived()

  await erase(cast, id)

  const { rows } = await sql`select reason from excuses`.execute(cast.database.primary)
  expect(rows).toEqual([{ reason: '—' }])
  expect(await miscounted(cast.database)).toEqual([])
})

test('keeps the history chain valid and detects changes to erased lines', {
  tags: 'slow',
}, async () => {
  const { cast, id } = await archived()
  await sealAll(cast)
  const before = await prove(cast)

  await erase(cast, id)
  await sealAll(cast)

  const after = await prove(cast)
  // Two more lines: the start and the result of the erasure.
  expect(after).toMatchObject({ broken: null, isEnd: true, position: before.position + 2 })
  await tamper(
    cast.database,
    sql`update history set after = '[]' where act = 'answers.received' and salt is null`,
  )
  expect(await prove(cast)).toMatchObject({ broken: { fault: 'altered' } })
})

test.each([
  ['a name in the place of the erased one', sql`actor_name = 'Ion'`],
  ['another digest', sql`name_digest = sha256('Ion')`],
])('detects tampering with an erased line: %s', { tags: 'slow' }, async (_, change) => {
  const { cast, id } = await archived()
  await erase(cast, id)
  await sealAll(cast)

  await tamper(
    cast.database,
    sql`update history set ${change} where actor_role = 'observer' and salt is null`,
  )

  expect(await prove(cast)).toMatchObject({ broken: { fault: 'altered' } })
})

test('detects an erased line without a recorded erasure', async () => {
  const { cast } = await archived()
  await sealAll(cast)
  const { rows } = await sql<{ id: number }>`
    update history set salt = null, actor_name = '', name_digest = name_digest(salt, actor_name)
     where act = 'answers.received' returning id`.execute(cast.database.primary)

  expect(await prove(cast)).toMatchObject({ broken: { historyId: rows[0]!.id, fault: 'erased' } })
})

test.each([
  ['a name', sql`actor_name = ''`],
  ['what was answered', sql`salt = null, actor_name = '', after = null`],
  ['who an organiser was', sql`salt = null`],
])('history gives up nothing but what may be erased: not %s alone', async (_, change) => {
  const { cast } = await archived()

  const update = cast.database.write((tx) =>
    sql`update history set ${change} where act in ('answers.received', 'elections.archived')`.execute(
      tx,
    ),
  )

  await expect(update).rejects.toThrow('history is only ever added to')
})

test('refuses to erase people from an active election, and erases only once', async () => {
  const { cast, id } = await archived()
  const current = await currentId(cast)
  await expect(erase(cast, current)).rejects.toMatchObject({ code: 'election.not-archived' })

  await erase(cast, id)
  await erase(cast, id)

  const { rows } = await sql<{ after: unknown }>`
    select after from history where act = 'elections.people-erased' order by id`.execute(
    cast.database.primary,
  )
  expect(rows).toMatchObject([{ after: { observers: 3 } }])
})

/** An election that needs several batches; some of them are erased. */
async function halfErased() {
  const { cast, id } = await archived()
  await addLines(cast, id, 20_000)
  await sealAll(cast)
  await ask(cast, id)
  await until(cast, id, ({ erasing }) => erasing !== null && erasing.done > 0)
  return { cast, id }
}

/** Lines of history that still name an observer. */
async function countNamed({ database }: Stage): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from history
     where actor_role = 'observer' and actor_name <> ''`.execute(database.primary)
  return rows[0]?.total ?? 0
}

const whole = { broken: null, isEnd: true }

test('resumes an interrupted erasure and keeps the history chain valid', {
  tags: 'slow',
}, async () => {
  const { cast, id } = await halfErased()
  expect(await countNamed(cast)).toBeGreaterThan(0)
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ peopleErasedAt: null })
  await sealAll(cast)
  expect(await prove(cast)).toMatchObject(whole)

  await until(cast, id, isOver)

  expect(await telling(cast)).toEqual([])
  await sealAll(cast)
  expect(await prove(cast)).toMatchObject(whole)
  const { rows } = await sql<{ observers: number; isAll: boolean }>`
    select sum((after ->> 'observers')::integer) as observers,
           sum((after ->> 'lines')::integer) >= 20000 as is_all
      from history where act = 'elections.people-erased'`.execute(cast.database.primary)
  expect(rows).toEqual([{ observers: 3, isAll: true }])
})

test('keeps the remaining names when stopped, and resumes on request', {
  tags: 'slow',
}, async () => {
  const { cast, id } = await halfErased()
  await cast.ana.call(elections.stopErasing, { params: { id } })
  const named = await countNamed(cast)

  const jobs = await runJobs(cast.outside, electionWorkers({ ...cast.outside, ...electionHooks }))
  await vi.waitFor(async () => {
    const { rows } = await sql`
      select from jobs where name = 'elections.erase-people'`.execute(cast.database.primary)
    expect(rows).toEqual([])
  }, pollOptions)
  await jobs.stop()

  expect(await countNamed(cast)).toBe(named)
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({
    peopleErasedAt: null,
    erasing: null,
  })
  await sealAll(cast)
  expect(await prove(cast)).toMatchObject(whole)
  await erase(cast, id)
  expect(await telling(cast)).toEqual([])
})

test('refuses to reopen an election while its observers are being erased', async () => {
  const { cast, id } = await archived()
  const reopen = () => cast.ana.call(elections.reopen, { params: { id } })
  await ask(cast, id)
  await expect(reopen()).rejects.toMatchObject({ code: 'election.being-erased' })

  await cast.ana.call(elections.stopErasing, { params: { id } })
  await reopen()

  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ state: 'live' })
})

test('sends erasure progress to an open list of elections', async () => {
  const { cast, id } = await archived()
  const { heard, close } = await openScreen(await cast.listen(), (await cast.ana.token()) ?? '')

  await erase(cast, id)

  await vi.waitFor(() => expect(heard).toContain('elections.erasing'), pollOptions)
  close()
})
