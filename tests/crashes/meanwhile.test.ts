import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { electionHooks } from '#apps/server/features.ts'
import { accounts } from '#features/accounts/contract.ts'
import { answers } from '#features/answers/contract.ts'
import { aiud, answerOf, list } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { electionWorkers } from '#features/elections/server/jobs.ts'
import { currentId, listed, make, practise, prepare } from '#features/elections/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { png, rows } from '#features/notes/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { unplaced } from '#features/unplaced/contract.ts'
import { visits } from '#features/visits/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockElectionExclusive } from '#kit/server/election-lock.ts'
import { runJobs } from '#kit/server/jobs/jobs.ts'
import { beginToSend, type Finish } from '#testing/calls/half-sent.ts'
import { waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { formOf, type Person, phones, pins, type Stage, stage } from '#testing/stage.ts'

const set = stage()

const photograph = [{ name: 'a.png', bytes: png() }]
const nowhere = { ...aiud, pollingStationNumber: 99, urbanArea: true }
const note = { body: { ...aiud, text: 'Coadă' } }
const ioana = { name: 'Ioana Rus', phone: '0700 000 009', pin: '4444' }

/** Begins to send a note with a photograph. */
async function beginNote(cast: Stage, url: string, person: Person): Promise<Finish> {
  const { bytes: body, type } = await formOf(note, photograph)
  return beginToSend(cast, { url, path: '/api/v2/note', token: await person.token(), type, body })
}

const sendAnswer = ({ bogdan }: Stage, draft: ReturnType<typeof answerOf>) =>
  bogdan.send({
    method: 'POST',
    url: answers.send.path,
    payload: { answers: [draft] },
    headers: {},
  })

/** Begins to add an observer. */
async function beginAdding(cast: Stage, url: string, person: Person): Promise<Finish> {
  const body = Buffer.from(JSON.stringify(ioana))
  const type = 'application/json'
  return beginToSend(cast, {
    url,
    path: '/api/v1/observer',
    token: await person.token(),
    type,
    body,
  })
}

async function names({ ana }: Stage): Promise<string[]> {
  const { data } = await ana.call(observers.list, { query: {} })
  return data.map(({ name }) => name)
}

/** Erases the observers of an election, to the end. */
async function erase(cast: Stage, id: Id<'elections'>): Promise<void> {
  await cast.ana.call(elections.erasePeople, { params: { id } })
  const jobs = await runJobs(cast.outside, electionWorkers({ ...cast.outside, ...electionHooks }))
  await vi.waitFor(async () => {
    const all = await cast.ana.call(elections.list, { query: {} })
    expect(all.find((one) => one.id === id)).toMatchObject({ peopleErasedAt: expect.any(Date) })
  }, pollOptions)
  await jobs.stop()
}

test('stores nothing of a note whose election was archived and erased during its upload', async () => {
  const cast = await set()
  const { ana, bogdan, database } = cast
  const finish = await beginNote(cast, await cast.listen(), bogdan)
  const id = await currentId(cast)
  await make(cast, await prepare(cast))
  await ana.call(elections.archive, { params: { id } })
  await erase(cast, id)

  const reply = await finish()

  expect(reply).toMatchObject({ status: 401, body: expect.stringContaining('session.missing') })
  expect(await rows(cast)).toEqual({ notes: 0, attachments: 0, unplaced: 0, visits: 0 })
  const telling = await sql`
    select act from history where actor_name like 'Bogdan%'`.execute(database.primary)
  expect(telling.rows).toEqual([])
})

test('waits for a report in progress before the election is left', async () => {
  const cast = await set()
  const { bogdan, database } = cast
  const id = await currentId(cast)
  const other = await prepare(cast)
  await bogdan.call(session.me)
  const done: string[] = []
  const doing: Promise<unknown>[] = []

  await database.write(async (tx) => {
    await sql`lock table visits in share mode`.execute(tx)
    doing.push(bogdan.call(notes.write, note).then(() => done.push('noted')))
    await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
    doing.push(make(cast, other).then(() => done.push('left')))
    await expect
      .poll(async () => (await waitingForARow(database)) + done.length, pollOptions)
      .toBe(2)
  })
  await Promise.all(doing)

  expect(done).toEqual(['noted', 'left'])
  expect((await listed(cast)).get('Alegeri de probă')).toMatchObject({ id, visits: 1 })
  // And its observers continue there.
  const more = { body: { ...note.body, text: 'Încă una' } }
  await bogdan.call(notes.write, more)
  expect(await rows(cast)).toMatchObject({ notes: 2 })
})

test('sets a report aside with its reason when its election is archived meanwhile', async () => {
  const cast = await set()
  const { bogdan, database } = cast
  const id = await currentId(cast)
  await bogdan.call(session.me)

  const sending = await database.write(async (tx) => {
    await lockElectionExclusive(tx, id)
    const early = sendAnswer(cast, answerOf(cast, aiud, 'A1.1', 'Nu'))
    await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
    await sql`update elections set state = 'archived', archived_from = state, is_current = false where id = ${id}`.execute(
      tx,
    )
    return { early }
  })

  expect((await sending.early).statusCode).toBe(200)
  const { rows: kept } = await sql`select reason from unplaced`.execute(database.primary)
  expect(kept).toEqual([{ reason: 'election-archived' }])
  expect(await rows(cast)).toMatchObject({ visits: 0 })
})

test('refuses a call whose session ends during its body, and stores nothing', async () => {
  const cast = await set()
  const { calin } = cast
  const finish = await beginAdding(cast, await cast.listen(), calin)

  await calin.call(session.signOut)

  expect(await finish()).toMatchObject({ status: 401 })
  expect(await names(cast)).not.toContain(ioana.name)
})

test('applies the current role when a role is taken during the body', async () => {
  const cast = await set()
  const { ana, calin } = cast
  const finish = await beginAdding(cast, await cast.listen(), calin)
  const all = await ana.call(accounts.list)
  const { id } = all.find(({ account }) => account === 'calin')!

  const guest = { role: 'guest', countyCodes: null } as const
  await ana.call(accounts.setRole, { params: { id }, body: guest })

  expect(await finish()).toMatchObject({ status: 403 })
  expect(await names(cast)).not.toContain(ioana.name)
})

test('rolls back a call whose session ends while it waits', async () => {
  const cast = await set()
  const { calin, database } = cast
  await calin.call(session.me)
  const adding: Promise<unknown>[] = []

  await database.write(async (tx) => {
    await sql`lock table observers in share mode`.execute(tx)
    adding.push(calin.call(observers.add, { body: ioana }).catch(({ code }) => code))
    await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
    await calin.call(session.signOut)
  })

  expect(await Promise.all(adding)).toEqual(['session.missing'])
  expect(await names(cast)).not.toContain(ioana.name)
})

test('changes neither election when staff send into one that is no longer current', async () => {
  const cast = await set()
  const finish = await beginAdding(cast, await cast.listen(), cast.calin)
  const other = await prepare(cast)
  const former = await currentId(cast)

  await make(cast, other)

  expect(await finish()).toMatchObject({
    status: 409,
    body: expect.stringContaining('election.changed'),
  })
  expect(await names(cast)).toEqual([])
  await make(cast, former)
  expect(await names(cast)).not.toContain(ioana.name)
})

/** Calls that a phone may be making at any moment. */
const doings: readonly (readonly [string, (cast: Stage) => Promise<unknown>])[] = [
  ['reports', (cast) => report(cast, cast.bogdan)],
  [
    'reports from an unknown station',
    ({ bogdan }) => bogdan.call(visits.report, { body: nowhere }),
  ],
  [
    'answers from an unknown station',
    (cast) => {
      const answer = answerOf(cast, { ...aiud, pollingStationNumber: 99 }, 'A1.1', 'Nu')
      return cast.bogdan.call(answers.send, { body: { answers: [answer] } })
    },
  ],
  ['arrives', ({ bogdan }) => bogdan.call(visits.report, { body: { ...aiud, urbanArea: true } })],
  ['writes a note', ({ bogdan }) => bogdan.call(notes.write, note)],
  [
    'registers for messages',
    ({ bogdan }) =>
      bogdan.call(session.registerDevice, { body: { channelName: 'Firebase', token: 'fcm-b' } }),
  ],
  [
    'signs in',
    ({ stranger }) =>
      stranger.call(session.authorize, {
        body: { user: phones.dana, password: pins.dana, uniqueId: 'dana', fcmToken: 'fcm-d' },
      }),
  ],
]

const report = (cast: Stage, person: Person) =>
  person.call(answers.send, { body: { answers: [answerOf(cast, aiud, 'A1.1', 'Nu')] } })

test.each(doings)(
  'asks a phone that %s while a rehearsal is cleared to retry or sign in',
  async (_what, act) => {
    const cast = await set()
    const { ana, bogdan, database } = cast
    await practise(cast)
    await Promise.all([ana.call(session.me), bogdan.call(session.me)])
    let isOver = false
    const doing: Promise<unknown>[] = []

    await database.write(async (tx) => {
      // The clearing has nearly ended, and is blocked.
      await sql`lock table areas in share mode`.execute(tx)
      doing.push(ana.call(elections.clearRehearsal))
      await expect.poll(() => waitingForARow(database), pollOptions).toBe(1)
      const refused = act(cast).then(
        () => 'taken',
        ({ code }) => code,
      )
      doing.push(refused.finally(() => (isOver = true)))
      const waits = async () => isOver || (await waitingForARow(database)) === 2
      await expect.poll(waits, pollOptions).toBe(true)
    })
    const [, outcome] = await Promise.all(doing)

    expect(['server.unavailable', 'session.missing']).toContain(outcome)
    // It retries, and finds that all observers are signed out.
    const again = await act(cast).catch(({ code }) => code)
    expect(['session.missing', 'session.refused']).toContain(again)
  },
)

test('accepts reports kept during the clearing of a rehearsal after a new sign-in', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await practise(cast)
  await bogdan.call(session.me)
  await ana.call(elections.clearRehearsal)
  await expect(report(cast, bogdan)).rejects.toMatchObject({ code: 'session.missing' })
  const body = { name: 'Bogdan Pop', phone: phones.bogdan, pin: pins.bogdan }
  await ana.call(observers.add, { body })
  const signedIn = await cast.stranger.call(session.authorize, {
    body: { user: phones.bogdan, password: pins.bogdan, uniqueId: 'bogdan' },
  })

  const headers = { authorization: `Bearer ${signedIn.access_token}` }
  const payload = { answers: [answerOf(cast, aiud, 'A1.1', 'Nu')] }
  const reply = await cast.stranger.send({
    method: 'POST',
    url: '/api/v1/answers',
    headers,
    payload,
  })

  expect(reply.statusCode).toBe(200)
  expect((await list(ana)).totalItems).toBe(0)
  expect((await ana.call(unplaced.list, { query: {} })).totalItems).toBe(1)
})
