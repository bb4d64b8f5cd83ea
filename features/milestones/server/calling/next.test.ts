import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plan } from '#features/assignments/server/testing.ts'
import { calls } from '#features/calls/contract.ts'
import { after, holdMinutes, outcomes, pauseMinutes } from '#features/calls/domain.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { seededRandomOf } from '#testing/evening/seeded-random.ts'
import { type Person, passwords, person, type Stage, stage } from '#testing/stage.ts'
import { milestones } from '../../contract.ts'
import { at } from '../testing.ts'

const set = stage()

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
        const said = callBackAt && { callBackAt: callBackAt.toISOString() }
        await clerks[nth]!.call(calls.log, { body: { observerId, outcome, ...said } })
      }),
    )
    later(cast, draw.pick([2, 5, 10])!)
  }
  expect(last.size).toBeGreaterThan(20)
})
