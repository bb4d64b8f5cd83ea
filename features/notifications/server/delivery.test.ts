import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { filesIn } from '#kit/server/files/files.ts'
import {
  type FakePushProvider,
  fakePushProviders,
  unregistered,
} from '#testing/fake-push-provider.ts'
import { waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import { openScreen } from '#testing/programs/installation.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { notifications } from '../contract.ts'
import { addCrowd, allSent, idsOf, register, resultsOf, words } from './testing.ts'

// Some of these send thousands of messages.
vi.setConfig({ testTimeout: 60_000 })

const open = fakePushProviders()
let provider: FakePushProvider
beforeEach(async () => {
  provider = await open()
})
const set = stage(filesIn, async () => ({ push: provider.push }))

const sendAll = ({ ana }: Stage) => ana.call(notifications.sendAll, { body: words })
const tokens = (arrivals: FakePushProvider['taken']) => arrivals.map(({ token }) => token).sort()

/** Bogdan, Dana and Emil, each with a phone; the jobs run. */
async function setPhones() {
  const cast = await set()
  await register(cast.bogdan, 'bogdan')
  await register(cast.dana, 'dana')
  await register(cast.emil, 'emil')
  await cast.startJobs()
  return cast
}

test('delivers the message once to every phone, with its text and its id for the receipt', {
  tags: 'slow',
}, async () => {
  const cast = await setPhones()

  await sendAll(cast)

  const { id } = await allSent(cast)
  expect(await resultsOf(cast)).toEqual({
    'Bogdan Pop': 'sent',
    'Dana Ionescu': 'sent',
    'Emil Test': 'sent',
  })
  expect(tokens(provider.tries)).toEqual(['bogdan', 'dana', 'emil'])
  expect(provider.taken[0]?.body).toEqual({
    notification: { title: words.title, body: words.message },
    data: { title: words.title, body: words.message, notificationId: String(id) },
  })
  // The access token is requested once.
  expect(provider.grants()).toBe(1)
})

test('delivers a message to phone and browser, readable only by that browser', {
  tags: 'slow',
}, async () => {
  const cast = await setPhones()
  const { bogdan } = await idsOf(cast)
  await register(cast.bogdan, provider.subscribe('laptop'), 'web')

  await cast.ana.call(notifications.send, { body: { ...words, recipients: [bogdan] } })

  const { id } = await allSent(cast)
  expect(tokens(provider.taken)).toEqual(['bogdan', 'laptop'])
  expect(provider.taken.find(({ token }) => token === 'laptop')?.body).toEqual({
    title: words.title,
    body: words.message,
    notificationId: String(id),
  })
})

test('counts an observer as reached when one of two devices is reached', async () => {
  const cast = await setPhones()
  const { bogdan } = await idsOf(cast)
  await register(cast.bogdan, provider.subscribe('laptop'), 'web')
  provider.answer((token) => (token === 'bogdan' ? { status: 400 } : undefined))

  await cast.ana.call(notifications.send, { body: { ...words, recipients: [bogdan] } })

  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent' })
})

test('retries a busy provider no earlier than its Retry-After', {
  tags: 'slow',
}, async () => {
  const cast = await setPhones()
  const at: number[] = []
  provider.answer((token, nth) => {
    if (token === 'bogdan') at.push(Date.now())
    return nth === 1 && token === 'bogdan'
      ? { status: 429, headers: { 'retry-after': '1' } }
      : undefined
  })

  await sendAll(cast)

  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  expect(at).toHaveLength(2)
  expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(1000)
})

test('gives up a busy provider after four attempts, until a manual retry', {
  tags: 'slow',
}, async () => {
  const cast = await setPhones()
  provider.answer((token) => (token === 'bogdan' ? { status: 500 } : undefined))

  await sendAll(cast)

  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'busy', 'Dana Ionescu': 'sent' })
  expect(provider.tries.filter(({ token }) => token === 'bogdan')).toHaveLength(4)
  provider.answer(() => undefined)
  const { id } = await allSent(cast)
  expect(await cast.ana.call(notifications.retry, { params: { id } })).toBe(1)
  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  expect(await cast.ana.call(notifications.retry, { params: { id } })).toBe(0)
  // Phones that had the message do not get it again.
  expect(tokens(provider.taken)).toEqual(['bogdan', 'dana', 'emil'])
})

