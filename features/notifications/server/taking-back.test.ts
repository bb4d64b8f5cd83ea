import { beforeEach, expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { filesIn } from '#kit/server/files/files.ts'
import { type FakePushProvider, fakePushProviders } from '#testing/fake-push-provider.ts'
import { stage } from '#testing/stage.ts'
import { notifications } from '../contract.ts'
import { acts, idsOf, latest, register, resultsOf, words } from './testing.ts'

const open = fakePushProviders()
let provider: FakePushProvider
beforeEach(async () => {
  provider = await open()
})
const set = stage(filesIn, async () => ({ push: provider.push }))

const notWaiting = { code: 'notification.not-waiting' }

/** Bogdan and Dana with a phone each, and a message to both that waits for ten minutes. */
async function setWaiting(takeBackForSeconds = 600) {
  const cast = await set()
  await register(cast.bogdan, 'bogdan')
  await register(cast.dana, 'dana')
  const { bogdan, dana } = await idsOf(cast)
  const body = { ...words, recipients: [bogdan, dana], takeBackForSeconds }
  expect(await cast.ana.call(notifications.send, { body })).toBe(2)
  return cast
}

const tokens = () => provider.tries.map(({ token }) => token).sort()

test('cancels a waiting message for good, and records that in history', {
  tags: 'slow',
}, async () => {
  const cast = await setWaiting()
  const { ana } = cast
  const { id, heldUntil } = await latest(cast)
  expect(heldUntil).toEqual(new Date(cast.clock.now.getTime() + 600_000))
  const params = { id }

  await ana.call(notifications.takeBack, { params })

  expect(await latest(cast)).toMatchObject({
    ...{ recipients: 2, queued: 0, sent: 0, failed: 2, opened: 0 },
    ...{ heldUntil: null, takenBackAt: cast.clock.now, takenBackBy: 'ana' },
  })
  expect(await resultsOf(cast)).toEqual({
    'Bogdan Pop': 'taken-back',
    'Dana Ionescu': 'taken-back',
  })
  await expect(ana.call(notifications.takeBack, { params })).rejects.toMatchObject(notWaiting)
  await expect(ana.call(notifications.sendNow, { params })).rejects.toMatchObject(notWaiting)
  expect(await ana.call(notifications.retry, { params })).toBe(0)
  // Its time comes, and nothing happens.
  await cast.database.write((tx) =>
    tx
      .updateTable('jobs')
      .set({ dueAt: new Date(0) })
      .execute(),
  )
  await cast.startJobs()
  const jobs = () =>
    cast.database.primary
      .selectFrom('jobs')
      .select('id')
      .where('name', '=', 'notifications.deliver')
      .execute()
  await expect.poll(jobs).toEqual([])
  expect(provider.tries).toEqual([])
  expect(await acts(cast)).toEqual(['ana: notifications.sent', 'ana: notifications.taken-back'])
  expect(await miscounted(cast.database)).toEqual([])
})

test('hides a waiting or cancelled message from observers who guess its id', async () => {
  const cast = await setWaiting()
  const body = { notificationId: (await latest(cast)).id }
  const opening = () => cast.bogdan.call(notifications.open, { body })
  await expect(opening()).rejects.toMatchObject({ code: 'thing.not-found' })

  await cast.ana.call(notifications.takeBack, { params: { id: body.notificationId } })
  await expect(opening()).rejects.toMatchObject({ code: 'thing.not-found' })
  expect(await latest(cast)).toMatchObject({ opened: 0, failed: 2 })
})

test('sends a waiting message once per phone after its time, also after a restart', {
  tags: 'slow',
}, async () => {
  const cast = await setWaiting(2)
  const jobs = await cast.startJobs()
  await jobs.stop()
  expect(provider.tries).toEqual([])
  await cast.startJobs()

  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  expect(tokens()).toEqual(['bogdan', 'dana'])
  const { id, heldUntil } = await latest(cast)
  expect(heldUntil).toBeNull()
  await expect(cast.ana.call(notifications.takeBack, { params: { id } })).rejects.toMatchObject(
    notWaiting,
  )
})

test('sends an urgent message at once, and not again at its time', async () => {
  const cast = await setWaiting()
  await cast.startJobs()
  const { id } = await latest(cast)

  await cast.ana.call(notifications.sendNow, { params: { id } })

  expect(await resultsOf(cast)).toEqual({ 'Bogdan Pop': 'sent', 'Dana Ionescu': 'sent' })
  await cast.database.write((tx) =>
    tx
      .updateTable('jobs')
      .set({ dueAt: new Date(0) })
      .execute(),
  )
  const jobs = () =>
    cast.database.primary
      .selectFrom('jobs')
      .select('id')
      .where('name', '=', 'notifications.deliver')
      .execute()
  await expect.poll(jobs).toEqual([])
  expect(tokens()).toEqual(['bogdan', 'dana'])
  expect(await acts(cast)).toEqual(['ana: notifications.sent', 'ana: notifications.sent-now'])
})

test('accepts only the first of simultaneous requests to cancel and to send', async () => {
  const cast = await setWaiting()
  const params = { id: (await latest(cast)).id }
  const both = await Promise.allSettled([
    cast.ana.call(notifications.takeBack, { params }),
    cast.ana.call(notifications.sendNow, { params }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await cast.startJobs()
  const isTakenBack = (await latest(cast)).takenBackAt !== null
  const results = Object.values(await resultsOf(cast))
  expect(results).toEqual(isTakenBack ? ['taken-back', 'taken-back'] : ['sent', 'sent'])
})

test('sends at once by default, and refuses cancellation by another organisation', async () => {
  const cast = await setWaiting()
  const params = { id: (await latest(cast)).id }
  await expect(cast.calin.call(notifications.takeBack, { params })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await cast.ana.call(notifications.sendAll, { body: words })
  expect(await latest(cast)).toMatchObject({ heldUntil: null, takenBackAt: null })
})
