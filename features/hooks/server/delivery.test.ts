import { expect, test, vi } from 'vitest'
import { aiud, answerOf, dej, list, send } from '#features/answers/server/testing.ts'
import { incidents } from '#features/incidents/contract.ts'
import { makeIncident } from '#features/incidents/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { review } from '#features/reviews/server/testing.ts'
import { pollOptions } from '#testing/polling.ts'
import { type Receiver, verified } from '#testing/receiver.ts'
import type { Stage } from '#testing/stage.ts'
import { hooks } from '../contract.ts'
import { addHook, hooking } from './testing.ts'

const { set, receive, rule } = hooking()

const arrived = (receiver: Receiver, count: number) =>
  vi.waitFor(() => expect(receiver.calls).toHaveLength(count), pollOptions)

/** The last delivery of a hook, once it was tried. */
const tried = (cast: Stage, id: Awaited<ReturnType<typeof addHook>>['id']) =>
  vi.waitFor(async () => {
    const [last] = await cast.ana.call(hooks.log, { params: { id } })
    expect(last?.triedAt).toBeTruthy()
    return last!
  }, pollOptions)

test('sends each kind of event, signed, without names, phone numbers and texts', async () => {
  const cast = await set()
  const receiver = await receive()
  const { secret } = await addHook(cast, receiver)
  await cast.startJobs()

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await cast.bogdan.call(notes.write, { body: { ...aiud, text: 'Ion Pop, 0700 000 001' } })
  const { id } = await makeIncident(cast.ana, { title: 'Ion Pop', informed: '0700 000 001' })
  await cast.ana.call(incidents.edit, { params: { id }, body: { state: 'confirmed' } })
  await cast.figures()
  const { data } = await list(cast.ana)
  await review(cast.ana, data, { state: 'set-aside', reason: 'Ion Pop' })

  await arrived(receiver, 6)
  const events = verified(receiver, secret)
  const of = (kind: string) => events.find(({ type }) => type === kind)?.data
  const station = {
    ...{ observerId: data[0]!.observerId, pollingStationId: data[0]!.pollingStationId },
    ...{ countyCode: 'AB', stationNumber: 1, practice: false },
  }
  const question = { question: 'A1.1', questionId: cast.field.questionId('A1.1') }
  const asked = { flagged: true, questions: [expect.objectContaining(question)] }
  expect(of('report.received')).toMatchObject({ ...station, ...asked })
  const optionId = cast.field.optionId('A1.1', 'Nu')
  expect(of('answer.flagged')).toMatchObject({ ...station, ...asked, optionId })
  expect(of('note.received')).toMatchObject({ ...station, questionId: null })
  expect(of('incident.opened')).toMatchObject({ incidentId: id, severity: 'high' })
  expect(of('incident.changed')).toMatchObject({ incidentId: id, state: 'confirmed' })
  expect(of('review.changed')).toMatchObject({ ...station, state: 'set-aside' })
  const sent = receiver.calls.map(({ body }) => body).join()
  expect(sent).not.toMatch(/Pop|Bogdan|0700|ana"/)
})

test('repeats a failed delivery with the same id, also after a restart', async () => {
  const cast = await set()
  const receiver = await receive(500)
  const { id, secret } = await addHook(cast, receiver)
  const jobs = await cast.startJobs()
  await makeIncident(cast.ana)
  const failed = await tried(cast, id)
  expect(failed).toMatchObject({ status: 500, tries: 1, reply: 'seen', fault: null })
  expect(failed.dueAt).not.toBeNull()

  await jobs.stop()
  await makeIncident(cast.ana)
  receiver.status = 204
  cast.clock.now = new Date(Date.now() + 20_000)
  await cast.startJobs()

  await arrived(receiver, 3)
  const ids = receiver.calls.map(({ headers }) => headers['webhook-id'])
  expect(ids.filter((one) => one === failed.messageId)).toHaveLength(2)
  expect(new Set(ids).size).toBe(2)
  expect(verified(receiver, secret)).toHaveLength(3)
})

test('sends nothing outside the limits of a hook', async () => {
  const cast = await set()
  const [everything, byCounty, byNgo] = [await receive(), await receive(), await receive()]
  const { ngoId } = await cast.database.primary
    .selectFrom('staff')
    .select('ngoId')
    .where('account', '=', 'calin')
    .executeTakeFirstOrThrow()
  await addHook(cast, everything)
  const { secret } = await addHook(cast, byCounty, { countyCodes: ['CJ'] })
  await addHook(cast, byNgo, { ngoId, kinds: ['report.received'] })
  await cast.startJobs()

  await makeIncident(cast.ana)
  await makeIncident(cast.calin)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  await send(cast.dana, answerOf(cast, aiud, 'A1.1', 'Da'))

  await arrived(everything, 6)
  await arrived(byCounty, 1)
  await arrived(byNgo, 1)
  expect(verified(byCounty, secret)[0]).toMatchObject({ data: { countyCode: 'CJ' } })
  expect(JSON.parse(byNgo.calls[0]!.body)).toMatchObject({ data: { ngoId, countyCode: 'AB' } })
})

test('does not let a receiver that never answers delay others', async () => {
  const cast = await set()
  const [slow, quick] = [await receive(0), await receive()]
  await addHook(cast, slow)
  await addHook(cast, quick)
  await cast.startJobs()
  for (let made = 0; made < 6; made++) await makeIncident(cast.ana)

  await arrived(quick, 6)

  expect(slow.calls.length).toBeLessThanOrEqual(4)
})

test('signs with both secrets for a day after a replacement', async () => {
  const cast = await set()
  const receiver = await receive(500)
  const { id, secret } = await addHook(cast, receiver)
  const params = { id }
  const { secret: next } = await cast.ana.call(hooks.rotate, { params })
  await cast.startJobs()
  await cast.ana.call(hooks.test, { params })
  await arrived(receiver, 1)
  expect(verified(receiver, secret)).toEqual(verified(receiver, next))
  await tried(cast, id)

  cast.clock.now = new Date(Date.now() + 25 * 3_600_000)
  await arrived(receiver, 2)
  expect(String(receiver.calls[1]!.headers['webhook-signature']).split(' ')).toHaveLength(1)
})

test('switches a hook off when its receiver is gone, and replays a delivery once it is back', async () => {
  const cast = await set()
  const receiver = await receive(410)
  const { id } = await addHook(cast, receiver)
  await cast.startJobs()
  await cast.ana.call(hooks.test, { params: { id } })
  const { id: deliveryId, messageId } = await tried(cast, id)
  const [off] = await cast.ana.call(hooks.list)
  expect(off).toMatchObject({ offReason: 'gone', waiting: 0 })

  receiver.status = 200
  await cast.ana.call(hooks.turn, { params: { id }, body: { isOn: true } })
  await cast.ana.call(hooks.replay, { params: { id, deliveryId } })

  await arrived(receiver, 2)
  expect(receiver.calls[1]!.headers['webhook-id']).toBe(messageId)
})

test('switches a hook off after days of failure, and deletes its log after 30 days', async () => {
  const cast = await set()
  const receiver = await receive(503)
  const { id } = await addHook(cast, receiver)
  await cast.startJobs()
  await cast.ana.call(hooks.test, { params: { id } })
  const stored = (table: 'hooks' | 'hookDeliveries') =>
    cast.database.primary.selectFrom(table).selectAll().executeTakeFirst()
  for (let tries = 1; tries <= 10; tries++) {
    await arrived(receiver, tries)
    await vi.waitFor(
      async () => expect((await stored('hookDeliveries'))?.tries).toBe(tries),
      pollOptions,
    )
    cast.clock.now = new Date(cast.clock.now.getTime() + 27 * 3_600_000)
  }
  expect(await stored('hooks')).toMatchObject({ offReason: 'failing' })
  expect(await stored('hookDeliveries')).toMatchObject({ dueAt: null, status: 503 })

  cast.clock.now = new Date(cast.clock.now.getTime() + 31 * 24 * 3_600_000)
  await cast.startJobs()
  await vi.waitFor(async () => expect(await stored('hookDeliveries')).toBeUndefined(), pollOptions)
})

test('refuses private addresses when a hook is added and when it delivers', async () => {
  const cast = await set()
  const receiver = await receive()
  const { id } = await addHook(cast, receiver)
  rule.privateNetworks = false
  const addresses = [
    ...['https://localhost/', 'https://2130706433/', 'https://0x7f.1/', 'https://[::1]/'],
    ...['https://[::ffff:127.0.0.1]/', 'https://169.254.169.254/latest', receiver.url],
  ]
  for (const address of addresses)
    await expect(addHook(cast, receiver, { address })).rejects.toMatchObject({
      code: 'hook.address-refused',
    })
  await cast.startJobs()
  await cast.ana.call(hooks.test, { params: { id } })

  expect(await tried(cast, id)).toMatchObject({ status: null, fault: 'not-https' })
  expect(receiver.calls).toEqual([])
})
