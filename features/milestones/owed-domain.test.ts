import { expect, test } from 'vitest'
import {
  belongsTo,
  type Done,
  type DueMilestone,
  infoMoment,
  owedPairs,
  type Plan,
  type Shift,
} from './owed-domain.ts'

const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`)

let assignments = 0
const shift = (from: string, until: string, more: Partial<Shift> = {}): Shift => ({
  ...{ assignmentId: ++assignments, observerId: 1, ngoId: 1, stationId: 1, placeId: 1, areaId: 1 },
  ...{ isDiaspora: false, isMobile: false, from: at(from), until: at(until) },
  beganAt: at(from),
  ...more,
})

const everybody = { areaIds: null, ngoIds: null, isDiaspora: null, isMobile: null }

const milestone = (more: Partial<DueMilestone> = {}): DueMilestone => ({
  ...{ id: 1, kind: 'arrival', formId: null, questionId: null },
  ...{ dueAt: at('12:00'), dueAfterMinutes: null, forStation: false },
  ...{ isAsked: true, isOfDiaspora: false },
  audience: everybody,
  ...more,
})

const said = (moments: readonly string[], more: Partial<Done> = {}): Done => ({
  ...{ observerId: 1, placeId: 1, infoAt: [], forms: [], questions: [] },
  moments: moments.map(at),
  ...more,
})

/** The expectations as pairs of assignment and progress. */
const owedIn = (plan: Partial<Plan>) =>
  owedPairs({
    ...{ milestones: [milestone()], shifts: [], done: [], messages: new Map(), excuses: [] },
    questionsOf: () => new Set([1, 2]),
    ...plan,
  }).map(({ shift: { assignmentId }, progress }) => [assignmentId, progress])

test('expects a milestone from the current shift, or the ending one at a change', () => {
  const [morning, noon] = [shift('06:00', '12:00'), shift('12:00', '18:00', { observerId: 2 })]
  const elsewhere = shift('06:00', '12:00', { placeId: 2 })

  expect(owedIn({ shifts: [morning, noon] })).toEqual([[morning.assignmentId, 0]])
  expect(owedIn({ shifts: [noon, elsewhere] })).toEqual([
    [noon.assignmentId, 0],
    [elsewhere.assignmentId, 0],
  ])
  expect(owedIn({ shifts: [shift('12:01', '18:00'), shift('06:00', '11:59')] })).toEqual([])
})

test('expects a milestone from both shifts at a change between organisations', () => {
  const [theirs, ours] = [shift('06:00', '12:00', { ngoId: 2 }), shift('12:00', '18:00')]

  expect(owedIn({ shifts: [theirs, ours] })).toEqual([
    [theirs.assignmentId, 0],
    [ours.assignmentId, 0],
  ])
})

test('minutes after the start are owed by each shift that is as long', () => {
  const milestones = [milestone({ dueAt: null, dueAfterMinutes: 60 })]
  const [short, long] = [shift('06:00', '06:59'), shift('07:00', '08:00')]

  expect(owedIn({ milestones, shifts: [short, long] })).toEqual([[long.assignmentId, 0]])
})

test('expects nothing for milestones not asked, and diaspora forms only from stations abroad', () => {
  const [home, abroad] = [shift('06:00', '18:00'), shift('06:00', '18:00', { isDiaspora: true })]
  const shifts = [home, abroad]

  expect(owedIn({ milestones: [milestone({ isAsked: false })], shifts })).toEqual([])
  expect(owedIn({ milestones: [milestone({ isOfDiaspora: true })], shifts })).toEqual([
    [abroad.assignmentId, 0],
  ])
})

test('expects a milestone only from shifts that match its audience', () => {
  const shifts = [
    shift('06:00', '18:00'),
    shift('06:00', '18:00', { areaId: 2, isMobile: true }),
    shift('06:00', '18:00', { areaId: 2, isDiaspora: true }),
    shift('06:00', '18:00', { ngoId: 2, areaId: 3 }),
  ]
  const owing = (audience: Partial<DueMilestone['audience']>) =>
    owedIn({ milestones: [milestone({ audience: { ...everybody, ...audience } })], shifts }).map(
      ([assignmentId]) => shifts.findIndex((one) => one.assignmentId === assignmentId),
    )

  expect(owing({})).toEqual([0, 2, 3, 1])
  expect(owing({ areaIds: new Set([2, 3]) })).toEqual([2, 3, 1])
  expect(owing({ areaIds: new Set() })).toEqual([])
  expect(owing({ ngoIds: new Set([2]) })).toEqual([3])
  expect(owing({ isDiaspora: true })).toEqual([2])
  expect(owing({ isDiaspora: false, isMobile: false })).toEqual([0, 3])
  expect(owing({ areaIds: new Set([2]), isMobile: true })).toEqual([1])
})

test('expects a milestone from a team only at stations in the audience', () => {
  const team = [1, 2].map((placeId) =>
    shift('06:00', '18:00', { placeId, areaId: placeId, isMobile: true }),
  )
  const milestones = [milestone({ audience: { ...everybody, areaIds: new Set([1]) } })]
  const elsewhere = [said(['09:00'], { placeId: 2 })]

  expect(owedIn({ milestones, shifts: team, done: elsewhere })).toEqual([
    [team[0]?.assignmentId, 0],
  ])
})

test('expects a message from its recipients until they open it', () => {
  const shifts = [1, 2, 3].map((observerId) => shift('06:00', '18:00', { observerId }))
  const messages = new Map([
    [
      1,
      new Map([
        [1, at('05:00')],
        [2, null],
      ]),
    ],
  ])

  expect(owedIn({ milestones: [milestone({ kind: 'message' })], shifts, messages })).toEqual([
    [shifts[0]?.assignmentId, 2],
    [shifts[1]?.assignmentId, 0],
  ])
})

test('treats shifts with equal hours as one team, counted at its furthest station', () => {
  const team = [1, 2].map((placeId) => shift('06:00', '18:00', { placeId, isMobile: true }))
  const later = shift('06:00', '17:00', { placeId: 3, isMobile: true })
  const shifts = [...team, later]

  expect(owedIn({ shifts })).toEqual([
    [team[0]?.assignmentId, 0],
    [later.assignmentId, 0],
  ])
  expect(owedIn({ shifts, done: [said(['09:00'], { placeId: 2 })] })).toEqual([
    [team[1]?.assignmentId, 2],
    [later.assignmentId, 0],
  ])
})

test('lets only shifts that share a once-per-station milestone fulfil it for all', () => {
  const milestones = [milestone({ forStation: true })]
  const two = [1, 2].map((observerId) => shift('06:00', '18:00', { observerId }))
  const gone = shift('06:00', '11:00', { observerId: 3 })
  const theirs = shift('06:00', '18:00', { observerId: 4, ngoId: 2 })
  const shifts = [...two, gone, theirs]
  const bySecond = [said(['09:00'], { observerId: 2 })]

  expect(owedIn({ milestones, shifts, done: bySecond })).toEqual([
    [two[0]?.assignmentId, 2],
    [two[1]?.assignmentId, 2],
    [theirs.assignmentId, 0],
  ])
  const byOthers = [3, 4].map((observerId) => said(['09:00'], { observerId }))
  expect(owedIn({ milestones, shifts, done: byOthers })).toEqual([
    [two[0]?.assignmentId, 0],
    [two[1]?.assignmentId, 0],
    [theirs.assignmentId, 2],
  ])
})

test('counts a report for one shift, not for another of the same observer', () => {
  const milestones = [milestone({ dueAt: null, dueAfterMinutes: 30 })]
  const shifts = [shift('06:00', '10:00'), shift('14:00', '18:00')]
  const [first, second] = shifts.map(({ assignmentId }) => assignmentId)

  expect(owedIn({ milestones, shifts, done: [said(['09:00'])] })).toEqual([
    [first, 2],
    [second, 0],
  ])
  expect(owedIn({ milestones, shifts, done: [said(['13:00'])] })).toEqual([
    [first, 0],
    [second, 2],
  ])
  expect(owedIn({ milestones, shifts, done: [said(['05:00'])] })).toEqual([
    [first, 2],
    [second, 0],
  ])
})

test('assigns a moment outside all shifts to the nearest, or the earlier on a tie', () => {
  const [first, second] = [shift('06:00', '10:00'), shift('14:00', '18:00')]
  const belongs = (time: string) =>
    [first, second].map((one) => belongsTo(at(time), one, [first, second]))

  expect(belongs('11:59')).toEqual([true, false])
  expect(belongs('12:00')).toEqual([true, false])
  expect(belongs('12:01')).toEqual([false, true])
  expect(belongs('10:00')).toEqual([true, false])
  expect(belongs('14:00')).toEqual([false, true])
  expect(belongs('20:00')).toEqual([false, true])
})

test('completes a form when all questions of the version on the phone are answered', () => {
  const milestones = [milestone({ kind: 'form', formId: 7 })]
  const shifts = [shift('06:00', '18:00')]
  const answers = (questions: number, version: number) => [
    said(['09:00'], {
      forms: [{ formId: 7, version, questionIds: null, questions, at: at('09:00') }],
    }),
  ]
  const progress = (questions: number, version = 1) =>
    owedIn({
      ...{ milestones, shifts, done: answers(questions, version) },
      questionsOf: (_, asked) => new Set([1, 2, 3].slice(0, asked + 1)),
    })[0]?.[1]

  expect([progress(1), progress(2), progress(2, 2), progress(3, 2)]).toEqual([1, 2, 1, 2])
})

test('finishes a form that asks for files alone once each has come', () => {
  const milestones = [milestone({ kind: 'form', formId: 7, fileIds: [4, 5] })]
  const progress = (...questions: { questionId: number; at: number }[]) =>
    owedIn({
      ...{ milestones, shifts: [shift('06:00', '18:00')] },
      done: [{ ...said(['09:00']), questions }],
      questionsOf: () => new Set(),
    })[0]?.[1]
  const sent = (questionId: number) => ({ questionId, at: at('09:00') })

  expect([progress(), progress(sent(4)), progress(sent(4), sent(4), sent(5))]).toEqual([0, 1, 2])
})

test('ignores answers to questions that the form no longer asks', () => {
  const milestones = [milestone({ kind: 'form', formId: 7 })]
  const answered = (...questionIds: number[]) => [
    said(['09:00'], {
      forms: [
        { formId: 7, version: 2, questionIds, questions: questionIds.length, at: at('09:00') },
      ],
    }),
  ]
  const progress = (...questionIds: number[]) =>
    owedIn({
      ...{ milestones, shifts: [shift('06:00', '18:00')], done: answered(...questionIds) },
      questionsOf: () => new Set([2, 3]),
    })[0]?.[1]

  expect([progress(1, 2), progress(2, 3), progress(1, 2, 3)]).toEqual([1, 2, 2])
})

test('applies an excuse at one station to the whole team', () => {
  const team = [1, 2].map((placeId) => shift('06:00', '18:00', { placeId, isMobile: true }))
  const excuses = [
    { assignmentId: team[1]?.assignmentId ?? 0, milestoneId: 1, at: at('07:00'), by: 'ana' },
  ]
  const [owed] = owedPairs({
    ...{ milestones: [milestone()], shifts: team, done: [], messages: new Map(), excuses },
    questionsOf: () => new Set(),
  })

  expect(owed).toMatchObject({ shift: team[0], excuse: { by: 'ana' } })
})

test('takes the arrival time of the phone unless it is future or long past', () => {
  const received = at('12:00')

  expect(infoMoment(at('07:00'), received)).toBe(at('07:00'))
  expect(infoMoment(at('12:04'), received)).toBe(at('12:04'))
  expect(infoMoment(at('12:06'), received)).toBe(received)
  expect(infoMoment(received - 86_400_001, received)).toBe(received)
  expect(infoMoment(null, received)).toBe(received)
})

test('counts minutes from the start of a successor shift, skipping milestones due before it', () => {
  const after = (dueAfterMinutes: number) => milestone({ dueAt: null, dueAfterMinutes })
  const successor = shift('12:00', '18:00', { beganAt: at('06:00') })
  const dueAt = (minutes: number, one = successor) =>
    owedPairs({
      ...{ milestones: [after(minutes)], shifts: [one], done: [], messages: new Map() },
      ...{ excuses: [], questionsOf: () => new Set([1, 2]) },
    }).map((pair) => new Date(pair.dueAt).toISOString().slice(11, 16))

  expect(dueAt(0)).toEqual([])
  expect(dueAt(360)).toEqual([])
  expect(dueAt(361, shift('12:00', '18:01', { beganAt: at('06:00') }))).toEqual(['18:01'])
  expect(dueAt(30, shift('12:00', '18:00', { beganAt: at('11:50') }))).toEqual(['12:30'])
  expect(dueAt(0, shift('12:00', '18:00'))).toEqual(['12:00'])
})
