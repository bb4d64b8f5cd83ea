import { expect, test } from 'vitest'
import type { Question } from '#features/forms/contract.ts'
import { lastSayingStands, notesAreThereOnce, readsAsShown } from './oracles.ts'
import type { Aside, Stored } from './stored.ts'
import type { Chosen, Person, Saying } from './world.ts'

const option = (id: number, text: string, flagged: boolean) => ({
  id,
  optionId: id,
  idOption: id,
  text,
  hint: null,
  isFreeText: false,
  flagged,
  orderNumber: id,
})
const sealed: Question = {
  id: 7,
  formCode: 'A',
  idSection: 1,
  code: 'A1',
  text: 'Urna a fost sigilată?',
  hint: null,
  questionType: 1,
  orderNumber: 1,
  optionsToQuestions: [option(1, 'Da', false), option(2, 'Nu', true)],
}

const dej = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 }
const nowhere = { countyCode: 'XX', pollingStationNumber: 7 }
const yes: Chosen[] = [{ optionId: 1, value: null }]
const no: Chosen[] = [{ optionId: 2, value: null }]

/** Said at a minute, and acknowledged within it. */
const say = (minute: number, chosen: Chosen[], but: Partial<Saying> = {}): Saying => ({
  at: dej,
  questionId: 7,
  chosen,
  shown: sealed,
  from: minute * 1000,
  to: minute * 1000 + 500,
  isCertain: true,
  ...but,
})

const person = (but: Partial<Person> = {}): Person => ({
  id: 5,
  name: 'Ana',
  phone: '0722',
  pins: ['1234'],
  organisation: 'organiser',
  sayings: [],
  facts: [],
  remarks: [],
  underWay: 0,
  ...but,
})

const stored = (but: Partial<Stored> = {}): Stored => ({
  answers: [],
  visits: [],
  notes: [],
  asides: [],
  stations: new Map([['station CJ/CJ1/1', 30]]),
  options: new Map([1, 2].map((id) => [id, { questionId: 7, type: 1 }])),
  ...but,
})
const answer = (optionId: number, value: string | null = null) => ({
  observerId: 5,
  stationId: 30,
  questionId: 7,
  optionId,
  value,
})
const aside = (minute: number, chosen: Chosen[], but: Partial<Aside> = {}): Aside => ({
  id: 90,
  observerId: 5,
  kind: 'answer',
  reason: 'no-such-station',
  sent: { ...nowhere, questionId: 7, options: chosen },
  receivedAt: minute * 1000 + 100,
  isPlaced: false,
  stationId: null,
  optionId: null,
  ...but,
})

test('the last of what was acknowledged may stand alone', () => {
  const ana = person({ sayings: [say(1, yes), say(2, no)] })

  expect(lastSayingStands([ana], stored({ answers: [answer(2)] }))).toEqual([])
  expect(lastSayingStands([ana], stored({ answers: [answer(1)] }))).toHaveLength(1)
  expect(lastSayingStands([ana], stored())).toHaveLength(1)
})

test('what was not acknowledged may have happened, or not', () => {
  const ana = person({ sayings: [say(1, yes), say(2, no, { isCertain: false })] })

  expect(lastSayingStands([ana], stored({ answers: [answer(1)] }))).toEqual([])
  expect(lastSayingStands([ana], stored({ answers: [answer(2)] }))).toEqual([])
  expect(lastSayingStands([ana], stored())).toHaveLength(1)
})

test('what nobody said must not be stored', () => {
  expect(lastSayingStands([person()], stored({ answers: [answer(1)] }))).toHaveLength(1)
})

test('what was placed counts from the moment when it was said', () => {
  const ana = person({ sayings: [say(1, no, { at: nowhere }), say(2, yes)] })
  const asides = [aside(1, no, { isPlaced: true, stationId: 30 })]

  expect(lastSayingStands([ana], stored({ asides, answers: [answer(1)] }))).toEqual([])
  expect(lastSayingStands([ana], stored({ asides, answers: [answer(2)] }))).toHaveLength(1)
})

test('what was placed and not said again since must be there', () => {
  const ana = person({ sayings: [say(1, yes), say(2, no, { at: nowhere })] })
  const asides = [aside(2, no, { isPlaced: true, stationId: 30 })]

  expect(lastSayingStands([ana], stored({ asides, answers: [answer(2)] }))).toEqual([])
  expect(lastSayingStands([ana], stored({ asides, answers: [answer(1)] }))).toHaveLength(1)
})

test('what is neither at its station nor aside is lost', () => {
  const ana = person({ sayings: [say(1, no, { at: nowhere })] })

  expect(lastSayingStands([ana], stored({ asides: [aside(1, no)] }))).toEqual([])
  expect(lastSayingStands([ana], stored())).toHaveLength(1)
})

test('what comes back while it is aside is kept as often as it was said', () => {
  const at = nowhere
  const ana = person({ sayings: [say(1, no, { at }), say(2, yes, { at }), say(3, no, { at })] })
  const asides = [aside(1, no), aside(2, yes), aside(3, no)]

  expect(lastSayingStands([ana], stored({ asides }))).toEqual([])
  expect(lastSayingStands([ana], stored({ asides: asides.slice(0, 2) }))).toHaveLength(1)
})

test('an arrival stands beside a leaving, whichever was placed later', () => {
  const fact = { at: dej, from: 0, to: 1, isCertain: true }
  const facts = [
    { ...fact, slot: 'arrival' as const, value: 11 },
    { ...fact, slot: 'leaving' as const, value: 12 },
  ]
  const visit = { observerId: 5, stationId: 30, arrival: 11, leaving: 12 }
  const ana = person({ facts })

  expect(lastSayingStands([ana], stored({ visits: [visit] }))).toEqual([])
  const cut = [{ ...visit, arrival: null }]
  expect(lastSayingStands([ana], stored({ visits: cut }))).toHaveLength(1)
})

test('a note is there once, with its files, and is its observer’s', () => {
  const remark = { at: dej, from: 0, to: 1, isCertain: true, text: 'Coadă', digests: ['ab'] }
  const ana = person({ remarks: [remark] })
  const note = { observerId: 5, stationId: 30, text: 'Coadă', digests: ['ab'] }
  const found = (notes: Stored['notes']) => notesAreThereOnce([ana], stored({ notes }))

  expect(found([note])).toEqual([])
  expect(found([])).toHaveLength(1)
  expect(found([note, { ...note, stationId: 31 }])).toHaveLength(1)
  expect(found([{ ...note, digests: [] }])).toHaveLength(1)
  expect(found([{ ...note, observerId: 6 }])).toHaveLength(1)
})

test('an answer reads as its phone showed it, the flag included', () => {
  const ana = person({ sayings: [say(1, no)] })
  const chosen = { optionId: 2, text: 'Nu', isFlagged: true, value: null }
  const read = { questionId: 7, text: sealed.text, options: [chosen] }
  const found = (one: typeof read) => readsAsShown(ana, 30, [one], stored())

  expect(found(read)).toEqual([])
  expect(found({ ...read, text: 'Sunt cozi?' })).toHaveLength(1)
  expect(found({ ...read, options: [{ ...chosen, text: 'Deloc' }] })).toHaveLength(1)
  expect(found({ ...read, options: [{ ...chosen, isFlagged: false }] })).toHaveLength(1)
})
