import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { answerOf, send } from '#features/answers/server/testing.ts'
import { assignments } from '#features/assignments/contract.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { named, openingForm, save } from '#features/forms/server/testing.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { visits } from '#features/visits/contract.ts'
import { observerIdOf } from '#features/visits/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { milestones } from '../contract.ts'
import {
  arrival,
  at,
  type Draft,
  due,
  figuresSettled,
  listedStates,
  ofMessage,
  totals,
} from './testing.ts'

const set = stage()

const aiud = { countyCode: 'AB', municipalityCode: 'AB1', pollingStationNumber: 1 } as const
const dej = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 } as const

/** Makes a form, a question of it and another milestone due, and returns the form. */
async function formDue(cast: Stage, [form, question]: readonly [string, string], other: Draft) {
  const formId = cast.field.formId('C') as Id<'forms'>
  const questionId = cast.field.questionId('C1.1') as Id<'questions'>
  await due(
    cast,
    { name: 'C', kind: 'form', formId, dueAt: `2026-11-22 ${form}` },
    { name: 'Întrebare', kind: 'question', questionId, dueAt: `2026-11-22 ${question}` },
    other,
  )
  return formId
}

test('turns a planned observer late at the deadline, without a recount, until they report', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await due(cast, arrival)

  cast.clock.now = at('10:00')
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: not-yet'])
  cast.clock.now = at('11:30')
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: due'])
  cast.clock.now = at('12:00')
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])
  expect(await totals(cast.ana)).toEqual([['Alba', { late: 1 }]])

  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done'])
  expect(await totals(cast.ana)).toEqual([['Alba', { done: 1 }]])
  await figuresSettled(cast)
})

test('marks a milestone completed after its deadline as late, and counts it as done', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  const [id] = await due(cast, arrival)
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))
  cast.clock.now = at('12:10')
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))

  expect(await totals(cast.ana)).toEqual([
    ['Alba', { done: 1, doneLate: 1 }],
    ['Cluj', { done: 1 }],
  ])
  const { data } = await cast.ana.call(milestones.expected, { query: { milestoneId: id! } })
  expect(
    data.map(({ observerName, milestones: [one] }) => [observerName, one!.state, one!.isDoneLate]),
  ).toEqual([
    ['Bogdan Pop', 'done', true],
    ['Dana Ionescu', 'done', false],
  ])
  await cast.ana.call(milestones.edit, { params: { id: id! }, body: { dueAt: '2026-11-22 13:00' } })
  expect(await totals(cast.ana)).toEqual([
    ['Alba', { done: 1 }],
    ['Cluj', { done: 1 }],
  ])
  await figuresSettled(cast)
})

test('counts a deadline that moves several times by its final time', async () => {
  const cast = await set()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const id = await cast.ana.call(milestones.add, { body: arrival })
  for (const dueAt of ['2026-11-22 09:00', '2026-11-22 12:00', '2026-11-22 10:30'])
    await cast.ana.call(milestones.edit, { params: { id }, body: { dueAt } })
  await figuresSettled(cast)
  expect(await cast.ana.call(milestones.list)).toMatchObject([{ isCounting: false, expected: 1 }])
  cast.clock.now = at('11:00')
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])
})

test('stops expecting a form while it is deleted, and resumes when it is restored', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const formId = await formDue(cast, ['10:00', '11:00'], arrival)
  cast.clock.now = at('12:30')
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late, late, late'])

  await cast.ana.call(forms.remove, { query: { formId } })
  await figuresSettled(cast)
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])
  expect(await totals(cast.ana)).toEqual([['Alba', { late: 1 }]])

  await cast.ana.call(forms.restore, { params: { id: formId } })
  await figuresSettled(cast)
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late, late, late'])
})

test('stops expecting a question while the newest form version omits it', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const questionId = cast.field.questionId('A1.1') as Id<'questions'>
  await due(cast, arrival, { ...arrival, name: 'Întrebare', kind: 'question', questionId })
  cast.clock.now = at('12:30')
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late, late'])

  const listed = async () => (await cast.ana.call(milestones.list)).map(({ isAsked }) => isAsked)
  expect(await listed()).toEqual([true, true])
  const whole = named(
    cast,
    openingForm(() => undefined),
  )
  const [section, ...others] = whole.formSections
  const shorter = { ...section!, questions: section!.questions.slice(1) }
  await save(cast, { ...whole, formSections: [shorter, ...others] })
  await figuresSettled(cast)
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])
  expect(await totals(cast.ana)).toEqual([['Alba', { late: 1 }]])
  expect(await listed()).toEqual([true, false])

  await save(cast, whole)
  await figuresSettled(cast)
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late, late'])
})

