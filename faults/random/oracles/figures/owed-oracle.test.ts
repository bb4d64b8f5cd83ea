import { expect, test } from 'vitest'
import { owedAsModelled, owedFigures } from './owed-oracle.ts'
import type { Expectation } from './product-figures.ts'
import { answer, at, type PlainSources, shift, sources, visit } from './testing-sources.ts'

const milestone = {
  ...{ id: 7, kind: 'form', formId: 3, questionId: null, notificationId: null },
  ...{ dueAt: at('08:00'), dueAfterMin: null, forStation: false },
  ...{ forAreas: [], forNgos: [], forDiaspora: null, forMobile: null },
}
const planned: Partial<PlainSources> = { assignments: [shift(1)], milestones: [milestone] }

const row = (but: Partial<Expectation> = {}): Expectation =>
  ({
    ...{ assignmentId: 1, milestoneId: 7, dueAt: at('08:00') },
    ...{ progress: 0, doneAt: null, excusedAt: null },
    ...but,
  }) as Expectation

const found = (but: Partial<PlainSources>, rows: readonly Expectation[]) =>
  owedAsModelled(1, sources({ ...planned, ...but }), rows).length

test('owes a form until all its questions are answered', () => {
  expect(found({}, [row()])).toBe(0)
  expect(found({}, [])).toBe(1)
  expect(found({ answers: [answer(51, 31)] }, [row({ progress: 1 })])).toBe(0)
  expect(found({ answers: [answer(51, 31), answer(51, 32)] }, [row({ progress: 2 })])).toBe(0)
  expect(found({ answers: [answer(51, 31)] }, [row({ progress: 2 })])).toBe(2)
})

test('completes a changed form with the questions that the phone showed', () => {
  const published = [
    { formId: 3, formVersion: 1, questionId: 31 },
    { formId: 3, formVersion: 2, questionId: 31 },
    { formId: 3, formVersion: 2, questionId: 32 },
  ]
  const one = answer(51, 31)

  expect(found({ published, answers: [one] }, [row({ progress: 2 })])).toBe(0)
  expect(found({ published, answers: [{ ...one, formVersion: 2 }] }, [row({ progress: 1 })])).toBe(
    0,
  )
})

test('owes nothing that no phone asks for', () => {
  const [form] = sources().forms
  const hidden = [{ ...form!, isDraft: true }]
  const abroad = [{ ...form!, isDiaspora: true }]
  const question = { ...milestone, kind: 'question', formId: null, questionId: 39 }

  expect(found({ forms: hidden }, [])).toBe(0)
  expect(found({ forms: abroad }, [])).toBe(0)
  expect(found({ milestones: [question] }, [])).toBe(0)
  expect(found({ milestones: [{ ...question, questionId: 32 }] }, [row()])).toBe(0)
})

test('owes a message until its recipients open it or its repeat', () => {
  const milestones = [{ ...milestone, kind: 'message', formId: null, notificationId: 40 }]
  const again = { id: 41, againOf: 40, takenBackAt: null }
  const messages = [{ id: 40, againOf: null, takenBackAt: null }, again]
  const sent = { notificationId: 40, observerId: 5, state: 'sent' }
  const opened = { ...sent, notificationId: 41, state: 'opened' }

  expect(found({ milestones, messages }, [])).toBe(0)
  expect(found({ milestones, messages, deliveries: [sent] }, [row()])).toBe(0)
  expect(found({ milestones, messages, deliveries: [sent, opened] }, [row({ progress: 2 })])).toBe(
    0,
  )
  const takenBack = [{ ...messages[0]!, takenBackAt: at('07:00') }]
  expect(found({ milestones, messages: takenBack, deliveries: [sent] }, [])).toBe(0)
})

test('owes nothing due before a shift was taken over', () => {
  const assignments = [{ ...shift(1), fromAt: at('07:00'), beganAt: at('06:00') }]
  const after = (dueAfterMin: number) => ({
    milestones: [{ ...milestone, dueAt: null, dueAfterMin }],
  })

  expect(found({ assignments, ...after(60) }, [])).toBe(0)
  expect(found({ assignments, ...after(61) }, [row({ dueAt: at('08:01') })])).toBe(0)
})

test('owes a milestone within its audience only', () => {
  const only = (audience: Partial<PlainSources['milestones'][number]>) => ({
    milestones: [{ ...milestone, ...audience }],
  })

  expect(found(only({ forAreas: [1] }), [row()])).toBe(0)
  expect(found(only({ forAreas: [2] }), [row()])).toBe(0)
  expect(found(only({ forAreas: [3] }), [])).toBe(0)
  expect(found(only({ forNgos: [9] }), [row()])).toBe(0)
  expect(found(only({ forNgos: [8] }), [])).toBe(0)
  expect(found(only({ forDiaspora: true }), [])).toBe(0)
  expect(found(only({ forDiaspora: false, forMobile: false }), [row()])).toBe(0)
  expect(found(only({ forMobile: true }), [])).toBe(0)
})

test('counts an arrival from the phone’s time, unless its clock is wrong', () => {
  const assignments = [
    { ...shift(1), untilAt: at('12:00') },
    { ...shift(2), fromAt: at('12:00') },
  ]
  const milestones = [{ ...milestone, kind: 'arrival', formId: null, dueAt: null, dueAfterMin: 60 }]
  const told = (arrivedAt: Date) => [
    { ...visit(51), arrivedAt, factsAt: at('12:30'), lastModified: at('12:30') },
  ]
  const rows = (...progress: readonly [number, number]) => [
    row({ dueAt: at('07:00'), progress: progress[0] }),
    row({
      assignmentId: 2 as Expectation['assignmentId'],
      dueAt: at('13:00'),
      progress: progress[1],
    }),
  ]

  expect(found({ assignments, milestones, visits: told(at('07:00')) }, rows(2, 0))).toBe(0)
  expect(found({ assignments, milestones, visits: told(at('13:00')) }, rows(0, 2))).toBe(0)
})

test('counts excused expectations separately from expected ones', () => {
  const of = (rows: readonly Expectation[], what: string) =>
    owedFigures(sources(planned), rows).get(
      `${what} of milestone 7 at ${at('08:00').getTime()} in county 1, organisation 9`,
    ) ?? 0
  const excused = row({ excusedAt: at('07:00') })
  const late = row({ progress: 2, doneAt: at('08:01') })

  expect(of([row(), excused], 'expected')).toBe(1)
  expect(of([row(), excused], 'excused')).toBe(1)
  expect(of([{ ...excused, ...late }], 'expected')).toBe(1)
  expect(of([late], 'done late')).toBe(1)
  expect(of([row({ progress: 1 })], 'begun')).toBe(1)
})
