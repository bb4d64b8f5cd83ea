import { expect, test } from 'vitest'
import { type Person, passwords, phones, pins, stage } from '#testing/stage.ts'

const set = stage()

const right = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'B1' }
const wrong = { ...right, password: '9999' }
const later = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

const tryOn = (stranger: Person, body: object, remoteAddress = '203.0.113.1') =>
  stranger.send({ method: 'POST', url: '/api/v2/access/authorize', payload: body, remoteAddress })

async function fail(stranger: Person, times: number, body: object = wrong) {
  for (let time = 0; time < times; time++)
    expect((await tryOn(stranger, body)).json()).toMatchObject({ code: 'session.refused' })
}

test.each([
  ['an observer’s', wrong, right],
  [
    'a staff account’s',
    { user: 'ana', password: 'wrong' },
    { user: 'Ana', password: passwords.ana },
  ],
])('five failures lock %s sign-in, the right secret included', async (_whose, bad, good) => {
  const { stranger } = await set()
  await fail(stranger, 5, bad)

  const reply = await tryOn(stranger, good)

  expect(reply.statusCode).toBe(429)
  expect(reply.headers['retry-after']).toBe('900')
  expect(reply.json()).toMatchObject({ code: 'request.too-many', retryAfterSeconds: 900 })
})

test('locks an account that does not exist in the same way', async () => {
  const { stranger } = await set()
  const unknown = { user: 'unknown', password: 'any password' }
  await fail(stranger, 5, unknown)

  const reply = await tryOn(stranger, unknown)

  expect(reply.statusCode).toBe(429)
})

test('locks expire by themselves and say how long that takes', async () => {
  const { stranger, clock } = await set()
  await fail(stranger, 5)

  clock.now = later(clock.now, 899)
  const early = await tryOn(stranger, right)
  clock.now = later(clock.now, 2)
  const late = await tryOn(stranger, right)

  expect(early.headers['retry-after']).toBe('1')
  expect(late.statusCode).toBe(200)
})

test('forgets earlier failures after a sign-in', async () => {
  const { stranger } = await set()
  await fail(stranger, 4)
  expect((await tryOn(stranger, right)).statusCode).toBe(200)

  await fail(stranger, 4)

  expect((await tryOn(stranger, right)).statusCode).toBe(200)
})

test('failures that lie long apart do not lock', async () => {
  const { stranger, clock } = await set()
  await fail(stranger, 4)

  clock.now = later(clock.now, 901)
  await fail(stranger, 4)

  expect((await tryOn(stranger, right)).statusCode).toBe(200)
})

test('locks one account without locking another', async () => {
  const { stranger } = await set()
  await fail(stranger, 5)

  const dana = { user: phones.dana, password: pins.dana, uniqueId: 'D1' }

  expect((await tryOn(stranger, dana)).statusCode).toBe(200)
})

test('failures of many accounts lock the address they come from, and no other', async () => {
  const { stranger } = await set()
  for (let nth = 0; nth < 100; nth++)
    await fail(stranger, 1, { ...wrong, user: `07110000${String(nth).padStart(2, '0')}` })

  const same = await tryOn(stranger, right)
  const other = await tryOn(stranger, right, '203.0.113.2')

  expect(same.statusCode).toBe(429)
  expect(other.statusCode).toBe(200)
})

test('counts an IPv6 network as one address, apart from the neighbouring network', async () => {
  const { stranger } = await set()
  const own = (nth: number) => `2001:db8:1:2:${(nth + 1).toString(16)}::${nth}`
  for (let nth = 0; nth < 100; nth++)
    await tryOn(stranger, { ...wrong, user: `07110000${String(nth).padStart(2, '0')}` }, own(nth))

  expect((await tryOn(stranger, right, '2001:db8:1:2:ffff::1')).statusCode).toBe(429)
  expect((await tryOn(stranger, right, '2001:db8:1:3::1')).statusCode).toBe(200)
})

test('stops guesses that use another IPv6 network of one provider each time', {
  tags: 'slow',
}, async () => {
  const { stranger } = await set()
  const network = (nth: number) => `2001:db8:1:${nth.toString(16)}::1`
  for (let nth = 0; nth < 400; nth++)
    await tryOn(
      stranger,
      { ...wrong, user: `0711000${String(nth).padStart(3, '0')}` },
      network(nth),
    )

  expect((await tryOn(stranger, right, '2001:db8:1:ffff::1')).statusCode).toBe(429)
  expect((await tryOn(stranger, right, '2001:db8:2::1')).statusCode).toBe(200)
})

test('counts concurrent guesses one by one, and compares five at most', async () => {
  const { stranger, database } = await set()

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, nth) => tryOn(stranger, { ...wrong, password: `90${nth}0` })),
  )

  const statuses = replies.map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 400)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  const counts = await database.primary.selectFrom('signInFailures').select('failures').execute()
  expect(counts).toEqual([{ failures: 5 }, { failures: 5 }])
})
