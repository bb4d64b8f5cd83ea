import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import { aiud, answerOf, send } from '#features/answers/server/testing.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { milestones } from '#features/milestones/contract.ts'
import { at, figuresSettled } from '#features/milestones/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { register } from '#features/notifications/server/testing.ts'
import type { Stage } from '#testing/stage.ts'
import { reminders } from '../contract.ts'
import { comes, draft, remind, reminding, sent } from './testing.ts'

const { set, setMorning, arrived } = reminding()

test('reminds exactly the observers without an arrival half an hour before, with their own data', {
  tags: 'slow',
}, async () => {
  const cast = await setMorning()
  await remind(cast, {})
  const [listed] = await cast.ana.call(reminders.list)
  expect(listed).toMatchObject({
    ...{ milestone: 'Sosire', minutes: -30, madeBy: 'ana', isSilent: false, sent: [] },
    next: { at: at('11:30'), recipients: 2 },
  })
  await comes(cast, '11:29')
  expect(await sent(cast)).toEqual([])

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await cast.figures()
  await comes(cast, '11:30')
  expect(await sent(cast)).toEqual(['ana: Termen, {name}: {station} până la 12:00, 2'])
  const phones = await arrived(2)
  expect(phones.join('\n')).toContain('Bogdan Pop: Dej 1 până la 12:00')
  expect(phones.join('\n')).toContain('Dana Ionescu: Dej 1 până la 12:00')

  const [after] = await cast.ana.call(reminders.list)
  expect(after).toMatchObject({ next: null, sent: [{ recipients: 2, at: at('11:30') }] })
  expect(await miscounted(cast.database)).toEqual([])
})

test('fills placeholders in staff messages, with a dash for unplanned observers', async () => {
  const cast = await setMorning()
  await register(cast.emil, 'emil')
  const words = { title: 'Atenție', message: '{nume}, rămâi la {station}.' }

  await cast.ana.call(notifications.sendAll, { body: words })

  const texts = (await arrived(3)).join('\n')
  expect(texts).toContain('Bogdan Pop, rămâi la Aiud 1, Dej 1.')
  expect(texts).toContain('Dana Ionescu, rămâi la Dej 1.')
  expect(texts).toContain('Emil Test, rămâi la –.')
})

test('refuses a text that is too long once its placeholders are filled in', async () => {
  const { ana } = await setMorning()
  const blanks = Array.from({ length: 16 }, () => '{name}').join(' ')

  const sent = ana.call(notifications.sendAll, { body: { title: 'Atenție', message: blanks } })

  await expect(sent).rejects.toMatchObject({ code: 'request.invalid' })
})

test('reminds each assignment once, also after a restart, with two processes or a moved deadline', {
  tags: 'slow',
}, async () => {
  const cast = await setMorning()
  await remind(cast, { minutes: -30 })
  await comes(cast, '11:31')
  await arrived(2)
  await cast.startJobs()
  await comes(cast, '11:32')
  const params = { id: cast.milestoneId }
  await cast.ana.call(milestones.edit, { params, body: { dueAt: '2026-11-22 14:00' } })
  await figuresSettled(cast)
  await plan(cast, 'Dana Ionescu', ['CJ1', 2])
  await figuresSettled(cast)
  await comes(cast, '13:31')

  expect(await sent(cast)).toEqual([
    'ana: Termen, {name}: {station} până la 14:00, 1',
    'ana: Termen, {name}: {station} până la 12:00, 2',
  ])
})

test('delays a reminder while expectations are counted, then sends it to all at once', async () => {
  const cast = await setMorning()
  await remind(cast, {})
  await cast.database.write(async (counting) => {
    // Another process counts.
    await sql`
      select pg_advisory_xact_lock(hashtextextended('veghe.projector', election_id)) from reminders`.execute(
      counting,
    )
    const params = { id: cast.milestoneId }
    await cast.ana.call(milestones.edit, { params, body: { dueAt: '2026-11-22 12:01' } })
    await comes(cast, '11:32')
    expect(await cast.database.primary.selectFrom('notifications').select('id').execute()).toEqual(
      [],
    )
  })

  await cast.figures()
  await comes(cast, '11:33')
  expect(await sent(cast)).toEqual(['ana: Termen, {name}: {station} până la 12:01, 2'])
})

test('moves unsent reminders with their deadline', async () => {
  const cast = await setMorning()
  await remind(cast, { minutes: 15, message: 'Unde ești?' })
  const params = { id: cast.milestoneId }
  await cast.ana.call(milestones.edit, { params, body: { dueAt: '2026-11-22 15:00' } })
  await figuresSettled(cast)
  await comes(cast, '12:16')
  expect(await sent(cast)).toEqual([])
  expect(await cast.ana.call(reminders.list)).toMatchObject([{ next: { at: at('15:15') } }])
  await comes(cast, '15:15')
  expect(await sent(cast)).toEqual(['ana: Termen, Unde ești?, 2'])
})

