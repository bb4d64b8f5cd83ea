import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plan } from '#features/assignments/server/testing.ts'
import { calls } from '#features/calls/contract.ts'
import { after, holdMinutes, outcomes } from '#features/calls/domain.ts'
import { elections } from '#features/elections/contract.ts'
import { callPauses } from '#features/elections/pause-domain.ts'
import { handover } from '#features/handover/contract.ts'
import { history } from '#features/history/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { telephone } from '#features/telephone/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { seededRandomOf } from '#testing/evening/seeded-random.ts'
import { type Person, passwords, person, type Stage, stage } from '#testing/stage.ts'
import { milestones } from '../../contract.ts'
import { at } from '../testing.ts'

const set = stage()

const { usual: pauseMinutes } = callPauses

const next = async (clerk: Person, body = {}) =>
  (await clerk.call(milestones.nextToCall, { body })).observerId

const later = (cast: Stage, minutes: number) => {
  cast.clock.now = after(cast.clock.now, minutes)
}

/** An evening on which Bogdan and Dana are on shift. */
async function evening() {
  const cast = await set()
  cast.clock.now = at('19:50')
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  const [bogdan, dana] = [
    await observerIdOf(cast, 'Bogdan Pop'),
    await observerIdOf(cast, 'Dana Ionescu'),
  ]
  return { cast, bogdan, dana }
}

test('hands an observer to one account until they are called, or ten minutes pass', async () => {
  const { cast, bogdan, dana } = await evening()
  const first = await next(cast.ana)
  const second = await next(cast.rodica)
  expect([first, second].sort()).toEqual([bogdan, dana].sort())
  expect(await next(cast.ana)).toBe(first)
  expect(await next(cast.calin)).toBe(null)

  later(cast, holdMinutes)

  expect(await next(cast.rodica, { observerId: first })).toBe(first)
  await cast.rodica.call(calls.log, { body: { observerId: first!, outcome: 'no-answer' } })
  later(cast, pauseMinutes - 1)
  expect(await next(cast.ana, { observerId: first })).toBe(null)
  later(cast, 1)
  expect(await next(cast.ana, { observerId: first })).toBe(first)
})

test('hands out a call-back when it is due, before all others', async () => {
  const { cast, bogdan, dana } = await evening()
  const last = (await next(cast.ana)) === bogdan ? dana : bogdan
  later(cast, holdMinutes)
  const callBackAt = after(cast.clock.now, 60).toISOString()
  const body = { observerId: last, outcome: 'call-back', callBackAt } as const
  await cast.ana.call(calls.log, { body })

  later(cast, 59)
  expect(await next(cast.ana, { observerId: last })).toBe(null)
  later(cast, 1)
  expect(await next(cast.ana)).toBe(last)
})

test('hands an observer out again at once when their only call was undone', async () => {
  const { cast, dana } = await evening()
  const id = await cast.ana.call(calls.log, { body: { observerId: dana, outcome: 'reached' } })
  expect(await next(cast.ana, { observerId: dana })).toBe(null)
  await cast.ana.call(calls.undo, { params: { id } })
  expect(await next(cast.ana, { observerId: dana })).toBe(dana)
})

test('keeps an observer for the account that undid their call, which may log it anew', async () => {
  const { cast } = await evening()
  const first = await next(cast.ana)
  const id = await cast.ana.call(calls.log, { body: { observerId: first!, outcome: 'refuses' } })
  await cast.ana.call(calls.undo, { params: { id } })

  expect(await next(cast.rodica, { observerId: first })).toBe(null)
  await cast.ana.call(calls.log, { body: { observerId: first!, outcome: 'reached' } })
  later(cast, pauseMinutes)
  expect(await next(cast.rodica, { observerId: first })).toBe(first)
})

test('undoing a call leaves the hold of another account, and no call-back', async () => {
  const { cast, bogdan, dana } = await evening()
  const callBackAt = after(cast.clock.now, 5).toISOString()
  const body = { observerId: dana, outcome: 'call-back', callBackAt } as const
  const id = await cast.ana.call(calls.log, { body })
  later(cast, 5)
  expect(await next(cast.rodica)).toBe(dana)
  await cast.ana.call(calls.undo, { params: { id } })

  expect(await next(cast.ana)).toBe(bogdan)
  expect(await next(cast.rodica)).toBe(dana)
  expect((await cast.ana.call(handover.read)).callBacks).toEqual([])
})

