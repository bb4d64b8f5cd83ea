import { expect, test } from 'vitest'
import { answerOf, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { person, type Stage, stage } from '#testing/stage.ts'
import { type Audience, everybody, milestones } from '../contract.ts'
import { areaOf, arrival, type Draft, due, figuresSettled, listedStates } from './testing.ts'

const set = stage()

const dej = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 } as const

/** Bogdan and Anca at one station, which owes an answer once. */
async function two(kind: 'arrival' | 'question' = 'question') {
  const cast = await set()
  await cast.startJobs()
  const { ana, app, stranger } = cast
  const phone = '0700 000 009'
  await ana.call(observers.add, { body: { name: 'Anca Radu', phone, pin: '9999' } })
  const body = { user: phone, password: '9999', uniqueId: 'anca' }
  const anca = person(
    app,
    async () => (await stranger.call(session.authorize, { body })).access_token,
  )
  const first = await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  const second = await plan(cast, 'Anca Radu', ['CJ1', 1])
  const questionId = cast.field.questionId('C1.1') as Id<'questions'>
  const draft: Draft = {
    name: 'O dată',
    kind,
    ...(kind === 'question' && { questionId }),
    dueAt: '2026-11-22 11:30',
    forStation: true,
  }
  await due(cast, draft)
  return { cast, anca, first, second }
}

const states = async (cast: Stage) => (await listedStates(cast)).toSorted()

const both = (state: string) => [`Anca Radu Dej 1: ${state}`, `Bogdan Pop Dej 1: ${state}`]

test('keeps a milestone of the station done until both observers have cleared it', {
  tags: 'slow',
}, async () => {
  const { cast, anca } = await two()

  await send(cast.bogdan, answerOf(cast, dej, 'C1.1', 'Nu'))
  await send(anca, answerOf(cast, dej, 'C1.1', 'Nu'))
  expect(await states(cast)).toEqual(both('done'))

  await send(cast.bogdan, answerOf(cast, dej, 'C1.1'))
  expect(await states(cast)).toEqual(both('done'))
  await send(anca, answerOf(cast, dej, 'C1.1'))
  expect(await states(cast)).toEqual(both('due'))
  await figuresSettled(cast)
})

test('expects a once-per-station milestone from the second observer when the first is unplanned', {
  tags: 'slow',
}, async () => {
  const { cast, first } = await two()
  await send(cast.bogdan, answerOf(cast, dej, 'C1.1', 'Nu'))

  await cast.ana.call(assignments.remove, { body: { ids: [first] } })
  expect(await states(cast)).toEqual(['Anca Radu Dej 1: due'])
  await cast.ana.call(assignments.restore, { body: { ids: [first] } })
  expect(await states(cast)).toEqual(both('done'))

  const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  await cast.ana.call(assignments.edit, { params: { id: first }, body: { pollingStationId } })
  expect(await states(cast)).toEqual(['Anca Radu Dej 1: due', 'Bogdan Pop Aiud 1: due'])
  await figuresSettled(cast)

  const id = await observerIdOf(cast, 'Bogdan Pop')
  await cast.ana.call(observers.remove, { query: { id } })
  await figuresSettled(cast)
  expect(await states(cast)).toEqual(['Anca Radu Dej 1: due'])
})

test.each(['arrival', 'question'] as const)(
  'once for the station: who only tests does not fulfil it for others (%s), and does once they observe',
  { tags: 'slow' },
  async (kind) => {
    const { cast } = await two(kind)
    const emil = await observerIdOf(cast, 'Emil Test')
    await plan(cast, 'Emil Test', ['CJ1', 1])

    await send(cast.emil, answerOf(cast, dej, 'C1.1', 'Nu'))
    expect(await states(cast)).toEqual([...both('due'), 'Emil Test Dej 1: '])
    await figuresSettled(cast)

    const edit = async (isTest: boolean) => {
      await cast.ana.call(observers.edit, { body: { observerId: emil, isTest } })
      await figuresSettled(cast)
    }
    await edit(false)
    expect(await states(cast)).toEqual([...both('done'), 'Emil Test Dej 1: done'])
    await edit(true)
    expect(await states(cast)).toEqual([...both('due'), 'Emil Test Dej 1: '])
    await figuresSettled(cast)
  },
)