test('expects a message only from its recipients', async () => {
  const cast = await set()
  await cast.startJobs()
  for (const name of ['Bogdan Pop', 'Dana Ionescu']) await plan(cast, name, ['AB1', 1])
  await due(cast, { ...(await ofMessage(cast)), dueAt: '2026-11-22 12:00' })
  cast.clock.now = at('12:30')

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late', 'Dana Ionescu Aiud 1: '])
  expect(await totals(cast.ana)).toEqual([['Alba', { late: 1 }]])
})

test('counts opening a resent message as opening the first, also after two resends', async () => {
  const cast = await set()
  await cast.startJobs()
  for (const name of ['Bogdan Pop', 'Dana Ionescu']) await plan(cast, name, ['AB1', 1])
  const first = { ...(await ofMessage(cast)), dueAt: '2026-11-22 12:00' }
  await due(cast, first)
  cast.clock.now = at('11:30')
  const again = async (of: number) => {
    const body = { title: 'Încă o dată', message: 'Deschide', again: of as Id<'notifications'> }
    await cast.ana.call(notifications.sendAll, { body })
    return (await cast.ana.call(notifications.list, { query: {} })).data[0]!.id
  }
  const third = await again(await again(Number(first.notificationId)))
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: due', 'Dana Ionescu Aiud 1: '])

  await cast.bogdan.call(notifications.open, { body: { notificationId: third } })
  await cast.dana.call(notifications.open, { body: { notificationId: third } })
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done', 'Dana Ionescu Aiud 1: '])
  // A recount gives the same result.
  await plan(cast, 'Bogdan Pop', ['AB1', 2])
  await figuresSettled(cast)
  expect(await listedStates(cast)).toContain('Bogdan Pop Aiud 1: done')
  const missing = { title: 'A', message: 'B', again: 999_999 as Id<'notifications'> }
  await expect(cast.ana.call(notifications.sendAll, { body: missing })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await expect(
    cast.calin.call(notifications.sendAll, { body: { ...missing, again: third } }),
  ).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('stops expecting a message that is cancelled while it waits', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await due(cast, arrival, await ofMessage(cast, { takeBackForSeconds: 30 }))
  cast.clock.now = at('12:30')
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late, late'])

  const { data } = await cast.ana.call(notifications.list, { query: {} })
  await cast.ana.call(notifications.takeBack, { params: { id: data[0]!.id } })
  await figuresSettled(cast)

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])
  const listed = await cast.ana.call(milestones.list)
  expect(listed.map(({ isAsked }) => isAsked)).toEqual([true, false])
})

test('tracks a form as begun, then done, and expects it again after withdrawal', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await formDue(cast, ['20:00', '21:00'], {
    name: 'Date',
    kind: 'station-info',
    dueAfterMinutes: 30,
  })
  cast.clock.now = at('11:00')
  const questions = await cast.ana.call(answers.filledIn, {
    query: {
      observerId: await observerIdOf(cast, 'Bogdan Pop'),
      pollingStationId: cast.field.stationId('AB1', 1) as Id<'pollingStations'>,
    },
  })
  expect(questions).toEqual([])
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late, not-yet, not-yet'])

  await send(cast.bogdan, answerOf(cast, aiud, 'C1.1', 'Nu'))
  await cast.bogdan.call(visits.report, {
    body: { ...aiud, observerArrivalTime: '2026-11-22T07:00:00' },
  })
  const [first] = await listedStates(cast)
  expect(first).toMatch(/: done, (done|in-part), done$/)

  await send(cast.bogdan, answerOf(cast, aiud, 'C1.1'))

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done, not-yet, not-yet'])
  await figuresSettled(cast)
})

test('expects added questions once an observer answers in a newer form version', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const formId = cast.field.formId('A') as Id<'forms'>
  await due(cast, { name: 'A', kind: 'form', formId, dueAt: '2026-11-22 20:00' })
  const all = [['A1.1', 'Da'] as const, ['A1.2', 'Coadă'] as const, ['A2.1', 'Urne'] as const]
  await send(cast.bogdan, ...all.map(([code, option]) => answerOf(cast, aiud, code, option)))
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: in-part'])
  await send(cast.bogdan, answerOf(cast, aiud, 'A2.2', 'Da'))
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done'])

  const longer = openingForm(({ formSections: [section] }) => {
    for (const text of ['Erau și observatori?', 'Era și poliție?'])
      section?.questions.push({ ...section.questions[0]!, text })
  })
  await save(cast, named(cast, longer))
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: done'])
  const [section] = (await cast.bogdan.call(forms.get, { params: { id: formId }, query: {} })) ?? []
  const added = section!.questions.find(({ text }) => text === 'Erau și observatori?')!
  const options = [{ optionId: added.optionsToQuestions[0]!.id }]
  await send(cast.bogdan, { ...aiud, questionId: added.id, options })

  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: in-part'])
  await figuresSettled(cast)
})

