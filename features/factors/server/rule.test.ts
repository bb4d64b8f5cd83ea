import { expect, test } from 'vitest'
import { history } from '#features/history/contract.ts'
import { session } from '#features/session/contract.ts'
import { appBody, TestPasskey } from '#testing/passkey.ts'
import { type Person, passwords, type Stage, stage } from '#testing/stage.ts'
import { factors } from '../contract.ts'

const set = stage()

const owes = { code: 'session.owes', details: { duty: 'set-up-factor' } }
const want = (by: Person, isWanted = true) => by.call(factors.setRule, { body: { isWanted } })

/** Ana, who has an app, wants second factors of everybody. */
async function setWanted(cast: Stage): Promise<void> {
  await cast.ana.call(factors.turnOn, { body: appBody })
  await want(cast.ana)
}

test('who signs in without a second factor sets one up before anything else, by an app', async () => {
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

test('a passkey is a second factor as well', async () => {
  const cast = await set()
  await setWanted(cast)
  const passkey = new TestPasskey().register(await cast.calin.call(factors.newPasskey))

  await cast.calin.call(factors.addPasskey, { body: { name: 'Telefonul', passkey } })

  expect(await cast.calin.call(session.me)).toMatchObject({ owes: null })
})

test('who is in already works on, until their session ends: it is not prolonged', async () => {
  const cast = await set()
  await cast.calin.call(session.me)
  cast.clock.now = new Date(cast.clock.now.getTime() + 1000)

  await setWanted(cast)

  await cast.calin.call(history.list, { query: {} })
  await expect(cast.calin.call(session.renew)).rejects.toMatchObject(owes)
})

test('observers are asked for none', async () => {
  const cast = await set()
  await setWanted(cast)

  expect(await cast.bogdan.call(session.me)).toMatchObject({ owes: null })
})

test('only who has a second factor wants one of others, and only an organiser', async () => {
  const cast = await set()

  await expect(want(cast.ana)).rejects.toMatchObject({ code: 'factor.own-first' })
  for (const other of [cast.calin, cast.rodica, cast.sanda])
    await expect(want(other)).rejects.toMatchObject({ code: 'session.forbidden' })
  expect(await cast.ana.call(factors.rule)).toEqual({ wantedSince: null, without: 5 })
})

test('the rule says since when, and how many have none; what ends it lets everybody in again', async () => {
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

test('whose factor is taken away while it is wanted sets up another first', async () => {
  const cast = await set()
  await setWanted(cast)
  await cast.calin.call(factors.turnOn, { body: appBody })
  await cast.calin.call(history.list, { query: {} })

  await cast.calin.call(factors.turnOff)

  await expect(cast.calin.call(history.list, { query: {} })).rejects.toMatchObject(owes)
  const body = { user: 'calin', password: passwords.calin }
  expect(await cast.stranger.call(session.authorize, { body })).toHaveProperty('access_token')
})
