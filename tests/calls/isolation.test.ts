import { expect, test } from 'vitest'
import { answerOf, dej, send } from '#features/answers/server/testing.ts'
import { wallLinks } from '#features/situation/contract.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { figuresChanged } from '#kit/contract/figures.ts'
import {
  type CallParts,
  type ForeignCalls,
  foreignReads,
  foreignWrites,
  open,
  ownActs,
} from '#testing/calls/attacks.ts'
import { allEndpoints, contents, contentsWith, pathWith } from '#testing/calls/endpoints.ts'
import { ask } from '#testing/calls/replies.ts'
import {
  ours,
  secret,
  setTwoOrganisations,
  type Theirs,
  theirMark,
  workOn,
} from '#testing/evening/two-organisations.ts'
import { openScreen, type Screen } from '#testing/programs/installation.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()
const endpoints = new Map(await allEndpoints())
const aims: ForeignCalls = { ...foreignReads, ...open, ...foreignWrites, ...ownActs }

/** Members of Călin's organisation who may call the endpoint. */
const callersOf = ({ access }: Endpoint, { calin, dana }: Stage): readonly Person[] => {
  if (access === 'observer') return [dana]
  return access === 'anyone' || access === 'signed-in' ? [calin, dana] : [calin]
}

const call = (name: string, person: Person, aimed: CallParts) =>
  ask(endpoints.get(name)!, person, aimed)

/** A person's replies, endpoint by endpoint, from every call that reads an organisation's rows. */
async function readAll(person: Person, theirs: Theirs): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  for (const [name, aimsOf] of Object.entries(foreignReads)) {
    const replies = []
    for (const aimed of aimsOf(theirs)) replies.push(await call(name, person, aimed))
    read.set(name, JSON.stringify(replies))
  }
  return read
}

/** Makes every aimed call, as each permitted member of Călin's organisation. */
async function callAll(cast: Stage, some: ForeignCalls, theirs: Theirs) {
  const calls = Object.entries(some).flatMap(([name, aimsOf]) =>
    callersOf(endpoints.get(name)!, cast).flatMap((person) =>
      aimsOf(theirs).map((aimed) => ({ name, person, aimed })),
    ),
  )
  const replies = []
  for (const { name, person, aimed } of calls)
    replies.push({ name, aimed, ...(await call(name, person, aimed)) })
  return replies
}

test('declares for every endpoint how a caller could aim at another organisation’s rows', () => {
  const reachable = [...endpoints].filter(([, { access }]) => access !== 'set-up')

  expect(reachable.map(([name]) => name).filter((name) => !Object.hasOwn(aims, name))).toEqual([])
  expect(Object.keys(aims).filter((name) => !endpoints.has(name))).toEqual([])
})

test('hides another organisation’s rows in every call, whatever it asks for', {
  tags: 'slow',
  timeout: 300_000,
}, async () => {
  const cast = await set()
  const theirs = await setTwoOrganisations(cast)
  const mark = new RegExp(theirMark)

  const replies = await callAll(cast, { ...foreignReads, ...open }, theirs)
  const shown = replies.filter(({ status, content }) => status >= 500 || mark.test(content))

  expect(replies.length).toBeGreaterThan(50)
  expect(shown).toEqual([])
})

test('changes nothing that an organisation reads, numbers included, when another one acts', {
  tags: 'slow',
  timeout: 300_000,
}, async () => {
  const cast = await set()
  const theirs = await setTwoOrganisations(cast)
  await cast.figures()
  const before = { calin: await readAll(cast.calin, theirs), ana: await readAll(cast.ana, theirs) }

  await workOn(cast)
  await cast.figures()

  expect(await readAll(cast.calin, theirs)).toEqual(before.calin)
  // All of it was visible, or changed the numbers; except that a forged link opens nothing, pins are of no organisation, no
  // question asks for a number, and there is no earlier election.
  const unseen = [...(await readAll(cast.ana, theirs))].filter(
    ([name, digest]) => digest === before.ana.get(name) && !new RegExp(theirMark).test(digest),
  )
  expect(unseen.map(([name]) => name)).toEqual([
    ...['notes.attachment', 'pinnedQuestions.list', 'analysis.outliers', 'stations.before'],
  ])
})