test('sends no reminder to excused observers, or for times before the rule was made', async () => {
  const cast = await setMorning()
  const body = { assignmentIds: [cast.planned[2]!], reason: 'Bolnavă' }
  await cast.ana.call(milestones.excuse, { body })
  cast.clock.now = at('11:40')
  await remind(cast, { minutes: -30 })
  await remind(cast, { minutes: 10 })
  await comes(cast, '11:45')
  expect(await sent(cast)).toEqual([])
  expect((await cast.ana.call(reminders.list)).map(({ next }) => next)).toEqual([
    null,
    { at: at('12:10'), recipients: 1 },
  ])
  await comes(cast, '12:10')
  expect(await sent(cast)).toHaveLength(1)
})

test('sends nothing at night unless the rule allows it, and shows that in the list', async () => {
  const cast = await setMorning('2026-11-22 22:30', '20:00')
  await remind(cast, { minutes: -15 })
  await remind(cast, { minutes: -10, atNight: true })
  expect(await cast.ana.call(reminders.list)).toMatchObject([
    { next: null, isSilent: true },
    { next: { at: at('22:20'), recipients: 2 }, isSilent: false },
  ])
  await comes(cast, '22:16')
  expect(await sent(cast)).toEqual([])
  await comes(cast, '22:20')
  expect(await sent(cast)).toHaveLength(1)
})

test('does not send a removed reminder, and records its author and sending in history', {
  tags: 'slow',
}, async () => {
  const cast = await setMorning()
  const id = await remind(cast, {})
  await remind(cast, { minutes: 600, title: 'Mult mai târziu' })
  await cast.ana.call(reminders.remove, { params: { id } })
  expect(await cast.ana.call(reminders.list)).toMatchObject([{ minutes: 600 }])
  await comes(cast, '11:30')
  expect(await sent(cast)).toEqual([])
  cast.clock.now = at('11:00')
  await cast.ana.call(reminders.restore, { params: { id } })
  await comes(cast, '11:30')
  expect(await sent(cast)).toHaveLength(1)
  const { rows } = await sql<{ told: string }>`
    select actor_name || ': ' || act as told from history
     where act like 'reminders.%' or act = 'notifications.sent' order by id`.execute(
    cast.database.primary,
  )
  expect(rows.map(({ told }) => told)).toEqual([
    'ana: reminders.added',
    'ana: reminders.added',
    'ana: reminders.removed',
    'ana: reminders.restored',
    'Veghe: notifications.sent',
  ])
})

test('shows county desks and organisations how many of their observers a reminder will reach', async () => {
  const cast = await setMorning()
  await remind(cast, {})
  const next = async (person: Stage['ana']) => (await person.call(reminders.list))[0]?.next
  expect(await next(cast.calin)).toEqual({ at: at('11:30'), recipients: 1 })
  expect(await next(cast.sanda)).toEqual({ at: at('11:30'), recipients: 2 })
})

test('shows county desks and organisations their recipients of a sent reminder, not its message', async () => {
  const cast = await setMorning()
  await remind(cast, {})
  await comes(cast, '11:30')
  const sentTo = async (person: Stage['ana']) =>
    (await person.call(reminders.list))[0]?.sent.map((one) => [
      one.recipients,
      one.notificationId === null ? 'hidden' : 'seen',
    ])
  await expect.poll(() => sentTo(cast.ana)).toEqual([[2, 'seen']])
  expect(await sentTo(cast.calin)).toEqual([[1, 'hidden']])
  expect(await sentTo(cast.sanda)).toEqual([[2, 'hidden']])
})

test.each([
  ['a blank that nothing fills', { message: 'Sună {telefon}' }, 'message'],
  ['no text', { message: ' ' }, 'message'],
  ['more than a day', { minutes: 1441 }, 'minutes'],
])('refuses %s by field name', async (_what, wrong, field) => {
  const cast = await set()
  const milestoneId = await cast.ana.call(milestones.add, {
    body: { name: 'Sosire', kind: 'arrival', dueAt: '2026-11-22 12:00' },
  })
  const body = { ...draft, milestoneId, minutes: -30, ...wrong }
  await expect(cast.ana.call(reminders.add, { body })).rejects.toMatchObject({
    code: 'request.invalid',
    details: { errors: { [field]: expect.anything() } },
  })
})
