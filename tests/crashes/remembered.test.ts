import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aiud, blaj, everything, said, send, unplaced } from '#features/answers/server/testing.ts'
import { elections } from '#features/elections/contract.ts'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { phoneEnds } from '#testing/phone-ends.ts'
import { type Stage, stage } from '#testing/stage.ts'

// A server remembers who reported from the last time: what has become of them since counts all the same.

const set = stage()

const first = (cast: Stage) => said(cast, aiud, 'A1.1', 'Nu')
const second = (cast: Stage) => said(cast, blaj, 'A1.1', 'Nu')

/** The refusal of a report; undefined once it is taken. */
const refusalOf = (sending: Promise<unknown>) =>
  sending.then(
    () => undefined,
    ({ code, status }: Problem) => ({ code, status }),
  )

const nobody = { code: 'session.missing', status: 401 }

/** What is stored of reports. */
async function storedOf(cast: Stage) {
  const { answers: chosen, history, unplaced: aside } = await everything(cast)
  return { chosen, history, aside }
}

const ends: typeof phoneEnds = [
  ...phoneEnds,
  [
    'the end of its time',
    ({ database, clock }) =>
      sql`update sessions set expires_at = ${clock.now}`.execute(database.primary),
  ],
  [
    'two newer tokens',
    ({ database }) => sql`update sessions set token_nth = 2`.execute(database.primary),
  ],
  ['its session was swept', ({ database }) => sql`delete from sessions`.execute(database.primary)],
]

test.each(ends)(
  'a phone that has just reported is nobody any more after %s, and nothing more of it is stored',
  async (_what, end) => {
    const cast = await set()
    await send(cast.bogdan, first(cast))
    await end(cast)
    const before = await storedOf(cast)

    const refusals = []
    for (const draft of [second(cast), second(cast)])
      refusals.push(await refusalOf(send(cast.bogdan, draft)))

    expect(refusals).toEqual([nobody, nobody])
    expect(await storedOf(cast)).toEqual(before)
  },
)

test.each([
  ['no report', '{"answers":1}'],
  ['no JSON', '{'],
])(
  'a phone that has just reported and sends what is %s is nobody first of all once its session has ended',
  async (_what, payload) => {
    const cast = await set()
    await send(cast.bogdan, first(cast))
    const headers = { 'content-type': 'application/json' }
    const sendIt = () =>
      cast.bogdan.send({ method: 'POST', url: '/api/v1/answers', headers, payload })
    const before = await sendIt()
    await cast.bogdan.call(session.signOut)

    const after = await sendIt()

    expect([before, after].map(({ statusCode }) => statusCode)).toEqual([400, 401])
  },
)

test('reports that come together with those of an ended session are taken, and none of its', async () => {
  const cast = await set()
  const people = [cast.bogdan, cast.dana, cast.emil]
  for (const one of people) await send(one, first(cast))
  await cast.dana.call(session.signOut)
  const danas = Array.from({ length: 10 }, () => cast.dana)

  const refusals = await Promise.all(
    [cast.bogdan, ...danas, cast.emil].map((one) => refusalOf(send(one, second(cast)))),
  )

  expect(refusals).toEqual([undefined, ...danas.map(() => nobody), undefined])
  const { visits } = await everything(cast)
  const gone = await observerIdOf(cast, 'Dana Ionescu')
  expect(visits.filter(({ observerId }) => observerId === gone)).toHaveLength(1)
  expect(visits).toHaveLength(5)
})

test('an observer who was moved to another organisation reports for that one from then on', async () => {
  const cast = await set()
  const { bogdan, database } = cast
  await send(bogdan, first(cast))
  await sql`
    update observers set ngo_id = (select id from ngos where not is_organiser)
     where name = 'Bogdan Pop'`.execute(database.primary)

  await send(bogdan, second(cast))

  const { visits } = await everything(cast)
  expect(new Set(visits.map(({ ngoId }) => ngoId)).size).toBe(2)
})

test('an observer who was renamed is told of by the new name', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, first(cast))
  const observerId = await observerIdOf(cast, 'Bogdan Pop')
  await ana.call(observers.edit, { body: { observerId, name: 'Bogdan Popescu' } })

  await send(bogdan, second(cast))

  const { history } = await everything(cast)
  expect(history.map(({ actorName }) => actorName)).toEqual(['Bogdan Pop', 'Bogdan Popescu'])
})

test('a report of a phone that has just reported is kept with its reason once its election is archived', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, first(cast))
  const id = await currentId(cast)
  await make(cast, await prepare(cast))
  await ana.call(elections.archive, { params: { id } })

  await send(bogdan, second(cast))

  expect(await unplaced(cast)).toMatchObject([{ reason: 'election-archived' }])
})