test('undoing a call brings back the call-back that was agreed before', async () => {
  const { cast, dana } = await evening()
  const callBackAt = after(cast.clock.now, 60)
  await cast.ana.call(calls.log, {
    body: { observerId: dana, outcome: 'call-back', callBackAt: callBackAt.toISOString() },
  })
  later(cast, 5)
  const id = await cast.ana.call(calls.log, { body: { observerId: dana, outcome: 'reached' } })
  await cast.ana.call(calls.undo, { params: { id } })

  later(cast, 54)
  expect(await next(cast.ana, { observerId: dana })).toBe(null)
  later(cast, 1)
  expect(await next(cast.rodica)).toBe(dana)
})

test('keeps an observer for the clerk who writes down what they say, for ten minutes more', async () => {
  const { cast, bogdan } = await evening()
  const pollingStationId = cast.field.stationId('AB1', 1) as Id<'pollingStations'>
  const wanted = { observerId: bogdan }
  const note = {
    params: { observerId: bogdan },
    body: { pollingStationId, text: 'Ușa era deschisă' },
  }
  expect(await next(cast.ana, wanted)).toBe(bogdan)
  later(cast, holdMinutes - 1)
  await cast.rodica.call(telephone.note, note)
  await cast.ana.call(telephone.note, { ...note, body: { ...note.body, text: 'Și fereastra' } })
  later(cast, holdMinutes - 1)
  expect(await next(cast.rodica, wanted)).toBe(null)
  later(cast, 1)
  expect(await next(cast.rodica, wanted)).toBe(bogdan)
})

test('leaves observers alone as long as the organiser says, also those called before', async () => {
  const { cast, bogdan, dana } = await evening()
  const setPause = (callPauseMinutes: number) =>
    cast.ana.call(elections.edit, { body: { callPauseMinutes } })
  await cast.ana.call(calls.log, { body: { observerId: bogdan, outcome: 'reached' } })
  const callBackAt = after(cast.clock.now, 20).toISOString()
  await cast.ana.call(calls.log, {
    body: { observerId: dana, outcome: 'call-back', callBackAt },
  })

  await setPause(30)

  later(cast, 20)
  expect(await next(cast.ana, { observerId: bogdan })).toBe(null)
  expect(await next(cast.ana)).toBe(dana)
  await cast.ana.call(calls.log, { body: { observerId: dana, outcome: 'reached' } })
  later(cast, 10)
  expect(await next(cast.rodica)).toBe(bogdan)
  expect(await next(cast.ana)).toBe(null)
  await setPause(10)
  expect(await next(cast.ana)).toBe(dana)
  expect(await next(cast.rodica)).toBe(bogdan)
  later(cast, holdMinutes)
  await setPause(callPauses.most)
  expect(await next(cast.ana)).toBe(null)
  const { data } = await cast.ana.call(history.list, { query: { act: 'elections.edited' } })
  expect(data).toMatchObject([
    { before: { callPauseMinutes: 10 }, after: { callPauseMinutes: callPauses.most } },
    { before: { callPauseMinutes: 30 }, after: { callPauseMinutes: 10 } },
    { before: { callPauseMinutes: pauseMinutes }, after: { callPauseMinutes: 30 } },
  ])
})

test.each([0, 241, 7.5])('refuses a pause of %d minutes', async (callPauseMinutes) => {
  const { ana } = await set()
  await expect(ana.call(elections.edit, { body: { callPauseMinutes } })).rejects.toMatchObject({
    details: { errors: { callPauseMinutes: expect.anything() } },
  })
})

