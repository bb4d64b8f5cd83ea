import { expect, test } from 'vitest'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { exports } from '#features/export/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { session } from '#features/session/contract.ts'
import { tasks } from '#features/tasks/contract.ts'
import { changesElection } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { allEndpoints, contents, pathWith } from '#testing/calls/endpoints.ts'
import { type Person, passwords, person, type Stage, stage } from '#testing/stage.ts'
import { elections } from '../contract.ts'
import { currentId, make, prepare, runoff } from './testing.ts'

const set = stage()

/** The same account once more, in another browser. */
const again = ({ app, stranger }: Stage, user: 'ana'): Person =>
  person(app, async () => {
    const body = { user, password: passwords[user] }
    return (await stranger.call(session.authorize, { body })).access_token
  })

const look = (who: Person, id: Id<'elections'>) => who.call(elections.look, { params: { id } })

/** The small election, with a report of Bogdan's, is over, and another is current. */
async function setOver() {
  const cast = await set()
  const over = await currentId(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const current = await prepare(cast)
  await make(cast, current)
  await cast.ana.call(elections.archive, { params: { id: over } })
  return { ...cast, over, current }
}

test('shows an archived election to one session while others stay in the current one', async () => {
  const cast = await setOver()
  const { ana, rodica, over, current } = cast
  const other = again(cast, 'ana')
  await other.call(session.me)

  await look(ana, over)

  expect(await ana.call(elections.current)).toMatchObject({ id: over, state: 'archived' })
  expect((await list(ana)).data).toMatchObject([{ observerName: 'Bogdan Pop' }])
  expect(await ana.call(places.counties)).toHaveLength(2)
  expect(await ana.call(observers.count)).toBe(3)
  for (const colleague of [rodica, other]) {
    expect(await colleague.call(elections.current)).toMatchObject({ id: current, ...runoff })
    expect((await list(colleague)).data).toEqual([])
  }
})

test('refuses every call that would change an archived election', async () => {
  const cast = await setOver()
  const changing = (await allEndpoints()).filter(([, endpoint]) => changesElection(endpoint))
  await look(cast.ana, cast.over)
  const before = await contents(cast)

  const answers: unknown[] = []
  for (const [name, endpoint] of changing) {
    const { method } = endpoint
    const reply = await cast.ana.send({ method, url: pathWith(endpoint), payload: {} })
    answers.push([name, reply.statusCode, reply.json().code])
  }

  expect(changing.length).toBeGreaterThan(60)
  expect(answers).toEqual(changing.map(([name]) => [name, 409, 'election.is-archived']))
  expect(await contents(cast)).toEqual(before)
})

test('limits rights to reading in an archived election and restores them afterwards', async () => {
  const cast = await setOver()
  const { ana, over } = cast
  const { rights } = await ana.call(session.me)

  await look(ana, over)
  expect((await ana.call(session.me)).rights).toEqual(['read', 'export', 'history'])

  await ana.call(elections.lookAway)
  await ana.call(elections.lookAway)
  expect((await ana.call(session.me)).rights).toEqual(rights)
  expect(await ana.call(elections.current)).toMatchObject({ id: cast.current })
})

test('exports an archived election', async () => {
  const cast = await setOver()
  const { ana, over } = cast
  await cast.startJobs()
  await look(ana, over)

  const { id } = await ana.call(exports.start, { body: { what: 'answers', format: 'csv' } })
  const task = () => ana.call(tasks.get, { params: { id } })
  await expect.poll(async () => (await task()).state, { timeout: 20_000 }).toBe('done')

  const file = await ana.send({ url: `/api/v1/task/${id}/result` })
  expect(file.body).toContain('Bogdan Pop')
})

test('returns to the current election when the viewed one is reopened', async () => {
  const cast = await setOver()
  const { ana, over, current } = cast
  const other = again(cast, 'ana')
  await look(ana, over)

  await other.call(elections.reopen, { params: { id: over } })

  expect(await ana.call(elections.current)).toMatchObject({ id: current })
  // Archiving it again does not affect users who were already sent back.
  await other.call(elections.archive, { params: { id: over } })
  expect(await ana.call(elections.current)).toMatchObject({ id: current })
})

test('reloads every window of the user who opens an archived election, and no others', async () => {
  const cast = await setOver()
  const next = await prepare(cast)
  const url = await cast.listen()
  const streamOf = async (who: Person, since = '') =>
    fetch(`${url}/api/live${since}`, { headers: { authorization: `Bearer ${await who.token()}` } })
  const [own, rodicas] = [await streamOf(cast.ana), await streamOf(cast.rodica)]
  const since = `?since=${Date.now()}`

  await look(cast.ana, cast.over)

  // A text is complete only once the server has ended its stream.
  expect(await own.text()).not.toContain('event:')
  const back = (await streamOf(cast.ana, since)).body!.pipeThrough(new TextDecoderStream())
  expect((await back.getReader().read()).value).toContain('event: live.missed')
  await cast.ana.call(elections.lookAway)
  await make(cast, next)
  expect(await rodicas.text()).not.toContain('event:')
})

test('opens only archived elections, only to users with set-up rights', async () => {
  const cast = await setOver()
  const { ana, rodica, sanda, calin, over, current } = cast

  await expect(look(ana, current)).rejects.toMatchObject({ code: 'election.not-archived' })
  for (const colleague of [rodica, sanda, calin])
    await expect(look(colleague, over)).rejects.toMatchObject({ code: 'session.forbidden' })
})

test('history records views in the current election, not in the archived one', async () => {
  const cast = await setOver()
  const { ana, over, current, database } = cast
  const lines = () =>
    database.primary
      .selectFrom('history')
      .select(['electionId', 'act', 'actorName', 'subjectId'])
      .where('act', 'like', 'elections.looked%')
      .orderBy('id')
      .execute()

  await look(ana, over)
  await ana.call(elections.lookAway)

  const line = { electionId: current, actorName: 'ana', subjectId: over }
  expect(await lines()).toEqual([
    { ...line, act: 'elections.looked-at' },
    { ...line, act: 'elections.looked-away' },
  ])
})
