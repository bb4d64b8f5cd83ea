import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { calls } from '../contract.ts'

const set = stage()

const callsTo = async (cast: Stage, name: string, person = cast.ana) =>
  person.call(calls.list, { params: { observerId: await observerIdOf(cast, name) } })

const later = (cast: Stage, minutes: number) => {
  cast.clock.now = new Date(cast.clock.now.getTime() + minutes * 60_000)
}

test('lists the calls to an observer, newest first, with caller, outcome and note', async () => {
  const cast = await set()
  const observerId = await observerIdOf(cast, 'Dana Ionescu')
  const { now: first } = cast.clock
  await cast.ana.call(calls.log, { body: { observerId, outcome: 'no-answer' } })
  later(cast, 20)
  const body = { observerId, outcome: 'call-back', callBackAt: '2026-11-22 21:30' } as const
  await cast.calin.call(calls.log, { body: { ...body, note: '  Este   la numărare ' } })

  const own = { id: expect.any(Number), isOwn: true }
  expect(await callsTo(cast, 'Dana Ionescu')).toEqual([
    {
      ...{ id: expect.any(Number), isOwn: false, calledBy: 'calin', calledAt: cast.clock.now },
      ...{ outcome: 'call-back', callBackAt: new Date('2026-11-22T21:30:00+02:00') },
      note: 'Este la numărare',
    },
    {
      ...{ ...own, calledBy: 'ana', calledAt: first },
      ...{ outcome: 'no-answer', callBackAt: null, note: '' },
    },
  ])
})

test('requires a time with call-back, and refuses one with any other outcome', async () => {
  const cast = await set()
  const observerId = await observerIdOf(cast, 'Dana Ionescu')
  const callBackAt = '2026-11-22 21:30'
  for (const draft of [{ outcome: 'call-back' }, { outcome: 'reached', callBackAt }] as const)
    await expect(
      cast.ana.call(calls.log, { body: { observerId, ...draft } }),
    ).rejects.toMatchObject({ code: 'request.invalid' })
})

test('undoes a call for its author alone, and records both acts in history', async () => {
  const cast = await set()
  const observerId = await observerIdOf(cast, 'Dana Ionescu')
  const note = 'Nu spuneți nimănui'
  const body = { observerId, outcome: 'refuses', note } as const
  const id = await cast.ana.call(calls.log, { body })
  const undo = { params: { id } }
  await expect(cast.calin.call(calls.undo, undo)).rejects.toMatchObject({ code: 'thing.not-found' })

  await cast.ana.call(calls.undo, undo)

  expect(await callsTo(cast, 'Dana Ionescu')).toEqual([])
  await expect(cast.ana.call(calls.undo, undo)).rejects.toMatchObject({ code: 'thing.not-found' })
  const { data } = await cast.calin.call(history.list, { query: { observerId } })
  expect(data.slice(0, 2)).toMatchObject([
    { act: 'calls.undone', before: { outcome: 'refuses' }, actorName: 'ana' },
    { act: 'calls.logged', after: { outcome: 'refuses' }, actorName: 'ana' },
  ])
  expect(JSON.stringify(data)).not.toContain(note)
})

test('organisations and county desks call only observers that they see; guests may not log calls', async () => {
  const cast = await set()
  const observerId = await observerIdOf(cast, 'Bogdan Pop')
  const body = { observerId, outcome: 'reached' } as const
  const missing = { code: 'thing.not-found' }
  for (const person of [cast.calin, cast.sanda]) {
    await expect(callsTo(cast, 'Bogdan Pop', person)).rejects.toMatchObject(missing)
    await expect(person.call(calls.log, { body })).rejects.toMatchObject(missing)
  }
  await expect(cast.gelu.call(calls.log, { body })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
})