test('recounts a moved deadline, and restores a deleted milestone unchanged', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  const [id] = await due(cast, arrival)
  cast.clock.now = at('12:30')
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: late'])

  const params = { id: id! }
  await cast.ana.call(milestones.edit, { params, body: { dueAt: '2026-11-22 15:00' } })
  await figuresSettled(cast)
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: not-yet'])

  await cast.ana.call(milestones.remove, { params })
  await expect.poll(() => listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: '])
  expect(await cast.ana.call(milestones.listDeleted)).toEqual([{ id, name: arrival.name }])
  await cast.ana.call(milestones.restore, { params })
  await figuresSettled(cast)
  expect(await cast.ana.call(milestones.listDeleted)).toEqual([])
  expect(await listedStates(cast)).toEqual(['Bogdan Pop Aiud 1: not-yet'])
})

test('replaces one observer, excuses another, and undoes both', async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana } = cast
  const other = await ana.call(observers.add, {
    body: { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' },
  })
  const [first, second] = [
    await plan(cast, 'Bogdan Pop', ['AB1', 1]),
    await plan(cast, 'Bogdan Pop', ['CJ1', 1]),
  ]
  await due(cast, arrival)
  cast.clock.now = at('13:00')

  const observerId = other as Id<'observers'>
  const id = await ana.call(assignments.replace, {
    params: { id: first },
    body: { observerId, neverCame: true },
  })
  const excused = await ana.call(milestones.excuse, {
    body: { assignmentIds: [second], reason: 'Bolnav' },
  })

  expect(excused.map(({ assignmentId }) => assignmentId)).toEqual([second])
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Anca Radu Aiud 1: late',
    'Bogdan Pop Dej 1: excused',
  ])
  expect(await totals(ana)).toEqual([
    ['Alba', { late: 1 }],
    ['Cluj', { excused: 1 }],
  ])
  await figuresSettled(cast)

  await ana.call(assignments.remove, { body: { ids: [id] } })
  expect(await ana.call(assignments.restore, { body: { ids: [first] } })).toBe(1)
  expect(await ana.call(milestones.unexcuse, { body: { assignmentIds: [second] } })).toBe(1)
  expect((await listedStates(cast)).toSorted()).toEqual([
    'Bogdan Pop Aiud 1: late',
    'Bogdan Pop Dej 1: late',
  ])
  await figuresSettled(cast)
})

test('limits expectations to the counties or organisation that the user sees', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  await plan(cast, 'Dana Ionescu', ['CJ1', 1])
  await due(cast, arrival)
  cast.clock.now = at('13:00')

  expect(await totals(cast.sanda)).toEqual([['Cluj', { late: 2 }]])
  expect(await listedStates(cast, cast.sanda)).toHaveLength(2)
  expect(await totals(cast.calin)).toEqual([['Cluj', { late: 1 }]])
  expect(await listedStates(cast, cast.calin)).toEqual(['Dana Ionescu Dej 1: late'])
})

test('fulfils a once-per-station milestone only by planned colleagues of the same organisation', {
  tags: 'slow',
}, async () => {
  const cast = await set()
  await cast.startJobs()
  const { ana } = cast
  await ana.call(observers.add, { body: { name: 'Anca Radu', phone: '0700 000 009', pin: '9999' } })
  await plan(cast, 'Anca Radu', ['CJ1', 1])
  await due(cast, { ...arrival, forStation: true })

  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Da'))
  await send(cast.bogdan, answerOf(cast, dej, 'A1.1', 'Da'))
  await figuresSettled(cast)
  expect(await listedStates(cast)).toEqual(['Anca Radu Dej 1: not-yet'])
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  await figuresSettled(cast)

  expect((await listedStates(cast)).toSorted()).toEqual([
    'Anca Radu Dej 1: done',
    'Bogdan Pop Dej 1: done',
  ])
  await figuresSettled(cast)
})

test('expects nothing from a deleted observer until they are restored', async () => {
  const cast = await set()
  await cast.startJobs()
  await plan(cast, 'Bogdan Pop', ['AB1', 1])
  await due(cast, arrival)
  const id = await observerIdOf(cast, 'Bogdan Pop')

  await cast.ana.call(observers.remove, { query: { id } })
  await figuresSettled(cast)
  expect(await totals(cast.ana)).toEqual([])
  await cast.ana.call(observers.restore, { params: { id } })
  await figuresSettled(cast)

  expect(await totals(cast.ana)).toEqual([['Alba', { 'not-yet': 1 }]])
})

test.each([
  ['a form without saying which', { kind: 'form' }, 'formId'],
  ['an arrival with a form', { kind: 'arrival', formId: 1 }, 'formId'],
  ['two deadlines', { dueAfterMinutes: 30 }, 'dueAt'],
  ['no deadline', { dueAt: null }, 'dueAt'],
])('refuses %s by field name', async (_what, wrong, field) => {
  const { ana } = await set()

  const body = { ...arrival, ...wrong } as Draft
  await expect(ana.call(milestones.add, { body })).rejects.toMatchObject({
    code: 'request.invalid',
    details: { errors: { [field]: expect.anything() } },
  })
})
