import { expect, test } from 'vitest'
import { said, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { person, type Stage, stage } from '#testing/stage.ts'
import { type Draft, due, settled, told } from './testing.ts'

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

const states = async (cast: Stage) => (await told(cast)).toSorted()

const both = (state: string) => [`Anca Radu Dej 1: ${state}`, `Bogdan Pop Dej 1: ${state}`]

test('once for the station: what one of two takes back still stands by the other, and is owed by both after both', async () => {
  const { cast, anca } = await two()

  await send(cast.bogdan, said(cast, dej, 'C1.1', 'Nu'))
  await send(anca, said(cast, dej, 'C1.1', 'Nu'))
  expect(await states(cast)).toEqual(both('done'))

  await send(cast.bogdan, said(cast, dej, 'C1.1'))
  expect(await states(cast)).toEqual(both('done'))
  await send(anca, said(cast, dej, 'C1.1'))
  expect(await states(cast)).toEqual(both('due'))
  await settled(cast)
})

test('once for the station: what the first reported is owed again by the second once the first is not planned there any more', async () => {
  const { cast, first } = await two()
  await send(cast.bogdan, said(cast, dej, 'C1.1', 'Nu'))

  await cast.ana.call(assignments.remove, { body: { ids: [first] } })
  expect(await states(cast)).toEqual(['Anca Radu Dej 1: due'])
  await cast.ana.call(assignments.restore, { body: { ids: [first] } })
  expect(await states(cast)).toEqual(both('done'))

  const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  await cast.ana.call(assignments.edit, { params: { id: first }, body: { pollingStationId } })
  expect(await states(cast)).toEqual(['Anca Radu Dej 1: due', 'Bogdan Pop Aiud 1: due'])
  await settled(cast)

  const id = await observerIdOf(cast, 'Bogdan Pop')
  await cast.ana.call(observers.remove, { query: { id } })
  await settled(cast)
  expect(await states(cast)).toEqual(['Anca Radu Dej 1: due'])
})

test.each(['arrival', 'question'] as const)(
  'once for the station: who only tests does not fulfil it for others (%s), and does once they observe',
  async (kind) => {
    const { cast } = await two(kind)
    const emil = await observerIdOf(cast, 'Emil Test')
    await plan(cast, 'Emil Test', ['CJ1', 1])

    await send(cast.emil, said(cast, dej, 'C1.1', 'Nu'))
    expect(await states(cast)).toEqual([...both('due'), 'Emil Test Dej 1: '])
    await settled(cast)

    const edit = async (isTest: boolean) => {
      await cast.ana.call(observers.edit, { body: { observerId: emil, isTest } })
      await settled(cast)
    }
    await edit(false)
    expect(await states(cast)).toEqual([...both('done'), 'Emil Test Dej 1: done'])
    await edit(true)
    expect(await states(cast)).toEqual([...both('due'), 'Emil Test Dej 1: '])
    await settled(cast)
  },
)
