import { expect, test } from 'vitest'
import { passwords, type Stage, stage } from '#testing/stage.ts'
import { session } from '../contract.ts'

const set = stage()

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
const minutesLater = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

/** Signs Ana in on another machine; returns her caller there. */
async function elsewhere({ stranger }: Stage, remoteAddress = '203.0.113.7') {
  const reply = await stranger.send({
    method: 'POST',
    url: session.authorize.path,
    payload: { user: 'ana', password: passwords.ana },
    headers: { 'user-agent': firefox },
    remoteAddress,
  })
  const headers = { authorization: `Bearer ${reply.json().access_token}` }
  return {
    headers,
    status: async () => (await stranger.send({ url: '/api/v1/access/me', headers })).statusCode,
  }
}

test('lists a person’s sessions in words and marks the current one', async () => {
  const cast = await set()
  await cast.ana.call(session.me)
  await elsewhere(cast)

  const own = await cast.ana.call(session.own)

  expect(own).toHaveLength(2)
  expect(own.filter(({ isThis }) => isThis)).toHaveLength(1)
  expect(own.find(({ isThis }) => !isThis)).toMatchObject({
    browser: 'Firefox',
    system: 'Windows',
    address: '203.0.113.7',
    begunAt: cast.clock.now,
  })
})

test('records when a session was last active, every few minutes', async () => {
  const cast = await set()
  await cast.ana.call(session.me)
  const begun = cast.clock.now
  const seenAt = async () => (await cast.ana.call(session.own))[0]?.seenAt

  cast.clock.now = minutesLater(begun, 4)
  expect(await seenAt()).toEqual(begun)
  cast.clock.now = minutesLater(begun, 6)
  await cast.ana.call(session.me)

  expect(await seenAt()).toEqual(minutesLater(begun, 6))
})

test('writes nothing when a phone calls', async () => {
  const { bogdan, clock, database } = await set()
  await bogdan.call(session.me)

  clock.now = minutesLater(clock.now, 60)
  await bogdan.call(session.me)

  const rows = await database.primary.selectFrom('sessions').selectAll().execute()
  expect(rows).toMatchObject([{ lastSeenAt: null, address: null, userAgent: null }])
})

test('ends another session of the same person at once', async () => {
  const cast = await set()
  const other = await elsewhere(cast)
  const { id } = (await cast.ana.call(session.own)).find(({ isThis }) => !isThis)!

  await cast.ana.call(session.endOne, { params: { id } })

  expect(await other.status()).toBe(401)
  expect(await cast.ana.call(session.own)).toHaveLength(1)
  await expect(cast.ana.call(session.endOne, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
})

test('hides and protects sessions of other people', async () => {
  const { ana, calin } = await set()
  const [{ id } = { id: '' }] = await ana.call(session.own)

  await expect(calin.call(session.endOne, { params: { id } })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  expect((await calin.call(session.own)).map((one) => one.id)).not.toContain(id)
  expect(await ana.call(session.me)).toMatchObject({ account: 'ana' })
})

test('ends all other sessions with one call, event streams included', async () => {
  const cast = await set()
  const others = [await elsewhere(cast), await elsewhere(cast, '203.0.113.8')]
  const url = await cast.listen()
  const { headers } = others[0]!
  const stream = await fetch(`${url}/api/live`, { headers })

  const ended = await cast.ana.call(session.endOthers)

  expect(ended).toBe(2)
  // The text is complete only once the server has ended the stream.
  expect(await stream.text()).toMatch(/^:/)
  expect(await Promise.all(others.map((one) => one.status()))).toEqual([401, 401])
  expect(await cast.ana.call(session.own)).toMatchObject([{ isThis: true }])
})

test('signing in ends the browser’s earlier session, even another person’s', async () => {
  const cast = await set()
  const first = await elsewhere(cast)
  const kept = await elsewhere(cast)
  const url = await cast.listen()
  const stream = await fetch(`${url}/api/live`, { headers: first.headers })
  const signIn = (user: 'ana' | 'calin', headers: Record<string, string>) =>
    cast.stranger.send({
      method: 'POST',
      url: session.authorize.path,
      payload: { user, password: passwords[user] },
      headers,
    })

  const reply = await signIn('calin', first.headers)
  const again = await signIn('ana', { authorization: `Bearer ${reply.json().access_token}` })

  // The text is complete only once the server has ended the stream.
  expect(await stream.text()).toMatch(/^:/)
  expect([await first.status(), await kept.status()]).toEqual([401, 200])
  const calins = { authorization: `Bearer ${reply.json().access_token}` }
  const ofCalin = await cast.stranger.send({ url: session.me.path, headers: calins })
  expect([again.statusCode, ofCalin.statusCode]).toEqual([200, 401])
  expect((await signIn('ana', { authorization: 'Bearer null' })).statusCode).toBe(200)
})

test('failed sign-ins end no session', async () => {
  const cast = await set()
  const first = await elsewhere(cast)

  await cast.stranger.send({
    method: 'POST',
    url: session.authorize.path,
    payload: { user: 'ana', password: 'a wrong guess' },
    headers: first.headers,
  })

  expect(await first.status()).toBe(200)
})
