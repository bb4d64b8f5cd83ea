import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#apps/server/app.ts'
import { accounts } from '#features/accounts/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { allEndpoints, callerOf } from '#testing/calls/endpoints.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Person, passwords, phones, pins, type Stage, stage } from '#testing/stage.ts'
import { session } from '../../contract.ts'

const set = stage()

const bogdan = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'B1' }
const ana = { user: 'ana', password: passwords.ana }

type Sent = { readonly headers?: Record<string, string>; readonly from?: string }

const signIn = ({ stranger }: Stage, payload: object, { headers = {}, from }: Sent = {}) =>
  stranger.send({
    method: 'POST',
    url: session.authorize.path,
    payload,
    headers,
    remoteAddress: from ?? '203.0.113.1',
  })

/** Five failures of a stranger lock an account for strangers. */
async function lockOut(cast: Stage, user: string, asPhone: boolean) {
  const wrong = { user, password: '9999', ...(asPhone && { uniqueId: 'a guesser’s' }) }
  for (let time = 0; time < 5; time++) await signIn(cast, wrong, { from: '198.51.100.66' })
  expect((await signIn(cast, wrong, { from: '198.51.100.66' })).statusCode).toBe(429)
}

const cookieOf = (reply: Awaited<ReturnType<typeof signIn>>) =>
  String(reply.headers['set-cookie']).split(';')[0] ?? ''

test('lets a known phone in while strangers have locked the observer', async () => {
  const cast = await set()
  expect((await signIn(cast, bogdan)).statusCode).toBe(200)

  await lockOut(cast, phones.bogdan, true)

  expect((await signIn(cast, bogdan)).statusCode).toBe(200)
  expect((await signIn(cast, { ...bogdan, uniqueId: 'another' })).statusCode).toBe(429)
})

test('recognises a known phone by its push token, also after sign-out', async () => {
  const cast = await set()
  const phone = { ...bogdan, uniqueId: undefined, channelName: 'Firebase', fcmToken: 'fcm-b' }
  const { access_token } = (await signIn(cast, phone)).json()
  await cast.stranger.send({
    method: 'POST',
    url: session.signOut.path,
    headers: { authorization: `Bearer ${access_token}` },
  })

  await lockOut(cast, phones.bogdan, true)

  expect((await signIn(cast, phone)).statusCode).toBe(200)
})

test('lets a known browser in while strangers have locked the account', async () => {
  const cast = await set()
  const cookie = cookieOf(await signIn(cast, ana))

  await lockOut(cast, 'ana', false)

  expect((await signIn(cast, ana)).statusCode).toBe(429)
  expect((await signIn(cast, ana, { headers: { cookie } })).statusCode).toBe(200)
})

test('refuses a browser mark that was altered or belongs to another account', async () => {
  const cast = await set()
  const cookie = cookieOf(await signIn(cast, { user: 'calin', password: passwords.calin }))
  const [name, value = ''] = cookieOf(await signIn(cast, ana)).split('=')
  await lockOut(cast, 'ana', false)

  for (const forged of [
    cookie,
    `${name}=${cookie.split('=')[1]}`,
    `${name}=x.${value.split('.')[1]}`,
    `${name}=`,
  ])
    expect((await signIn(cast, ana, { headers: { cookie: forged } })).statusCode).toBe(429)
})

test('browser marks grant no access, stay hidden from pages and go to no other site', async () => {
  const cast = await set()

  const made = String((await signIn(cast, ana)).headers['set-cookie'])
  const known = await signIn(cast, ana, { headers: { cookie: made.split(';')[0] ?? '' } })

  expect(made).toMatch(/^veghe-device-[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(known.headers['set-cookie']).toBeUndefined()
  const me = { url: session.me.path, headers: { cookie: made } }
  expect((await cast.stranger.send(me)).statusCode).toBe(401)
})

test('binds the browser mark to this host and to https when set over https', async () => {
  const cast = await set()
  const publicUrl = 'https://veghe.example'
  const { http, close } = await createApp({ ...cast.outside, publicUrl })
  onTestFinished(close)
  const signInTo = (cookie = '') =>
    http.inject({
      method: 'POST',
      url: session.authorize.path,
      payload: ana,
      headers: { cookie },
      remoteAddress: '203.0.113.1',
    })

  const made = String((await signInTo()).headers['set-cookie'])

  expect(made).toMatch(/^__Host-veghe-device-[^;]+; Max-Age=\d+; Path=\/; .*; Secure$/)
  expect(made).not.toMatch(/domain/i)
  await lockOut(cast, 'ana', false)
  const [cookie = ''] = made.split(';')
  expect((await signInTo(`another=1; ${cookie}`)).statusCode).toBe(200)
  // A cookie from before the prefix is known as well.
  expect((await signInTo(cookie.replace('__Host-', ''))).statusCode).toBe(200)
})

test('locks only the known phone that guesses', async () => {
  const cast = await set()
  await signIn(cast, bogdan)
  for (let time = 0; time < 5; time++) await signIn(cast, { ...bogdan, password: '9999' })

  expect((await signIn(cast, bogdan)).statusCode).toBe(429)
  expect((await signIn(cast, { ...bogdan, uniqueId: 'another' })).statusCode).toBe(200)
})

test('shows failed tries by strangers after a sign-in from a known browser', async () => {
  const cast = await set()
  const cookie = cookieOf(await signIn(cast, ana))
  await lockOut(cast, 'ana', false)
  await signIn(cast, { ...ana, password: 'mistyped' }, { headers: { cookie } })

  const { access_token } = (await signIn(cast, ana, { headers: { cookie } })).json()

  const headers = { authorization: `Bearer ${access_token}` }
  const me = await cast.stranger.send({ url: session.me.path, headers })
  expect(me.json().failedBefore).toMatchObject({ count: 6 })
})

const guessFrom = (cast: Stage, from: string) => async (nth: number) =>
  (
    await signIn(
      cast,
      { user: `0799${String(nth).padStart(6, '0')}`, password: '1', uniqueId: 'x' },
      { from },
    )
  ).statusCode

test('allows an address more failures when more people sign in from it', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const from = '203.0.113.50'
  const guess = guessFrom(cast, from)
  for (const who of ['bogdan', 'dana'] as const)
    for (const user of [who])
      expect(
        (await signIn(cast, { user: phones[user], password: pins[user], uniqueId: user }, { from }))
          .statusCode,
      ).toBe(200)
  for (const user of ['ana', 'calin'] as const)
    expect((await signIn(cast, { user, password: passwords[user] }, { from })).statusCode).toBe(200)

  for (let nth = 0; nth < 100; nth++) expect(await guess(nth)).toBe(400)

  // Four people signed in: one failure more.
  expect(await guess(100)).toBe(400)
  expect(await guess(101)).toBe(429)
})

test('repeated sign-ins to one account do not make an address trusted', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const from = '203.0.113.51'
  const guess = guessFrom(cast, from)
  for (let time = 0; time < 8; time++) await signIn(cast, bogdan, { from })

  for (let nth = 0; nth < 100; nth++) expect(await guess(nth)).toBe(400)

  expect(await guess(100)).toBe(429)
})

