import { expect, test } from 'vitest'
import { exports } from '#features/export/contract.ts'
import { session } from '#features/session/contract.ts'
import { TestPasskey } from '#testing/passkey.ts'
import { type Person, passwords, type Stage, stage } from '#testing/stage.ts'
import { factors } from '../contract.ts'

const set = stage()
const wait = (cast: Stage, seconds: number) => {
  cast.clock.now = new Date(cast.clock.now.getTime() + seconds * 1000)
}

async function addPasskey(person: Person, way = {}) {
  const key = new TestPasskey()
  const passkey = key.register(await person.call(factors.newPasskey), way)
  const id = await person.call(factors.addPasskey, { body: { name: 'Telefonul', passkey } })
  return { key, id: id as never }
}

/** Signs in with the passkey; returns the account, or the problem. */
async function signIn(
  cast: Stage,
  key: TestPasskey,
  way: Parameters<TestPasskey['answer']>[1] = {},
) {
  const { stranger } = cast
  const passkey = key.answer(await stranger.call(session.passkeyQuestion), way)
  return offer(cast, passkey)
}

async function offer({ stranger }: Stage, passkey: ReturnType<TestPasskey['answer']>) {
  const url = session.authorizeByPasskey.path
  const reply = await stranger.send({ method: 'POST', url, payload: { passkey } })
  if (reply.statusCode !== 200) return reply.json().code
  const headers = { authorization: `Bearer ${reply.json().access_token}` }
  return (await stranger.send({ url: session.me.path, headers })).json().account
}

test('signs a passkey’s owner in without password or code', async () => {
  const cast = await set()
  const { key } = await addPasskey(cast.calin)

  expect(await signIn(cast, key)).toBe('calin')
  expect(await cast.calin.call(factors.own)).toMatchObject({
    passkeys: [{ name: 'Telefonul', lastUsedAt: cast.clock.now }],
  })
})

test('lets the owner of a locked account sign in by passkey', async () => {
  const cast = await set()
  const { key } = await addPasskey(cast.ana)
  const payload = { user: 'ana', password: 'a guess' }
  for (let time = 0; time < 6; time++)
    await cast.stranger.send({ method: 'POST', url: session.authorize.path, payload })
  const body = { user: 'ana', password: passwords.ana }
  await expect(cast.stranger.call(session.authorize, { body })).rejects.toMatchObject({
    code: 'request.too-many',
  })

  expect(await signIn(cast, key)).toBe('ana')
})

test('accepts a passkey answer once, and only for five minutes', async () => {
  const cast = await set()
  const { key } = await addPasskey(cast.ana)
  const passkey = key.answer(await cast.stranger.call(session.passkeyQuestion))
  const late = key.answer(await cast.stranger.call(session.passkeyQuestion))

  expect(await offer(cast, passkey)).toBe('ana')
  expect(await offer(cast, passkey)).toBe('session.refused')
  wait(cast, 301)
  expect(await offer(cast, late)).toBe('session.refused')
  expect(await signIn(cast, key)).toBe('ana')
})

test.each([
  ['made for another site', { origin: 'https://vegh3.example' }],
  ['given without verification of its owner', { isVerified: false }],
])('refuses an answer %s', async (_what, way) => {
  const cast = await set()
  const { key } = await addPasskey(cast.ana)

  expect(await signIn(cast, key, way)).toBe('session.refused')
  await expect(addPasskey(cast.ana, way)).rejects.toMatchObject({ code: 'factor.passkey-refused' })
})

test('refuses a passkey whose counter does not increase', async () => {
  const cast = await set()
  const { key } = await addPasskey(cast.ana)

  expect(await signIn(cast, key, { counter: 7 })).toBe('ana')
  expect(await signIn(cast, key, { counter: 7 })).toBe('session.refused')
  expect(await signIn(cast, key, { counter: 8 })).toBe('ana')
})

test('refuses challenges that it did not issue, or issued for another user or purpose', async () => {
  const cast = await set()
  const { key } = await addPasskey(cast.ana)
  const challenge = Buffer.from('a challenge of one’s own').toString('base64url')

  expect(await offer(cast, key.answer({ challenge }))).toBe('session.refused')
  const forConfirming = await cast.ana.call(session.confirmQuestion)
  expect(await offer(cast, key.answer(forConfirming))).toBe('session.refused')
  const forCalin = await cast.calin.call(factors.newPasskey)
  const passkey = new TestPasskey().register(forCalin)
  await expect(
    cast.ana.call(factors.addPasskey, { body: { name: 'x', passkey } }),
  ).rejects.toMatchObject({ code: 'factor.passkey-refused' })
})

test('accepts only the user’s own passkey as confirmation before a dangerous act', async () => {
  const cast = await set()
  const { key } = await addPasskey(cast.ana)
  const { key: calins } = await addPasskey(cast.calin)
  wait(cast, 31 * 60)
  const confirm = async (by: TestPasskey) =>
    cast.ana.call(session.confirm, {
      body: { passkey: by.answer(await cast.ana.call(session.confirmQuestion)) },
    })

  await expect(confirm(calins)).rejects.toMatchObject({ code: 'session.refused' })
  await confirm(key)

  await cast.ana.call(exports.start, { body: { what: 'observers' } })
})

test('refuses a removed passkey, and removal by another user', async () => {
  const cast = await set()
  const { key, id } = await addPasskey(cast.ana)
  await expect(cast.calin.call(factors.removePasskey, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  expect(await signIn(cast, key)).toBe('ana')

  await cast.ana.call(factors.removePasskey, { params: { id } })

  expect(await signIn(cast, key)).toBe('session.refused')
  expect(await cast.ana.call(factors.own)).toMatchObject({ passkeys: [] })
})

test('stores nothing for unanswered challenges', async () => {
  const cast = await set()
  const { key } = await addPasskey(cast.ana)
  for (let time = 0; time < 5; time++) await cast.stranger.call(session.passkeyQuestion)
  await signIn(cast, key)
  wait(cast, 601)

  await signIn(cast, key)

  const rows = await cast.database.primary.selectFrom('spentChallenges').selectAll().execute()
  expect(rows).toHaveLength(1)
})
