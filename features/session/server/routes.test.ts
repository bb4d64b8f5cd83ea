import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { replaceElection } from '#features/elections/server/queries.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { session } from '../contract.ts'

const set = stage()

const missing = { code: 'session.missing' }
const hoursLater = (now: Date, hours: number) => new Date(now.getTime() + hours * 3_600_000)

test('tells any caller their identity', async () => {
  const { ana, calin, bogdan } = await set()

  const known = await Promise.all([ana, calin, bogdan].map((one) => one.call(session.me)))

  expect(known).toMatchObject([
    { account: 'ana', role: 'organiser', ngo: 'Organizator' },
    { account: 'calin', role: 'ngo-administrator', ngo: 'Vot Curat' },
    { account: 'Bogdan Pop', role: 'observer', ngo: 'Organizator' },
  ])
})

test('expires tokens', async () => {
  const { ana, bogdan, clock } = await set()
  await ana.call(session.me)
  await bogdan.call(session.me)

  clock.now = hoursLater(clock.now, 11.99)
  await ana.call(session.me)
  clock.now = hoursLater(clock.now, 0.02)

  await expect(ana.call(session.me)).rejects.toMatchObject(missing)
  await expect(bogdan.call(session.me)).rejects.toMatchObject(missing)
})

test('signing out ends the token at once, and no other', async () => {
  const { ana, bogdan } = await set()
  await bogdan.call(session.me)

  await ana.call(session.signOut)

  await expect(ana.call(session.me)).rejects.toMatchObject(missing)
  expect(await bogdan.call(session.me)).toMatchObject({ role: 'observer' })
})

test('signing out ends the event stream that the token opened', async () => {
  const { ana, listen } = await set()
  const url = await listen()
  const headers = { authorization: `Bearer ${await ana.token()}` }
  const stream = await fetch(`${url}/api/live`, { headers })

  await ana.call(session.signOut)

  // The text is complete only once the server has ended the stream.
  expect(await stream.text()).toMatch(/^:/)
})

test('revokes the token of a deleted observer at once', async () => {
  const { bogdan, database, clock } = await set()
  await bogdan.call(session.me)

  await database.write((tx) =>
    tx
      .updateTable('observers')
      .set({ deletedAt: clock.now })
      .where('name', '=', 'Bogdan Pop')
      .execute(),
  )

  await expect(bogdan.call(session.me)).rejects.toMatchObject(missing)
})

test('new elections keep staff tokens, and observers’ tokens within the previous election', async () => {
  const { ana, bogdan, database } = await set()
  await ana.call(session.me)
  await bogdan.call(session.me)

  await database.write((tx) =>
    replaceElection(tx, {
      name: 'Turul doi',
      day: '2026-12-06',
      timezone: 'Europe/Bucharest',
      country: null,
      callPauseMinutes: 15,
      state: 'live',
      levelNames: ['Județ'],
      countyLevel: 1,
    }),
  )

  expect(await bogdan.call(session.me)).toMatchObject({ role: 'observer' })
  expect(await ana.call(session.me)).toMatchObject({ account: 'ana' })
})

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forgeries: readonly (readonly [string, (cast: Stage) => Promise<string>])[] = [
  ['no token', async () => ''],
  ['garbage', async () => 'Bearer nonsense'],
  ['the word null', async () => 'Bearer null'],
  ['another scheme', async ({ ana }) => `Basic ${await ana.token()}`],
  [
    'a token with a changed claim',
    async ({ ana }) => {
      const [head, , signature] = String(await ana.token()).split('.')
      return `Bearer ${head}.${base64({ iss: 'veghe', Organizer: true })}.${signature}`
    },
  ],
  [
    'a token that claims to need no signature',
    async ({ ana }) => {
      const [, claims] = String(await ana.token()).split('.')
      return `Bearer ${base64({ alg: 'none', typ: 'JWT' })}.${claims}.`
    },
  ],
  [
    'a token signed with another secret',
    async () => {
      const key = new TextEncoder().encode('another secret of thirty-two bytes')
      const token = await new SignJWT({ sub: 'ana' })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('veghe')
        .setJti(crypto.randomUUID())
        .setExpirationTime('20y')
        .sign(key)
      return `Bearer ${token}`
    },
  ],
  [
    'a token whose head brings, and names, the key that it was signed with',
    async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
      const jku = 'https://elsewhere.example/keys'
      const token = await new SignJWT({ sub: 'ana' })
        .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(publicKey), jku, kid: '1' })
        .setIssuer('veghe')
        .setJti(crypto.randomUUID())
        .setExpirationTime('20y')
        .sign(privateKey)
      return `Bearer ${token}`
    },
  ],
]

test.each(forgeries)('%s is turned away', async (_what, bearerOf) => {
  const cast = await set()
  const authorization = await bearerOf(cast)

  const reply = await cast.stranger.send({
    url: '/api/v1/access/me',
    headers: authorization ? { authorization } : {},
  })

  expect(reply.statusCode).toBe(401)
  expect(reply.headers['www-authenticate']).toBe('Bearer')
  expect(reply.json()).toMatchObject(missing)
})

test('registers a phone for messages by body or by query', async () => {
  const { bogdan, database } = await set()

  const byBody = await bogdan.send({
    method: 'POST',
    url: '/api/v1/notification/register',
    payload: { observerId: 1, channelName: 'Apple', token: 'one' },
  })
  const byAddress = await bogdan.send({
    method: 'POST',
    url: '/api/v1/notification/register?ChannelName=Firebase&Token=two',
    headers: { 'content-type': 'application/json' },
  })

  expect([byBody.statusCode, byAddress.statusCode]).toEqual([200, 200])
  const devices = await database.primary
    .selectFrom('devices')
    .innerJoin('observers', 'observers.id', 'devices.observerId')
    .select(['observers.name', 'channel', 'token'])
    .orderBy('channel')
    .execute()
  expect(devices).toEqual([
    { name: 'Bogdan Pop', channel: 'apple', token: 'one' },
    { name: 'Bogdan Pop', channel: 'firebase', token: 'two' },
  ])
})

test('sends messages to the last phone registered on a channel', async () => {
  const { bogdan, database } = await set()
  const register = (token: string) =>
    bogdan.call(session.registerDevice, { body: { channelName: 'Firebase', token } })

  await register('old')
  await register('new')

  const devices = await database.primary.selectFrom('devices').select('token').execute()
  expect(devices).toEqual([{ token: 'new' }])
})

test('lets only observers register phones', async () => {
  const { ana, stranger } = await set()
  const body = { channelName: 'Firebase', token: 'x' }

  await expect(ana.call(session.registerDevice, { body })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(stranger.call(session.registerDevice, { body })).rejects.toMatchObject(missing)
})