test('does not follow a redirect by a provider', async () => {
  const cast = await setPhones()
  const elsewhere = { status: 307, headers: { location: '/elsewhere' } }
  provider.answer((token) => (token === 'bogdan' ? elsewhere : undefined))

  await sendAll(cast)

  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'refused', 'Dana Ionescu': 'sent' })
  expect(provider.tries.filter(({ token }) => token === 'bogdan')).toHaveLength(1)
})

test('does not count a message as sent when the provider does not answer', async () => {
  const cast = await setPhones()
  provider.leave()

  await sendAll(cast)

  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'unreachable' })
})

test('gives up waiting deliveries after a time without a provider, and loses none', {
  tags: 'slow',
}, async () => {
  provider = await open({ pauseMs: 100_000, patienceMs: 1000 })
  const cast = await set()
  await addCrowd(cast, 300)
  provider.leave()
  await cast.startJobs()

  await sendAll(cast)

  expect(await allSent(cast)).toMatchObject({ recipients: 303, failed: 303 })
  const { id } = await allSent(cast)
  const query = { pageSize: 1000 }
  const { data } = await cast.ana.call(notifications.deliveries, { params: { id }, query })
  const reasons = data.map(({ why }) => why).sort()
  expect(reasons).toEqual([...Array(3).fill('no-device'), ...Array(300).fill('unreachable')])
})

test('unregisters phones without the app and expired browser subscriptions, and keeps others', async () => {
  const cast = await setPhones()
  await register(cast.emil, provider.subscribe('laptop'), 'web')
  provider.answer((token) => {
    if (token === 'bogdan') return unregistered
    // A 404 without an error code does not mean that the phone is gone.
    if (token === 'dana') return { status: 404, body: '<html>' }
    return token === 'laptop' ? { status: 410 } : undefined
  })

  await sendAll(cast)

  expect(await resultsOf(cast)).toEqual({
    'Bogdan Pop': 'device-gone',
    'Dana Ionescu': 'refused',
    'Emil Test': 'sent',
  })
  const devices = await cast.database.primary.selectFrom('devices').select('token').execute()
  expect(devices.map(({ token }) => token).sort()).toEqual(['dana', 'emil'])
})

test('keeps a phone that registers again while its old token is found dead', async () => {
  const cast = await setPhones()
  provider.answer(async (token) => {
    if (token !== 'bogdan') return undefined
    await register(cast.bogdan, 'bogdan’s new one')
    return unregistered
  })

  await sendAll(cast)

  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'device-gone' })
  const { id } = await allSent(cast)
  await cast.ana.call(notifications.retry, { params: { id } })
  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'sent' })
})

test('fails all deliveries with one reason when the provider denies access', async () => {
  const cast = await setPhones()
  provider.answer(() => ({ status: 403, body: { error: { status: 'PERMISSION_DENIED' } } }))

  await sendAll(cast)

  expect(Object.values(await resultsOf(cast))).toEqual(Array(3).fill('not-authorised'))
  expect(provider.tries).toHaveLength(3)
})

test('renews an expired access token, and reports a refused one as the reason', {
  tags: 'slow',
}, async () => {
  const cast = await setPhones()
  const again = async () => {
    const { id } = await allSent(cast)
    await cast.ana.call(notifications.retry, { params: { id } })
    return new Set(Object.values(await resultsOf(cast)))
  }
  provider.revoke(400)
  await sendAll(cast)
  expect(new Set(Object.values(await resultsOf(cast)))).toEqual(new Set(['not-authorised']))
  provider.revoke(503)
  expect(await again()).toEqual(new Set(['busy']))
  provider.revoke()
  provider.answer(() => ({ status: 400 }))
  expect(await again()).toEqual(new Set(['refused']))

  // The server notices an expired token only when the provider refuses it.
  provider.revoke()
  provider.answer(() => undefined)
  expect(await again()).toEqual(new Set(['not-authorised']))
  expect(await again()).toEqual(new Set(['sent']))
})

