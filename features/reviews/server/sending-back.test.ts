import { expect, test } from 'vitest'
import { aiud, answerOf, list, send } from '#features/answers/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { latest } from '#features/notifications/server/testing.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { reviews } from '../contract.ts'
import { sendingBack } from '../returning-contract.ts'
import { sentBack } from './testing.ts'

const set = stage()

const later = ({ clock }: Stage) => {
  clock.now = new Date(clock.now.getTime() + 60_000)
}

const listed = async (person: Person) => (await list(person)).threads[0]!

/** Ana sends Bogdan's report from Aiud back. */
async function sendBack(cast: Stage) {
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  later(cast)
  const body = sentBack(await listed(cast.ana))
  const { changeId } = await cast.ana.call(sendingBack.send, { body })
  return { body, undo: () => cast.ana.call(reviews.undo, { params: { changeId } }) }
}

test('sends a report back in one act, until its observer answers again', async () => {
  const cast = await set()

  const { body } = await sendBack(cast)

  const { message: reason } = body
  const review = { state: 'follow-up', endedState: null, reason, changedBy: 'ana' }
  expect((await listed(cast.ana)).review).toMatchObject(review)
  const waiting = await latest(cast)
  expect(waiting).toMatchObject({ title: body.title, body: reason, recipients: 1 })
  expect(waiting.heldUntil).toEqual(new Date(cast.clock.now.getTime() + 30_000))
  const { data } = await cast.ana.call(history.list, { query: {} })
  const line = data.find(({ act }) => act === 'reviews.sent-back')
  expect(line).toMatchObject({ actorName: 'ana', after: { state: 'follow-up' } })
  expect(JSON.stringify(line)).not.toContain(reason)

  later(cast)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  expect((await listed(cast.ana)).review).toMatchObject({
    ...review,
    ...{ state: 'new', endedState: 'follow-up' },
  })
})

test('withdraws the message with the change, unless it went out', async () => {
  const cast = await set()
  const first = await sendBack(cast)

  expect(await first.undo()).toEqual({ undone: 1, delivered: 0 })

  expect(await latest(cast)).toMatchObject({ heldUntil: null, takenBackBy: 'ana' })
  expect((await listed(cast.ana)).review).toMatchObject({ state: 'new', reason: '' })

  const second = await sendBack(cast)
  const { id } = await latest(cast)
  await cast.ana.call(notifications.sendNow, { params: { id } })
  expect(await second.undo()).toEqual({ undone: 1, delivered: 1 })
  expect(await latest(cast)).toMatchObject({ takenBackAt: null })
})

test('takes a report back with its message, unless it was changed since', async () => {
  const cast = await set()
  await sendBack(cast)
  const { id } = await latest(cast)

  await cast.rodica.call(notifications.takeBack, { params: { id } })

  expect((await listed(cast.ana)).review).toMatchObject({ state: 'new', reason: '' })
  const { data } = await cast.ana.call(history.list, { query: {} })
  expect(data.slice(0, 2).map(({ act, actorName }) => `${act} ${actorName}`)).toEqual([
    'notifications.taken-back rodica',
    'reviews.change-undone rodica',
  ])

  const { body } = await sendBack(cast)
  const { observerId, pollingStationId, lastModified } = body
  const reports = [{ observerId, pollingStationId, lastModified }]
  await cast.ana.call(reviews.change, { body: { reports, assignee: 'ana' } })
  const second = await latest(cast)
  await cast.ana.call(notifications.takeBack, { params: { id: second.id } })
  expect((await listed(cast.ana)).review).toMatchObject({ state: 'follow-up', assignee: 'ana' })
  expect(await latest(cast)).toMatchObject({ takenBackBy: 'ana' })
})

test('sends one message however often it is repeated, and none with a refused change', async () => {
  const cast = await set()
  const { body } = await sendBack(cast)

  await expect(cast.ana.call(sendingBack.send, { body })).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
  })
  await expect(cast.calin.call(sendingBack.send, { body })).rejects.toMatchObject({
    code: 'notification.unknown-recipients',
  })

  const { totalItems } = await cast.ana.call(notifications.list, { query: {} })
  expect(totalItems).toBe(1)
})

test('keeps what is to be corrected when the report is marked for follow-up or assigned again', async () => {
  const cast = await set()
  const { body } = await sendBack(cast)
  const mark = async (change: { state: 'follow-up' } | { assignee: 'ana' }) => {
    const { observerId, pollingStationId, lastModified } = await listed(cast.ana)
    const report = { observerId, pollingStationId, lastModified: lastModified.toISOString() }
    return cast.ana.call(reviews.change, { body: { reports: [report], ...change } })
  }

  await mark({ assignee: 'ana' })
  const { changeId } = await mark({ state: 'follow-up' })
  await cast.ana.call(reviews.undo, { params: { changeId } })

  expect((await listed(cast.ana)).review).toMatchObject({ reason: body.message, assignee: 'ana' })
  expect(await latest(cast)).toMatchObject({ takenBackAt: null })
})
