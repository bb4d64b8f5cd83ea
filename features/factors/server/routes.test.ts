import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { session } from '#features/session/contract.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { type FakeMailServer, fakeMailServers } from '#testing/fake-mail-server.ts'
import { type Person, passwords, type Stage, stage } from '#testing/stage.ts'
import { factors } from '../contract.ts'

const open = fakeMailServers()
let office: FakeMailServer | undefined
beforeEach(() => {
  office = undefined
})
const set = stage(filesIn, async () => (office ? { mail: office.mail } : {}))

const codeOf = (secret: string, at: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
const wait = (cast: Stage, seconds: number) => {
  cast.clock.now = new Date(cast.clock.now.getTime() + seconds * 1000)
}

/** Turns a person's authenticator app on; returns its secret and recovery codes. */
async function turnOn(cast: Stage, person: Person) {
  const { secret, uri } = await person.call(factors.newAuthenticator)
  const code = codeOf(secret, cast.clock.now)
  const { recoveryCodes } = await person.call(factors.turnOn, { body: { secret, code } })
  wait(cast, 60)
  return { secret, uri, recoveryCodes }
}

const signIn = async ({ stranger }: Stage, code?: string) => {
  const reply = await stranger.send({
    method: 'POST',
    url: session.authorize.path,
    payload: { user: 'ana', password: passwords.ana, ...(code && { code }) },
  })
  return reply.statusCode === 200 ? 'in' : reply.json().code
}

test('requires a code at sign-in once an app has shown a right one, and not before', async () => {
  const cast = await set()
  const { secret, uri } = await cast.ana.call(factors.newAuthenticator)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Veghe:ana\?/)
  const wrong = { body: { secret, code: '000000' } }
  await expect(cast.ana.call(factors.turnOn, wrong)).rejects.toMatchObject({
    code: 'factor.code-wrong',
  })
  expect(await signIn(cast)).toBe('in')

  const on = await turnOn(cast, cast.ana)

  expect(await signIn(cast)).toBe('session.code-needed')
  expect(await signIn(cast, '000000')).toBe('session.refused')
  expect(await signIn(cast, codeOf(on.secret, cast.clock.now))).toBe('in')
  expect(await cast.ana.call(factors.own)).toMatchObject({ recoveryCodes: 10 })
})

test('refuses a wrong password before it asks for a code', async () => {
  const cast = await set()
  await turnOn(cast, cast.ana)

  const { stranger } = cast
  const body = { user: 'ana', password: 'not her password' }

  await expect(stranger.call(session.authorize, { body })).rejects.toMatchObject({
    code: 'session.refused',
  })
})

test('accepts a code half a minute early or late, once, and no older one after', async () => {
  const cast = await set()
  const { secret } = await turnOn(cast, cast.ana)
  const at = (seconds: number) =>
    codeOf(secret, new Date(cast.clock.now.getTime() + seconds * 1000))

  expect(await signIn(cast, at(-60))).toBe('session.refused')
  expect(await signIn(cast, at(60))).toBe('session.refused')
  expect(await signIn(cast, at(-30))).toBe('in')
  expect(await signIn(cast, at(30))).toBe('in')
  expect(await signIn(cast, at(30))).toBe('session.refused')
  expect(await signIn(cast, at(0))).toBe('session.refused')
})

test('accepts one of several concurrent sign-ins with the same code', async () => {
  const cast = await set()
  const { secret } = await turnOn(cast, cast.ana)
  const code = codeOf(secret, cast.clock.now)

  const results = await Promise.all([1, 2, 3, 4].map(() => signIn(cast, code)))

  expect(results.filter((one) => one === 'in')).toHaveLength(1)
})

test('locks after wrong codes as after wrong passwords', async () => {
  const cast = await set()
  const { secret } = await turnOn(cast, cast.ana)
  for (let time = 0; time < 5; time++) expect(await signIn(cast, '000000')).toBe('session.refused')

  expect(await signIn(cast, codeOf(secret, cast.clock.now))).toBe('request.too-many')
})

test('accepts a recovery code once in any spelling, until new ones replace it', async () => {
  const cast = await set()
  const { recoveryCodes } = await turnOn(cast, cast.ana)
  const [first = '', second = ''] = recoveryCodes
  expect(new Set(recoveryCodes).size).toBe(10)

  expect(await signIn(cast, first.toUpperCase().replaceAll('-', ' '))).toBe('in')
  expect(await signIn(cast, first)).toBe('session.refused')
  expect(await cast.ana.call(factors.own)).toMatchObject({ recoveryCodes: 9 })
  const renewed = await cast.ana.call(factors.renewRecoveryCodes)

  expect(await signIn(cast, second)).toBe('session.refused')
  expect(await signIn(cast, renewed.recoveryCodes[3])).toBe('in')
})

test('neither the secret nor a recovery code can be read in the database', async () => {
  const cast = await set()
  const { secret, recoveryCodes } = await turnOn(cast, cast.ana)

  const { primary } = cast.database
  const rows = [
    await primary.selectFrom('authenticators').selectAll().execute(),
    await primary.selectFrom('recoveryCodes').selectAll().execute(),
    await primary.selectFrom('history').selectAll().execute(),
  ]
  const [[app] = []] = rows as { secret: Buffer }[][]

  expect(app?.secret.toString('latin1')).not.toContain(secret)
  for (const code of [
    secret,
    ...recoveryCodes,
    ...recoveryCodes.map((one) => one.replaceAll('-', '')),
  ])
    expect(JSON.stringify(rows)).not.toContain(code)
})

test('accepts a code as confirmation before a dangerous act', async () => {
  const cast = await set()
  const { secret } = await turnOn(cast, cast.ana)
  wait(cast, 31 * 60)
  await expect(cast.ana.call(factors.turnOff)).rejects.toMatchObject({
    code: 'session.unconfirmed',
  })

  await cast.ana.call(session.confirm, { body: { code: codeOf(secret, cast.clock.now) } })
  await cast.ana.call(factors.turnOff)

  expect(await signIn(cast)).toBe('in')
})

test('accepts the password alone after an administrator removes the authenticator', async () => {
  office = await open()
  const cast = await set()
  await cast.startJobs()
  const calin = (await cast.ana.call(accounts.list)).find(({ account }) => account === 'calin')!
  const params = { id: calin.id }
  await cast.ana.call(accounts.setEmail, { params, body: { email: 'calin@example.org' } })
  await turnOn(cast, cast.calin)

  await cast.ana.call(factors.takeAway, { params })

  const body = { user: 'calin', password: passwords.calin }
  await cast.stranger.call(session.authorize, { body })
  await expect.poll(() => office?.letters).toMatchObject([{ to: ['calin@example.org'] }])
  expect(office.letters[0]?.text).toContain('ana has removed the authenticator app')
  await expect(cast.ana.call(factors.takeAway, { params })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('refuses to remove a factor of another organisation', async () => {
  const cast = await set()
  await turnOn(cast, cast.ana)
  const { id } = (await cast.ana.call(accounts.list)).find(({ account }) => account === 'ana')!

  await expect(cast.calin.call(factors.takeAway, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  expect(await signIn(cast)).toBe('session.code-needed')
})