test('ends a message when its process keeps dying, and allows a retry', async () => {
  const cast = await set()
  await register(cast.bogdan, 'bogdan')
  const { bogdan } = await idsOf(cast)
  await cast.ana.call(notifications.send, { body: { ...words, recipients: [bogdan] } })
  // The state that the last crashed process leaves.
  await cast.database.write((tx) =>
    sql`update jobs set tries_left = 0, running_until = now() - interval '1 minute'`.execute(tx),
  )

  await cast.startJobs()

  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'interrupted' })
  const { id } = await allSent(cast)
  await cast.ana.call(notifications.retry, { params: { id } })
  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent' })
})

test('distinguishes observers without a registered phone from other failures', async () => {
  const cast = await set()
  await register(cast.bogdan, 'bogdan')
  await cast.startJobs()

  await sendAll(cast)

  expect(await resultsOf(cast)).toEqual({
    'Bogdan Pop': 'sent',
    'Dana Ionescu': 'no-device',
    'Emil Test': 'no-device',
  })
  const { id } = await allSent(cast)
  expect(await cast.ana.call(notifications.find, { params: { id } })).toMatchObject({
    sent: 1,
    failed: 2,
    failures: [{ why: 'no-device', count: 2 }],
  })
})

test('refuses browser endpoints outside known push services', {
  tags: 'slow',
}, async () => {
  const cast = await setPhones()
  const { bogdan } = await idsOf(cast)
  provider.answer((token) => (token === 'bogdan' ? { status: 400 } : undefined))
  const sendTo = (id: number) =>
    cast.ana.call(notifications.send, { body: { ...words, recipients: [id] } })
  const subscription = JSON.parse(provider.subscribe('laptop'))
  const at = (endpoint: string) =>
    register(cast.bogdan, JSON.stringify({ ...subscription, endpoint }), 'Web')
  const invalid = { code: 'request.invalid' }

  await expect(at('http://10.0.0.1/push')).rejects.toMatchObject(invalid)
  await expect(register(cast.bogdan, 'no subscription', 'web')).rejects.toMatchObject(invalid)
  // A local endpoint, but not the configured one.
  await at('http://127.0.0.1:1/push')
  await sendTo(bogdan)
  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'refused' })
  for (const elsewhere of [
    'https://fcm.googleapis.com.example.org/push',
    'https://fcm.googleapis.com:8443/push',
    'http://fcm.googleapis.com/push',
    'https://169.254.169.254/latest',
  ]) {
    await at(elsewhere).catch(() => undefined)
    await sendTo(bogdan)
    expect([elsewhere, await resultsOf(cast)]).toEqual([elsewhere, { 'Bogdan Pop': 'refused' }])
  }
})

test('counts a message as opened when the phone opens it before delivery is recorded', async () => {
  const cast = await setPhones()
  provider.answer(async (token) => {
    const [{ id } = { id: 0 }] = (await cast.ana.call(notifications.list, { query: {} })).data
    if (token === 'bogdan')
      await cast.bogdan.call(notifications.open, { body: { notificationId: id } })
    return undefined
  })

  await sendAll(cast)

  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'opened', 'Dana Ionescu': 'sent' })
  expect(await allSent(cast)).toMatchObject({ recipients: 3, opened: 1, sent: 2, queued: 0 })
  expect(provider.tries).toHaveLength(3)
})