/** Bogdan for the day at a station in Alba, Dana for two hours at two in Cluj as a mobile team. */
async function planned() {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const observerId = await observerIdOf(cast, 'Dana Ionescu')
  const hours = { from: '2026-11-22 11:00', until: '2026-11-22 13:00', isMobile: true }
  await cast.ana.call(assignments.add, {
    body: {
      assignments: [1, 2].map((number) => ({
        ...{ observerId, ...hours },
        pollingStationId: cast.field.stationId('CJ1', number) as Id<'pollingStations'>,
      })),
    },
  })
  return cast
}

const narrowed = (part: Partial<Audience>): Audience => ({ ...everybody, ...part })

/** The shifts that owe anything. */
const owing = async (cast: Stage) =>
  (await listedStates(cast))
    .filter((line) => !line.endsWith(': '))
    .map((line) => line.split(':')[0])

test('expects a milestone only from its audience, and follows changes of it', {
  tags: 'slow',
}, async () => {
  const cast = await planned()
  const [alba, dej] = [await areaOf(cast, 'AB'), await areaOf(cast, 'CJ1')]
  const [id] = await due(cast, { ...arrival, audience: narrowed({ areaIds: [alba] }) })
  expect(await owing(cast)).toEqual(['Bogdan Pop Aiud 1'])

  const change = async (part: Partial<Audience>) => {
    await cast.ana.call(milestones.edit, {
      params: { id: id! },
      body: { audience: narrowed(part) },
    })
    await figuresSettled(cast)
    return owing(cast)
  }
  expect(await change({ areaIds: [dej] })).toEqual(['Dana Ionescu Dej 1'])
  expect(await change({ isMobile: false })).toEqual(['Bogdan Pop Aiud 1'])
  expect(await change({ isDiaspora: true })).toEqual([])
  expect(await change({})).toEqual(['Bogdan Pop Aiud 1', 'Dana Ionescu Dej 1'])
  expect(await cast.ana.call(milestones.list)).toMatchObject([{ audience: everybody, areas: [] }])
})

test('counts the shifts that an audience reaches, and those that are too short', async () => {
  const cast = await planned()
  const cluj = await areaOf(cast, 'CJ')
  const reach = (query: object) => cast.ana.call(milestones.reach, { query })

  expect(await reach({})).toEqual({ shifts: 3, tooShort: 0 })
  expect(await reach({ minutes: 121 })).toEqual({ shifts: 3, tooShort: 2 })
  expect(await reach({ areaIds: [cluj], minutes: 120 })).toEqual({ shifts: 2, tooShort: 0 })
  expect(await reach({ isMobile: false })).toEqual({ shifts: 1, tooShort: 0 })
})

test('refuses minutes that no shift of the audience lasts, once there is a plan', async () => {
  const cast = await planned()
  const cluj = narrowed({ areaIds: [await areaOf(cast, 'CJ')] })
  const late = { name: 'Târziu', kind: 'arrival', dueAfterMinutes: 121 } as const
  const refusal = {
    code: 'request.invalid',
    details: { errors: { dueAfterMinutes: expect.anything() } },
  }

  const add = (audience: Audience) => cast.ana.call(milestones.add, { body: { ...late, audience } })
  await expect(add(cluj)).rejects.toMatchObject(refusal)
  const id = await add(everybody)
  const edit = (body: object) => cast.ana.call(milestones.edit, { params: { id }, body })
  await expect(edit({ audience: cluj })).rejects.toMatchObject(refusal)
  await expect(edit({ dueAfterMinutes: 10_000 })).rejects.toMatchObject(refusal)
  await edit({ audience: cluj, dueAfterMinutes: 120 })
  await edit({ audience: narrowed({ isDiaspora: true }), dueAfterMinutes: 121 })
})

test('keeps an audience that a colleague changed meanwhile, and refuses unknown areas', async () => {
  const cast = await planned()
  const areaIds = [await areaOf(cast, 'CJ')]
  const [id] = await due(cast, arrival)
  const edit = (body: object) => cast.ana.call(milestones.edit, { params: { id: id! }, body })
  await edit({ audience: narrowed({ isMobile: true }), revision: 1 })

  await edit({ name: 'Altfel', revision: 1 })
  await expect(edit({ audience: narrowed({ areaIds }), revision: 1 })).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { fields: ['audience'] },
  })
  await edit({ audience: narrowed({ isMobile: true }), revision: 1 })
  await expect(
    edit({ audience: narrowed({ areaIds: [999_999 as Id<'areas'>] }) }),
  ).rejects.toMatchObject({ code: 'thing.not-found' })
})