test.each([
  [
    'a new pin',
    (cast: Stage) =>
      cast.ana.call(observers.resetPin, {
        body: { action: 'reset-password', phoneNumber: phones.bogdan, pin: '777777' },
      }),
  ],
  [
    'a correction with a new pin',
    async (cast: Stage) => {
      const { data } = await cast.ana.call(observers.list, { query: { number: phones.bogdan } })
      await cast.ana.call(observers.edit, { body: { observerId: data[0]!.id, pin: '777777' } })
    },
  ],
])('%s opens what strangers had locked', async (_what, reset) => {
  const cast = await set()
  await lockOut(cast, phones.bogdan, true)

  await reset(cast)

  expect((await signIn(cast, { ...bogdan, password: '777777' })).statusCode).toBe(200)
})

test('setting a new password unlocks an account that strangers locked', async () => {
  const cast = await set()
  const calin = (await cast.ana.call(accounts.list)).find(({ account }) => account === 'calin')
  await lockOut(cast, 'calin', false)

  const password = 'o parolă nouă și lungă'
  await cast.ana.call(accounts.setPassword, { params: { id: calin!.id }, body: { password } })

  expect((await signIn(cast, { user: 'calin', password })).statusCode).toBe(200)
})

/** Proofs of identity, with a wrong and a right secret. */
const proofs: Readonly<Record<string, readonly [wrong: object, right: object]>> = {
  'session.authorize': [{ ...ana, password: 'wrong' }, ana],
  'session.authorizeV1': [{ ...bogdan, password: '9999' }, bogdan],
  'session.confirm': [{ password: 'wrong' }, { password: passwords.ana }],
  'accounts.changeOwnPassword': [
    { current: 'wrong', password: 'o parolă nouă și lungă' },
    { current: passwords.ana, password: 'o parolă nouă și lungă' },
  ],
}
/** A passkey answer has 256 bits and cannot be guessed. */
const unguessable = ['session.authorizeByPasskey']

const proving = (await allEndpoints()).filter(([, { problems }]) =>
  (problems as readonly string[] | undefined)?.includes('session.refused'),
)

test.each(proving.filter(([name]) => !unguessable.includes(name)))(
  'locks %s after five wrong secrets, and then refuses the right one',
  async (name, endpoint) => {
    const cast = await set()
    const [wrong, right] = proofs[name] ?? []
    const person: Person = callerOf(endpoint, cast)
    const send = async (payload: object = {}) =>
      (await person.send({ method: 'POST', url: endpoint.path, payload })).json().code

    for (let time = 0; time < 5; time++) expect(await send(wrong)).toBe('session.refused')

    expect(await send(right)).toBe('request.too-many')
  },
)

test('stops guesses from an open screen without locking out the owner elsewhere', async () => {
  const cast = await set()
  const guess = { current: 'wrong', password: 'o parolă nouă și lungă' }
  for (let time = 0; time < 6; time++)
    await cast.ana.send({ method: 'POST', url: accounts.changeOwnPassword.path, payload: guess })

  expect((await signIn(cast, ana)).statusCode).toBe(200)
})

test('records refusals once per account and quarter-hour, made-up names by network', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  // A second before the end of the quarter-hour, when it is recorded.
  cast.clock.now = new Date('2026-11-22T09:14:59Z')
  for (let nth = 0; nth < 3; nth++) await signIn(cast, { ...ana, password: 'wrong' })
  await signIn(cast, { ...bogdan, password: '9999' })
  for (let nth = 0; nth < 20; nth++)
    await signIn(cast, { user: `=cmd|${nth}`, password: 'x' }, { from: `2001:db8:1:2::${nth}` })
  cast.clock.now = new Date('2026-11-22T09:15:02Z')

  const refused = () =>
    cast.database.primary
      .selectFrom('history')
      .select(['actorName', 'after'])
      .where('act', '=', 'session.refused')
      .orderBy('actorName')
      .execute()
  await expect.poll(refused, pollOptions).toHaveLength(3)
  const from = '2026-11-22T09:00:00.000Z'
  expect(await refused()).toEqual([
    { actorName: phones.bogdan, after: { tries: 1, from } },
    { actorName: '2001:db8:1:2::/64', after: { tries: 20, from } },
    { actorName: 'ana', after: { tries: 3, from } },
  ])
})