test('does not resend to a phone that answers while other results are recorded', {
  tags: 'slow',
}, async () => {
  const cast = await setPhones()
  const { database } = cast
  const gate = gateOf()
  provider.answer(async (token) => {
    if (token !== 'bogdan') await gate.opened
    return undefined
  })
  await sendAll(cast)

  await database.write(async (tx) => {
    await sql`select from notifications for update`.execute(tx)
    // Bogdan's result waits for this lock while the last other results arrive.
    await expect.poll(() => waitingForARow(database), { timeout: 15_000 }).toBe(1)
    gate.open()
    await expect.poll(() => provider.taken.length, { timeout: 15_000 }).toBe(3)
    await cast.ana.call(notifications.list, { query: {} })
  })

  await allSent(cast)
  expect(tokens(provider.tries)).toEqual(['bogdan', 'dana', 'emil'])
})

function gateOf() {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

test('delivers once to two thousand phones, and announces progress without each delivery', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await addCrowd(cast, 2000)
  const { heard } = await openScreen(await cast.listen(), (await cast.ana.token())!)
  await cast.startJobs()
  provider.answer((token, nth) =>
    // One in ten is refused at first.
    nth === 1 && token.endsWith('0') ? { status: 503, headers: { 'retry-after': '0' } } : undefined,
  )

  await sendAll(cast)

  expect(await allSent(cast, 50_000)).toMatchObject({ recipients: 2003, sent: 2000, failed: 3 })
  expect(new Set(tokens(provider.taken)).size).toBe(2000)
  expect(provider.taken).toHaveLength(2000)
  const changes = () => heard.filter((what) => what === 'notifications.changed')
  await vi.waitFor(() => expect(changes().length).toBeGreaterThan(1), pollOptions)
  expect(heard.length).toBeLessThan(200)
})

test('avoids duplicate messages on a retry during delivery, also by another process', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await addCrowd(cast, 500)
  await cast.startJobs()
  await cast.startJobs()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  provider.answer(async (token, nth) => {
    if (token === 'phone 1' && nth === 1) return { status: 400 }
    await isReleased
    return undefined
  })
  await sendAll(cast)
  const latest = async () => (await cast.ana.call(notifications.list, { query: {} })).data[0]!
  await expect.poll(async () => (await latest()).failed, pollOptions).toBe(4)

  // Phone 1 and the three observers without a phone.
  expect(await cast.ana.call(notifications.retry, { params: { id: (await latest()).id } })).toBe(4)
  // The other process has started the retry.
  const running = () =>
    sql`select id from jobs where name = 'notifications.deliver' and running_until is not null`.execute(
      cast.database.primary,
    )
  await expect.poll(async () => (await running()).rows, pollOptions).toHaveLength(2)
  release()

  expect(await allSent(cast, 30_000)).toMatchObject({ sent: 500, failed: 3 })
  expect(provider.taken).toHaveLength(500)
})

test('shuts down without waiting for a provider that does not answer', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await register(cast.bogdan, 'bogdan')
  const jobs = await cast.startJobs()
  provider.answer(() => new Promise(() => undefined))
  await sendAll(cast)
  await vi.waitFor(() => expect(provider.tries).toHaveLength(1), pollOptions)

  await jobs.stop()
  provider.answer(() => undefined)
  await cast.startJobs()

  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'sent' })
})

test('resumes an interrupted delivery without omissions or duplicates', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await addCrowd(cast, 1000)
  let isStopping = false
  const jobs = await cast.startJobs()
  provider.answer(() => {
    if (provider.taken.length > 300 && !isStopping) {
      isStopping = true
      void jobs.stop()
    }
    return undefined
  })
  await sendAll(cast)
  await vi.waitFor(() => expect(isStopping).toBe(true), pollOptions)
  await jobs.stop()
  const before = provider.taken.length
  expect(before).toBeLessThan(1000)

  await cast.startJobs()

  expect(await allSent(cast, 30_000)).toMatchObject({ sent: 1000, failed: 3 })
  expect(new Set(tokens(provider.taken)).size).toBe(1000)
  expect(provider.taken).toHaveLength(1000)
})
