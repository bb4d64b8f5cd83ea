import { expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { type Person, passwords, phones, pins, type Stage, stage } from '#testing/stage.ts'
import { session } from '../../contract.ts'
import { accountLock } from '../../domain.ts'

const set = stage()

const signIn = ({ stranger }: Stage, payload: object) =>
  stranger.send({ method: 'POST', url: session.authorize.path, payload })

/** Five failures of a stranger lock an account for strangers. */
async function lockOut(cast: Stage, tried: object) {
  for (let time = 0; time < 5; time++) await signIn(cast, { ...tried, password: '9999' })
}

const phone = { user: phones.bogdan, uniqueId: 'a phone that was never in' }
const findBogdan = async (person: Person) =>
  (await person.call(observers.list, { query: { number: phones.bogdan } })).data[0]!
const findCalin = async (person: Person) =>
  (await person.call(accounts.list)).find(({ account }) => account === 'calin')!

const actsOf = async ({ database }: Stage) => {
  const rows = await database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'subjectId'])
    .where('act', 'like', '%.unlocked')
    .execute()
  return rows
}

test('shows an observer locked by strangers, and unlocks them with the same PIN', async () => {
  const cast = await set()
  const lockedUntil = new Date(cast.clock.now.getTime() + accountLock.lockSeconds * 1000)
  expect(await findBogdan(cast.ana)).toMatchObject({ lockedUntil: null })

  await lockOut(cast, phone)

  const { id, ...bogdan } = await findBogdan(cast.ana)
  expect(bogdan).toMatchObject({ lockedUntil })
  expect((await signIn(cast, { ...phone, password: pins.bogdan })).statusCode).toBe(429)
  expect(await cast.ana.call(observers.unlock, { params: { id } })).toEqual({ wasLocked: true })
  expect((await signIn(cast, { ...phone, password: pins.bogdan })).statusCode).toBe(200)
  expect(await findBogdan(cast.ana)).toMatchObject({ lockedUntil: null })
  expect(await actsOf(cast)).toEqual([
    { act: 'observers.unlocked', actorName: 'ana', subjectId: id },
  ])
})

test('shows an observer whose own phone is locked as locked', async () => {
  const cast = await set()
  await signIn(cast, { ...phone, password: pins.bogdan })

  await lockOut(cast, phone)

  const { id, lockedUntil } = await findBogdan(cast.ana)
  expect(lockedUntil).not.toBeNull()
  await cast.ana.call(observers.unlock, { params: { id } })
  expect((await signIn(cast, { ...phone, password: pins.bogdan })).statusCode).toBe(200)
})

test('hides an expired lock, and unlocking it adds no history line', async () => {
  const cast = await set()
  await lockOut(cast, phone)
  cast.clock.now = new Date(cast.clock.now.getTime() + accountLock.lockSeconds * 1000 + 1)

  const { id, lockedUntil } = await findBogdan(cast.ana)

  expect(lockedUntil).toBeNull()
  expect(await cast.ana.call(observers.unlock, { params: { id } })).toEqual({ wasLocked: false })
  expect(await actsOf(cast)).toEqual([])
})

test('reports whether the observer was locked when the PIN is reset', async () => {
  const cast = await set()
  await lockOut(cast, phone)
  const reset = (phoneNumber: string) =>
    cast.ana.call(observers.resetPin, {
      body: { action: 'reset-password', phoneNumber, pin: '777777' },
    })

  expect(await reset(phones.bogdan)).toEqual({ wasLocked: true })
  expect(await reset(phones.dana)).toEqual({ wasLocked: false })
})

test('shows an account locked by strangers, and unlocks it with the same password', async () => {
  const cast = await set()
  await lockOut(cast, { user: 'CALIN' })

  const { id, lockedUntil } = await findCalin(cast.ana)

  expect(lockedUntil).not.toBeNull()
  expect(await cast.ana.call(accounts.unlock, { params: { id } })).toEqual({ wasLocked: true })
  const right = { user: 'calin', password: passwords.calin }
  expect((await signIn(cast, right)).statusCode).toBe(200)
  expect(await findCalin(cast.ana)).toMatchObject({ lockedUntil: null })
  expect(await actsOf(cast)).toEqual([
    { act: 'accounts.unlocked', actorName: 'ana', subjectId: id },
  ])
})

test('reports that the account was locked when its password is reset', async () => {
  const cast = await set()
  const { id } = await findCalin(cast.ana)
  const setPassword = () =>
    cast.ana.call(accounts.setPassword, {
      params: { id },
      body: { password: 'o parolă nouă și lungă' },
    })
  await lockOut(cast, { user: 'calin' })

  expect(await setPassword()).toEqual({ wasLocked: true })
  expect(await setPassword()).toEqual({ wasLocked: false })
})

test('allows unlocking only to those who may reset the person’s PIN or password', async () => {
  const cast = await set()
  await cast.ana.token()
  await lockOut(cast, phone)
  await lockOut(cast, { user: 'ana' })
  const bogdan = { params: { id: (await findBogdan(cast.ana)).id } }
  const own = (await cast.ana.call(accounts.list)).find(({ account }) => account === 'ana')!

  await expect(cast.calin.call(observers.unlock, bogdan)).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await expect(cast.rodica.call(observers.unlock, bogdan)).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(cast.calin.call(accounts.unlock, { params: { id: own.id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})