test('keeps another organisation’s acts out of the history that an organisation reads', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await setTwoOrganisations(cast)
  const everything = { query: { pageSize: 1000 } }
  const before = await call('history.list', cast.calin, everything)

  await workOn(cast)

  expect(await call('history.list', cast.calin, everything)).toEqual(before)
  expect(before.content).toContain(ours)
  expect(before.content).not.toMatch(new RegExp(theirMark))
  expect((await call('history.list', cast.ana, everything)).content).toContain(secret)
})

test('admits a wall link to the wall alone, and refuses it in other calls', async () => {
  const cast = await set()
  const { link } = await cast.ana.call(wallLinks.make, { body: { name: 'Sala mare' } })
  const headers = { authorization: `Bearer ${link.slice(-43)}` }
  const others = [...endpoints].filter(([, { access }]) => access !== 'anyone')

  const admitted = []
  for (const [name, endpoint] of others) {
    const sent = { method: endpoint.method, url: pathWith(endpoint), headers }
    if ((await cast.stranger.send(sent)).statusCode !== 401) admitted.push(name)
  }

  expect(others.length).toBeGreaterThan(100)
  expect(admitted).toEqual([])
  const read = await cast.stranger.send({ url: '/api/v1/wall', headers })
  expect(read.statusCode).toBe(200)
})

test('treats another organisation’s rows as not found when they are to be changed', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const theirs = await setTwoOrganisations(cast)
  const before = await contents(cast)

  for (const name of Object.keys(foreignWrites))
    for (const { status, content } of await callAll(
      cast,
      { [name]: foreignWrites[name]! },
      theirs,
    )) {
      expect([name, status, content]).toEqual([name, 404, expect.stringContaining('"code":')])
      expect(await contents(cast), name).toEqual(before)
    }
})

test('leaves another organisation’s rows unchanged when callers act for themselves', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const theirs = await setTwoOrganisations(cast)
  const before = await contentsWith(cast, theirMark)
  const touchable = before.filter(({ rows }) => rows > 0).map(({ name }) => name)
  expect(touchable).toEqual(
    expect.arrayContaining(['answers', 'attachments', 'devices', 'notes', 'observers', 'sessions']),
  )
  expect(touchable).toEqual(expect.arrayContaining(['ngos', 'staff', 'unplaced', 'visits']))

  for (const name of Object.keys(ownActs))
    for (const { status, content } of await callAll(cast, { [name]: ownActs[name]! }, theirs)) {
      expect([name, status, content]).toEqual([name, 200, expect.anything()])
      expect(await contentsWith(cast, theirMark), name).toEqual(before)
    }
})

test('announces acts of an organisation to no screen of another', { tags: 'slow' }, async () => {
  const cast = await set()
  await setTwoOrganisations(cast)
  const url = await cast.listen()
  const screens = await Promise.all(
    [cast.ana, cast.calin].map(async (person) => openScreen(url, (await person.token())!)),
  )
  const [ana, calin] = screens as [Screen, Screen]

  await workOn(cast)
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))

  // All screens may hear that figures were counted: it reveals no act.
  const heardBy = ({ heard }: Screen) => heard.filter((name) => name !== figuresChanged.name)
  await expect.poll(() => heardBy(calin)).toContain('answers.received')
  // The others' acts came first, so their events would have arrived by now.
  expect(heardBy(calin)).toEqual(['answers.received'])
  await expect
    .poll(() => [...new Set(heardBy(ana))].sort())
    .toEqual([
      'accounts.changed',
      'answers.opened',
      'answers.received',
      'answers.seen',
      'assignments.changed',
      'calls.changed',
      'comments.changed',
      'handover.changed',
      'incidents.changed',
      'keys.changed',
      'notes.received',
      'notifications.changed',
      'observers.changed',
      'stations.differences-changed',
      'tasks.changed',
      'unplaced.changed',
      'views.changed',
      'visits.reported',
    ])
  for (const screen of screens) screen.close()
})
