import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { passwords, phones, pins, stage } from '#testing/stage.ts'
import { session } from '../../contract.ts'

const set = stage()

const bogdanV1 = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'B1' }

test('staff sign in by both versions of the call, and their token names them', async () => {
  const { stranger, database } = await set()

  const first = await stranger.call(session.authorizeV1, {
    body: { user: 'ana', password: passwords.ana },
  })
  const second = await stranger.call(session.authorize, {
    body: { user: 'calin', password: passwords.calin },
  })

  const ngos = await database.primary.selectFrom('ngos').select(['id', 'isOrganiser']).execute()
  const idOf = (isOrganiser: boolean) =>
    String(ngos.find((ngo) => ngo.isOrganiser === isOrganiser)?.id)
  expect(decodeJwt(first.access_token)).toMatchObject({
    sub: 'ana',
    UserType: 'NgoAdmin',
    Organizer: true,
    IdNgo: idOf(true),
    jti: expect.any(String),
  })
  expect(decodeJwt(second.access_token)).toMatchObject({
    sub: 'calin',
    UserType: 'NgoAdmin',
    Organizer: false,
    IdNgo: idOf(false),
  })
})

test('issues tokens valid for twelve hours, and says so', async () => {
  const { stranger, clock } = await set()

  const { access_token, expires_in } = await stranger.call(session.authorize, {
    body: { user: 'ana', password: passwords.ana },
  })

  expect(expires_in).toBe(12 * 3600)
  expect(decodeJwt(access_token).exp).toBe(clock.now.getTime() / 1000 + expires_in)
})

test('signs in a phone by its mark, with the observer in its token', async () => {
  const { stranger, database } = await set()

  const { access_token } = await stranger.call(session.authorizeV1, { body: bogdanV1 })

  const bogdan = await database.primary
    .selectFrom('observers')
    .select(['id', 'ngoId'])
    .where('name', '=', 'Bogdan Pop')
    .executeTakeFirstOrThrow()
  const claims = decodeJwt(access_token)
  expect(claims).toMatchObject({
    sub: phones.bogdan,
    UserType: 'Observer',
    ObserverId: String(bogdan.id),
    IdNgo: String(bogdan.ngoId),
  })
  expect(claims).not.toHaveProperty('Organizer')
})

test('registers a phone that signs in with a push token under its channel', async () => {
  const { stranger, database } = await set()

  const { access_token } = await stranger.call(session.authorize, {
    body: {
      user: phones.bogdan,
      password: pins.bogdan,
      channelName: 'Firebase',
      fcmToken: 'push 1',
    },
  })

  const devices = await database.primary
    .selectFrom('devices')
    .select(['channel', 'token', 'observerId'])
    .execute()
  const { ObserverId } = decodeJwt(access_token)
  expect(devices).toEqual([
    { channel: 'firebase', token: 'push 1', observerId: Number(ObserverId) },
  ])
})

test('signs in an observer who sends the other version’s mark empty', async () => {
  const { stranger } = await set()

  const { access_token } = await stranger.call(session.authorize, {
    body: { user: phones.bogdan, password: pins.bogdan, uniqueId: '', fcmToken: 'push 1' },
  })

  expect(decodeJwt(access_token)).toMatchObject({ UserType: 'Observer' })
})

test('finds phones by digits and accounts in any capitalisation', async () => {
  const { stranger } = await set()

  const observer = await stranger.call(session.authorizeV1, {
    body: { ...bogdanV1, user: ' 0700-000.001 ' },
  })
  const staff = await stranger.call(session.authorize, {
    body: { user: 'ANA', password: passwords.ana },
  })

  expect(decodeJwt(observer.access_token).sub).toBe(phones.bogdan)
  expect(decodeJwt(staff.access_token).sub).toBe('ana')
})

test('ignores any bearer token on the sign-in call', async () => {
  const { stranger } = await set()

  const replies = await Promise.all(
    ['Bearer null', 'Bearer undefined', 'Basic x'].map((authorization) =>
      stranger.send({
        method: 'POST',
        url: '/api/v2/access/authorize',
        headers: { authorization },
        payload: { user: 'ana', password: passwords.ana },
      }),
    ),
  )

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
})

test.each([
  ['a wrong password', { user: 'ana', password: 'wrong' }],
  ['an unknown account', { user: 'unknown', password: passwords.ana }],
  ['a wrong pin', { ...bogdanV1, password: '9999' }],
  ['an unknown phone', { ...bogdanV1, user: '0799 999 999' }],
  ['a phone without digits', { ...bogdanV1, user: 'x' }],
  ['an observer without a mark', { user: phones.bogdan, password: pins.bogdan }],
  ['staff with a mark', { user: 'ana', password: passwords.ana, uniqueId: 'B1' }],
])('%s is refused in words that phones show', async (_what, body) => {
  const { stranger } = await set()

  const reply = await stranger.send({
    method: 'POST',
    url: '/api/v2/access/authorize',
    payload: body,
  })

  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({
    error: 'Invalid credentials',
    code: 'session.refused',
  })
})

test('keeps passwords and PINs out of history', async () => {
  const { stranger, database } = await set()
  await stranger.call(session.authorizeV1, { body: bogdanV1 })
  await stranger.call(session.authorize, { body: { user: 'ana', password: passwords.ana } })
  const wrong = { user: 'ana', password: 'a wrong password' }
  await expect(stranger.call(session.authorize, { body: wrong })).rejects.toThrow()

  const rows = await database.primary.selectFrom('history').selectAll().execute()

  expect(rows.map(({ act }) => act)).toContain('session.begun')
  const stored = JSON.stringify(rows)
  for (const secret of [pins.bogdan, passwords.ana, 'a wrong password'])
    expect(stored).not.toContain(`"${secret}"`)
})

test('refuses an inactive organisation’s sign-ins and ends its tokens', async () => {
  const { calin, stranger, database } = await set()
  await calin.call(session.me)

  await database.write((tx) =>
    tx.updateTable('ngos').set({ isActive: false }).where('isOrganiser', '=', false).execute(),
  )

  await expect(calin.call(session.me)).rejects.toMatchObject({ code: 'session.missing' })
  const body = { user: 'calin', password: passwords.calin }
  await expect(stranger.call(session.authorize, { body })).rejects.toMatchObject({
    code: 'session.refused',
  })
})
