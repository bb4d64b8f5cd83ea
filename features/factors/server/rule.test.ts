import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { session } from '#features/session/contract.ts'
import { appBody, TestPasskey } from '#testing/passkey.ts'
import { type Person, passwords, type Stage, stage } from '#testing/stage.ts'
import { factors } from '../contract.ts'

const set = stage()

const owes = { code: 'session.owes', details: { duty: 'set-up-factor' } }
const want = (by: Person, isWanted = true) => by.call(factors.setRule, { body: { isWanted } })

/** Ana has an app and requires second factors from all staff. */
async function setWanted(cast: Stage): Promise<void> {
  await cast.ana.call(factors.turnOn, { body: appBody })
  await want(cast.ana)
}

test('requires a second factor to be set up first, and accepts an app', async () => {
  const cast = await set()
  await setWanted(cast)
  const { calin } = cast

  expect(await calin.call(session.me)).toMatchObject({ owes: 'set-up-factor' })
  await expect(calin.call(history.list, { query: {} })).rejects.toMatchObject(owes)
  await calin.call(factors.newAuthenticator)
  await calin.call(factors.turnOn, { body: appBody })

  expect(await calin.call(session.me)).toMatchObject({ owes: null })
  await calin.call(history.list, { query: {} })
})

test('accepts a passkey as a second factor', async () => {
  const cast = await set()
  await setWanted(cast)
  const passkey = new TestPasskey().register(await cast.calin.call(factors.newPasskey))

  await cast.calin.call(factors.addPasskey, { body: { name: 'Telefonul', passkey } })

  expect(await cast.calin.call(session.me)).toMatchObject({ owes: null })
})

test('keeps existing sessions working until they expire, without renewal', async () => {
  const cast = await set()
  await cast.calin.call(session.me)
  cast.clock.now = new Date(cast.clock.now.getTime() + 1000)

  await setWanted(cast)

  await cast.calin.call(history.list, { query: {} })
  await expect(cast.calin.call(session.renew)).rejects.toMatchObject(owes)
})

test('asks observers for no second factor', async () => {
  const cast = await set()
  await setWanted(cast)

  expect(await cast.bogdan.call(session.me)).toMatchObject({ owes: null })
})

test('allows only organisers with a second factor to require one of others', async () => {
  const cast = await set()

  await expect(want(cast.ana)).rejects.toMatchObject({ code: 'factor.own-first' })
  for (const other of [cast.calin, cast.rodica, cast.sanda])
    await expect(want(other)).rejects.toMatchObject({ code: 'session.forbidden' })
  expect(await cast.ana.call(factors.rule)).toEqual({ wantedSince: null, without: 5 })
})

test('reports its start and the number of accounts without a factor, and can be lifted', async () => {
  const cast = await set()
  await setWanted(cast)
  const since = cast.clock.now
  cast.clock.now = new Date(since.getTime() + 60_000)
  await want(cast.ana)
  expect(await cast.ana.call(factors.rule)).toEqual({ wantedSince: since, without: 4 })

  await want(cast.ana, false)

  expect(await cast.calin.call(session.me)).toMatchObject({ owes: null })
  const { data } = await cast.ana.call(history.list, { query: { subject: 'accounts' } })
  expect(data.map(({ act }) => act)).toEqual([
    'factors.no-longer-wanted',
    'factors.wanted',
    'factors.turned-on',
  ])
})

test('requires a new factor after the old one is removed', async () => {
  const cast = await set()
  await setWanted(cast)
  await cast.calin.call(factors.turnOn, { body: appBody })
  await cast.calin.call(history.list, { query: {} })

  await cast.calin.call(factors.turnOff)

  await expect(cast.calin.call(history.list, { query: {} })).rejects.toMatchObject(owes)
  const body = { user: 'calin', password: passwords.calin }
  expect(await cast.stranger.call(session.authorize, { body })).toHaveProperty('access_token')
})