test('lists each shift with the last call to its observer', async () => {
  const { cast, dana } = await evening()
  await cast.ana.call(calls.log, { body: { observerId: dana, outcome: 'no-answer' } })
  later(cast, 20)
  const callBackAt = after(cast.clock.now, 30)
  await cast.calin.call(calls.log, {
    body: { observerId: dana, outcome: 'call-back', callBackAt: callBackAt.toISOString() },
  })

  const { data } = await cast.ana.call(milestones.expected, { query: { order: 'call' } })
  const { now: calledAt } = cast.clock
  expect(data.map(({ observerName, lastCall }) => [observerName, lastCall]).sort()).toEqual([
    ['Bogdan Pop', null],
    ['Dana Ionescu', { outcome: 'call-back', calledAt, calledBy: 'calin', callBackAt }],
  ])
})

test('hands out only the observers that were chosen from the list', async () => {
  const { cast, bogdan, dana } = await evening()

  expect(await next(cast.ana, { observerIds: [dana] })).toBe(dana)
  expect(await next(cast.rodica, { observerIds: [dana] })).toBe(null)
  expect(await next(cast.rodica, { observerIds: [dana, bogdan] })).toBe(bogdan)
})

test('hands out only observers that the caller sees', async () => {
  const { cast, dana } = await evening()
  expect(await next(cast.calin)).toBe(dana)
  expect(await next(cast.calin)).toBe(dana)
  await expect(next(cast.gelu)).rejects.toMatchObject({ code: 'session.forbidden' })
})

/** Accounts of Ana's organisation, signed in. */
async function hire(cast: Stage, count: number): Promise<Person[]> {
  const names = Array.from({ length: count }, (_, nth) => `clerk-${nth}`)
  await cast.database.write((tx) =>
    sql`insert into staff (ngo_id, account, account_key, password_hash, role)
        select ngo_id, name, name, password_hash, role
          from staff, unnest(${names}::text[]) name where account = 'ana'`.execute(tx),
  )
  return Promise.all(
    names.map(async (user) => {
      const body = { user, password: passwords.ana }
      const { access_token } = await cast.stranger.call(session.authorize, { body })
      return person(cast.app, async () => access_token)
    }),
  )
}

type Logged = { readonly at: Date; readonly callBackAt: Date | undefined }

test('gives 20 clerks at once no observer twice, none within the pause, call-backs on time', {
  tags: 'slow',
}, async () => {
  const { cast } = await evening()
  const draw = seededRandomOf(48, 0, 0)
  for (let nth = 1; nth <= 28; nth++) {
    const name = `Observator ${String(nth).padStart(2, '0')}`
    await cast.ana.call(observers.add, {
      body: { name, phone: `0733 000 0${String(nth).padStart(2, '0')}`, pin: '4321' },
    })
    await plan(cast, name, ['AB1', 1])
  }
  const clerks = await hire(cast, 20)
  const last = new Map<Id<'observers'>, Logged>()
  const isCallable = (id: Id<'observers'>) => {
    const call = last.get(id)
    return !call || cast.clock.now >= (call.callBackAt ?? after(call.at, pauseMinutes))
  }

  for (let round = 0; round < 12; round++) {
    const taken = await Promise.all(clerks.map((clerk) => next(clerk)))
    const ids = taken.filter((id) => id !== null)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !isCallable(id))).toEqual([])
    const due = [...last].filter(([id, { callBackAt }]) => callBackAt && isCallable(id))
    expect(ids).toEqual(expect.arrayContaining(due.map(([id]) => id).slice(0, clerks.length)))
    await Promise.all(
      taken.map(async (observerId, nth) => {
        // Some leave their telephone: what they hold lapses.
        if (observerId === null || draw.happens(0.2)) return
        const outcome = draw.pick(outcomes)!
        const callBackAt =
          outcome === 'call-back' ? after(cast.clock.now, draw.pick([5, 20])!) : undefined
        last.set(observerId, { at: cast.clock.now, callBackAt })
        const callBack = callBackAt && { callBackAt: callBackAt.toISOString() }
        await clerks[nth]!.call(calls.log, { body: { observerId, outcome, ...callBack } })
      }),
    )
    later(cast, draw.pick([2, 5, 10])!)
  }
  expect(last.size).toBeGreaterThan(20)
})
