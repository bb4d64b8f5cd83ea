import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { accounts } from '#features/accounts/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { type FakePushProvider, fakePushProviders } from '#testing/fake-push-provider.ts'
import { pollOptions } from '#testing/polling.ts'
import { phones, pins, type Stage, stage } from '#testing/stage.ts'
import { notifications } from '../contract.ts'
import { idsOf, register, resultsOf, words } from './testing.ts'

const open = fakePushProviders()
let provider: FakePushProvider
beforeEach(async () => {
  provider = await open()
})
const set = stage(filesIn, async () => ({ push: provider.push }))

const sendAll = ({ ana }: Stage) => ana.call(notifications.sendAll, { body: words })
const taken = () => provider.taken.map(({ token }) => token).sort()
const tokensOf = async ({ database }: Stage) =>
  (await database.primary.selectFrom('devices').select('token').orderBy('token').execute()).map(
    ({ token }) => token,
  )

/** Disables or enables the organisation of Călin. */
async function setCalins(cast: Stage, isActive: boolean): Promise<void> {
  const all = await cast.ana.call(accounts.listNgos)
  const { id, name, shortName } = all.find(({ isOrganiser }) => !isOrganiser)!
  await cast.ana.call(accounts.editNgo, { params: { id }, body: { name, shortName, isActive } })
}

test('delivers to the last observer who signed in on a shared phone', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await register(cast.bogdan, 'shared')
  await register(cast.dana, 'shared')
  await cast.startJobs()

  await sendAll(cast)

  expect(await resultsOf(cast)).toMatchObject({
    'Bogdan Pop': 'no-device',
    'Dana Ionescu': 'sent',
  })
  expect(taken()).toEqual(['shared'])
})

test('registers a phone for one of two concurrent observers', async () => {
  const cast = await set()
  await Promise.all([cast.bogdan.call(session.me), cast.dana.call(session.me)])

  await Promise.all([register(cast.bogdan, 'shared'), register(cast.dana, 'shared')])

  expect(await tokensOf(cast)).toEqual(['shared'])
})

test('registers a phone once, ignoring the case of its channel', async () => {
  const cast = await set()
  await register(cast.bogdan, 'old', 'Firebase')
  await register(cast.bogdan, 'new', 'firebase')
  await cast.startJobs()

  await sendAll(cast)

  expect(await resultsOf(cast)).toMatchObject({ 'Bogdan Pop': 'sent' })
  expect(taken()).toEqual(['new'])
})

test('unregisters phones at sign-out, PIN reset, deletion or disabling of the organisation', async () => {
  const cast = await set()
  const { ana } = cast
  const { emil } = await idsOf(cast)
  for (const who of ['bogdan', 'dana', 'emil'] as const) await register(cast[who], who)
  const body = { user: phones.bogdan, password: pins.bogdan, uniqueId: 'b' }
  await cast.stranger.call(session.authorize, {
    body: { ...body, fcmToken: 'second', channelName: 'tablet' },
  })

  await cast.bogdan.call(session.signOut)
  expect(await tokensOf(cast)).toEqual(['dana', 'emil', 'second'])
  await setCalins(cast, false)
  expect(await tokensOf(cast)).toEqual(['emil', 'second'])
  await ana.call(observers.remove, { query: { id: emil } })
  expect(await tokensOf(cast)).toEqual(['second'])
  await ana.call(observers.resetPin, {
    body: { action: 'reset-password', phoneNumber: phones.bogdan, pin: '7777' },
  })
  expect(await tokensOf(cast)).toEqual([])
})

test('fails a queued message with a reason when its recipient is gone', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  const { ana, database } = cast
  const { bogdan } = await idsOf(cast)
  for (const who of ['bogdan', 'dana', 'emil'] as const) await register(cast[who], who)
  await sendAll(cast)
  await ana.call(observers.remove, { query: { id: bogdan } })
  await setCalins(cast, false)
  // As if it had been registered while the organisation was switched off.
  await database.write((tx) =>
    sql`
      insert into devices (election_id, observer_id, channel, token, registered_at)
      select election_id, id, 'firebase', 'dana', now() from observers where name like 'Dana%'`.execute(
      tx,
    ),
  )

  await cast.startJobs()

  expect(await resultsOf(cast)).toEqual({
    'Bogdan Pop': 'observer-gone',
    'Dana Ionescu': 'observer-gone',
    'Emil Test': 'sent',
  })
  expect(taken()).toEqual(['emil'])
  const [message] = (await ana.call(notifications.list, { query: {} })).data
  await ana.call(notifications.retry, { params: { id: message!.id } })
  await expect
    .poll(async () => (await resultsOf(cast))['Bogdan Pop'], pollOptions)
    .toBe('observer-gone')
  expect(taken()).toEqual(['emil'])
})

test('does not retry a message to a phone that has a new owner', async () => {
  const cast = await set()
  await register(cast.bogdan, 'shared')
  const { bogdan } = await idsOf(cast)
  await cast.dana.call(session.me)
  provider.answer(async (_token, nth) => {
    if (nth > 1) return undefined
    await register(cast.dana, 'shared')
    return { status: 503, headers: { 'retry-after': '0' } }
  })
  await cast.startJobs()

  await cast.ana.call(notifications.send, { body: { ...words, recipients: [bogdan] } })

  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'no-device' })
  expect(provider.tries).toHaveLength(1)
  expect(taken()).toEqual([])
})
