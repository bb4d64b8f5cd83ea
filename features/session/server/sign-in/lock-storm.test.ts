import { beforeEach, expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { factors } from '#features/factors/contract.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { type FakeMailServer, fakeMailServers } from '#testing/fake-mail-server.ts'
import { TestPasskey } from '#testing/passkey.ts'
import { type Person, passwords, type Stage, stage } from '#testing/stage.ts'
import { session } from '../../contract.ts'

const open = fakeMailServers()
let office: FakeMailServer | undefined
beforeEach(() => {
  office = undefined
})
const set = stage(filesIn, async () => (office ? { mail: office.mail } : {}))

const guess = ({ stranger }: Stage, user: string, remoteAddress: string, password = 'a guess') =>
  stranger.send({
    method: 'POST',
    url: session.authorize.path,
    payload: { user, password },
    remoteAddress,
  })

/** The nth of many addresses, as a botnet has them. */
const addressOf = (nth: number) => `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`

/** Makes `count` attempts, twenty at a time; returns how often each status came. */
async function attempt(count: number, one: (nth: number) => ReturnType<typeof guess>) {
  const statuses = new Map<number, number>()
  let next = 0
  const tryOn = async () => {
    while (next < count) {
      const { statusCode } = await one(next++)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 20 }, tryOn))
  return Object.fromEntries(statuses)
}

async function passkeyOf(person: Person) {
  const key = new TestPasskey()
  const passkey = key.register(await person.call(factors.newPasskey))
  await person.call(factors.addPasskey, { body: { name: 'Telefonul', passkey } })
  return key
}

const linesOf = async ({ database }: Stage) => {
  const rows = await database.primary
    .selectFrom('history')
    .select((is) => ['act', 'actorName', is.fn.countAll<number>().as('lines')])
    .where('actorRole', '=', 'stranger')
    .groupBy(['act', 'actorName'])
    .execute()
  return rows
}

test('hundreds of wrong passwords lock, leave few lines of history, and do not lock out the owner', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const key = await passkeyOf(cast.ana)

  const ofOneAccount = await attempt(200, (nth) => guess(cast, 'ana', addressOf(nth)))
  const ofOneAddress = await attempt(200, (nth) => guess(cast, `cont ${nth}`, '203.0.113.66'))

  // The lock refuses tries without hashing or recording them; only compared tries leave a line.
  // Twenty come at once, and tries on different accounts do not wait for each other.
  expect(ofOneAccount).toEqual({ 400: 5, 429: 195 })
  expect(ofOneAddress[400]).toBeGreaterThanOrEqual(100)
  expect(ofOneAddress[400]).toBeLessThan(120)
  const lines = await linesOf(cast)
  const linesAbout = (name: string) =>
    lines.filter(({ actorName }) => actorName === name).map((one) => [one.act, one.lines])
  expect(linesAbout('ana')).toEqual([['session.locked', 1]])
  expect(lines.reduce((sum, one) => sum + one.lines, 0)).toBeLessThan(25)

  expect((await guess(cast, 'ana', '198.51.100.7', passwords.ana)).statusCode).toBe(429)
  const passkey = key.answer(await cast.stranger.call(session.passkeyQuestion))
  const { access_token } = await cast.stranger.call(session.authorizeByPasskey, {
    body: { passkey },
  })
  const headers = { authorization: `Bearer ${access_token}` }
  const me = await cast.stranger.send({ url: session.me.path, headers })
  expect(me.json()).toMatchObject({ account: 'ana', failedBefore: { count: 5 } })
})

test('shows failed tries since the last sign-in, with their start, once', async () => {
  const cast = await set()
  const { clock, stranger } = cast
  const first = clock.now
  for (const minutes of [0, 20, 40]) {
    clock.now = new Date(first.getTime() + minutes * 60_000)
    await guess(cast, 'Ana', '203.0.113.9')
  }
  const failedBefore = async () => {
    const body = { user: 'ana', password: passwords.ana }
    const { access_token } = await stranger.call(session.authorize, { body })
    const headers = { authorization: `Bearer ${access_token}` }
    return (await stranger.send({ url: session.me.path, headers })).json().failedBefore
  }

  expect(await failedBefore()).toEqual({ count: 3, from: first.toISOString() })
  expect(await failedBefore()).toBeNull()
})

test('mails the account’s owner once for each lock', async () => {
  office = await open()
  const cast = await set()
  await cast.startJobs()
  const { id } = (await cast.ana.call(accounts.list)).find(({ account }) => account === 'calin')!
  const email = 'calin@example.org'
  await cast.ana.call(accounts.setEmail, { params: { id }, body: { email } })
  for (let time = 0; time < 8; time++) await guess(cast, 'CALIN', '203.0.113.9')

  await expect.poll(() => office?.letters).toHaveLength(1)
  expect(office.letters[0]).toMatchObject({ to: [email] })
  expect(office.letters[0]?.text).toContain('203.0.113.9')
  cast.clock.now = new Date(cast.clock.now.getTime() + 16 * 60_000)
  for (let time = 0; time < 8; time++) await guess(cast, 'calin', '203.0.113.9')

  await expect.poll(() => office?.letters).toHaveLength(2)
})
