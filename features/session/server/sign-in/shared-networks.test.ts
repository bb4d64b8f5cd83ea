import { expect, test } from 'vitest'
import { observers } from '#features/observers/contract.ts'
import { phones, pins, type Stage, stage } from '#testing/stage.ts'
import { session } from '../../contract.ts'
import { accountLock } from '../../domain.ts'

const set = stage()

const carrier = '203.0.113.1'
const home = (nth: number) => `198.51.100.${nth}`

const signIn = async ({ stranger }: Stage, payload: object, remoteAddress: string) =>
  (
    await stranger.send({
      method: 'POST',
      url: session.authorize.path,
      payload: { uniqueId: 'a phone that was never in', ...payload },
      remoteAddress,
    })
  ).statusCode

const bogdan = { user: phones.bogdan, password: pins.bogdan }
const dana = { user: phones.dana, password: pins.dana }
const wrong = { ...bogdan, password: '9999' }
const madeUp = (nth: number) => ({ user: `0799${String(nth).padStart(6, '0')}`, password: '1' })

/** Twenty observers, who all come by one carrier. */
async function twentyGetIn(cast: Stage) {
  for (let nth = 10; nth < 30; nth++) {
    const phone = `0733 000 0${nth}`
    await cast.ana.call(observers.add, { body: { name: `Observator ${nth}`, phone, pin: '4821' } })
    expect(await signIn(cast, { user: phone, password: '4821' }, carrier)).toBe(200)
  }
}

test('guesses from many homes lock the observer for homes, not for the carrier', async () => {
  const cast = await set()
  await twentyGetIn(cast)
  for (let nth = 0; nth < 5; nth++) await signIn(cast, wrong, home(nth))

  expect(await signIn(cast, bogdan, home(9))).toBe(429)
  expect(await signIn(cast, bogdan, carrier)).toBe(200)
})

test('locks an observer after five failures from a carrier too, and shows the lock', async () => {
  const cast = await set()
  await twentyGetIn(cast)
  for (let nth = 0; nth < 5; nth++) await signIn(cast, wrong, carrier)

  expect(await signIn(cast, bogdan, carrier)).toBe(429)
  const { data } = await cast.ana.call(observers.list, { query: { number: phones.bogdan } })
  expect(data[0]?.lockedUntil).not.toBeNull()
  await cast.ana.call(observers.unlock, { params: { id: data[0]!.id } })
  expect(await signIn(cast, bogdan, carrier)).toBe(200)
})

test('guesses from a carrier’s address lock it only for the accounts tried', async () => {
  const cast = await set()
  await twentyGetIn(cast)
  // A hundred, and a quarter of the successful sign-ins.
  for (let nth = 0; nth < 110; nth++) expect(await signIn(cast, madeUp(nth), carrier)).toBe(400)

  expect(await signIn(cast, madeUp(0), carrier)).toBe(429)
  expect(await signIn(cast, wrong, carrier)).toBe(400)
  expect(await signIn(cast, bogdan, carrier)).toBe(429)
  expect(await signIn(cast, dana, carrier)).toBe(200)
})

test('failures during a carrier’s lock add no history lines and do not extend it', async () => {
  const cast = await set()
  await twentyGetIn(cast)
  for (let nth = 0; nth < 105; nth++) await signIn(cast, madeUp(nth), carrier)
  const begin = cast.clock.now.getTime()
  cast.clock.now = new Date(begin + 60_000)
  for (let nth = 200; nth < 210; nth++) await signIn(cast, madeUp(nth), carrier)

  const lines = await cast.database.primary
    .selectFrom('history')
    .select('actorName')
    .where('act', '=', 'session.locked')
    .execute()
  expect(lines).toEqual([{ actorName: carrier }])
  expect(await signIn(cast, madeUp(200), carrier)).toBe(429)
  cast.clock.now = new Date(begin + accountLock.lockSeconds * 1000)
  expect(await signIn(cast, madeUp(200), carrier)).toBe(400)
})

test('does not add up failures over a day, even without a pause of a quarter of an hour', async () => {
  const cast = await set()
  for (let nth = 0; nth < 120; nth++) {
    cast.clock.now = new Date(cast.clock.now.getTime() + 60_000)
    await signIn(cast, madeUp(nth), home(1))
  }

  expect(await signIn(cast, bogdan, home(1))).toBe(200)
})
