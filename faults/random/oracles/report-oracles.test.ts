import { expect, test } from 'vitest'
import type { Question } from '#features/forms/contract.ts'
import { Asked } from '#features/forms/kind-contract.ts'
import type { Chosen, CorrectionAct, Person, Remark, Saying } from '../world.ts'
import { correctionsCount } from './correction-oracle.ts'
import { noReadingIsStale } from './reading-oracles.ts'
import {
  lastSayingCounts,
  notesAreThereOnce,
  readsAsShown,
  valuesAreRead,
} from './report-oracles.ts'
import { asText } from './said.ts'
import type { Aside, Stored } from './stored.ts'

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
  ...Asked.parse({}),
  orderNumber: 1,
  optionsToQuestions: [option(1, 'Da', false), option(2, 'Nu', true)],
}

const dej = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 }
const nowhere = { countyCode: 'XX', pollingStationNumber: 7 }
const yes: Chosen[] = [{ optionId: 1, value: null }]
const no: Chosen[] = [{ optionId: 2, value: null }]

/** Sent in a given minute, and acknowledged within it. */
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
  values: [],
  answers: [],
  corrections: [],
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

test('requires the last acknowledged answer', () => {
  const ana = person({ sayings: [say(1, yes), say(2, no)] })

  expect(lastSayingCounts([ana], stored({ answers: [answer(2)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ answers: [answer(1)] }))).toHaveLength(1)
  expect(lastSayingCounts([ana], stored())).toHaveLength(1)
})

test('accepts an unacknowledged answer as stored or not', () => {
  const ana = person({ sayings: [say(1, yes), say(2, no, { isCertain: false })] })

  expect(lastSayingCounts([ana], stored({ answers: [answer(1)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ answers: [answer(2)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored())).toHaveLength(1)
})

test('finds a stored answer that no observer gave', () => {
  expect(lastSayingCounts([person()], stored({ answers: [answer(1)] }))).toHaveLength(1)
})

test('counts a placed report from the moment it was sent', () => {
  const ana = person({ sayings: [say(1, no, { at: nowhere }), say(2, yes)] })
  const asides = [aside(1, no, { isPlaced: true, stationId: 30 })]

  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(1)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(2)] }))).toHaveLength(1)
})

test('accepts either answer of a report for two stations that became the same', () => {
  const ana = person({ sayings: [say(1, no, { at: nowhere }), say(1, yes)] })
  const asides = [aside(1, no, { isPlaced: true, stationId: 30 })]

  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(1)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(2)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ asides }))).toHaveLength(1)
})

test('accepts a report set aside before and after adding its station, and counts the last', () => {
  const unknown: Chosen[] = [{ optionId: 900, value: 'altul' }]
  const ana = person({ sayings: [say(1, unknown)] })
  const sent = { ...dej, questionId: 7, options: unknown }
  const lost = aside(1, unknown, { sent })
  const placed = { isPlaced: true, stationId: 30, optionId: 2 }
  const known = aside(1, unknown, { id: 91, sent, reason: 'no-such-option', ...placed })

  const asides = [lost, known]
  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(2, 'altul')] }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(1)] }))).toHaveLength(1)
  expect(lastSayingCounts([ana], stored({ asides }))).toHaveLength(1)
})

test('requires a placed report that was not sent again since', () => {
  const ana = person({ sayings: [say(1, yes), say(2, no, { at: nowhere })] })
  const asides = [aside(2, no, { isPlaced: true, stationId: 30 })]

  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(2)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(1)] }))).toHaveLength(1)
})

test('counts a report as lost when it is neither at its station nor set aside', () => {
  const ana = person({ sayings: [say(1, no, { at: nowhere })] })

  expect(lastSayingCounts([ana], stored({ asides: [aside(1, no)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored())).toHaveLength(1)
})

test('requires each sending of a report that was repeated while set aside', () => {
  const at = nowhere
  const ana = person({ sayings: [say(1, no, { at }), say(2, yes, { at }), say(3, no, { at })] })
  const asides = [aside(1, no), aside(2, yes), aside(3, no)]

  expect(lastSayingCounts([ana], stored({ asides }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ asides: asides.slice(0, 2) }))).toHaveLength(1)
})

test('accepts one copy of a repeated report when the report in between did not arrive', () => {
  const at = nowhere
  const ana = person({
    sayings: [say(1, no, { at }), say(2, yes, { at, isCertain: false }), say(3, no, { at })],
  })

  expect(lastSayingCounts([ana], stored({ asides: [aside(1, no)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored())).toHaveLength(1)
})

test('requires one set-aside copy of an unknown option repeated beside another choice', () => {
  const unknown: Chosen = { optionId: 900, value: 'un tricou' }
  const ana = person({
    sayings: [say(1, [...yes, unknown]), say(2, [...no, unknown])],
  })
  const sent = { ...dej, questionId: 7, options: [unknown] }
  const asides = [aside(1, [], { reason: 'no-such-option', sent })]

  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(2)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(1)] }))).toHaveLength(1)
  expect(lastSayingCounts([ana], stored({ answers: [answer(2)] }))).toHaveLength(1)
})

test('requires both arrival and leaving of a visit, whichever was placed later', () => {
  const fact = { at: dej, from: 0, to: 1, isCertain: true }
  const facts = [
    { ...fact, slot: 'arrival' as const, value: 11 },
    { ...fact, slot: 'leaving' as const, value: 12 },
  ]
  const visit = { observerId: 5, stationId: 30, arrival: 11, members: null, leaving: 12 }
  const ana = person({ facts })

  expect(lastSayingCounts([ana], stored({ visits: [visit] }))).toEqual([])
  const cut = [{ ...visit, arrival: null }]
  expect(lastSayingCounts([ana], stored({ visits: cut }))).toHaveLength(1)
})

test('requires a note once, with its files and its observer', () => {
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

test('accepts a note both stored and set aside when its station had another name', () => {
  const remark = { at: dej, text: 'Coadă', digests: [], from: 0, to: 500, isCertain: true }
  const ana = (at: Remark['at']) => person({ remarks: [{ ...remark, at }] })
  const note = { observerId: 5, stationId: 30, text: 'Coadă', digests: [] }
  const kept = (but: Partial<Aside> = {}): Aside =>
    aside(0, [], { kind: 'note', sent: { ...dej, text: 'Coadă', options: [] }, ...but })
  const found = (notes: Stored['notes'], asides: Aside[], at = ana(dej)) =>
    notesAreThereOnce([at], stored({ notes, asides }))

  expect(found([note], [kept()])).toEqual([])
  expect(found([note, { ...note, stationId: 31 }], [kept({ isPlaced: true })])).toEqual([])
  expect(found([note, note], [kept()])).toHaveLength(1)
  expect(found([note], [kept(), kept()])).toHaveLength(1)
  expect(found([note], [kept()], ana(nowhere))).toHaveLength(1)
  expect(found([], [kept()], ana(nowhere))).toEqual([])
  expect(found([], [kept({ isPlaced: true })], ana(nowhere))).toHaveLength(1)
})

test('requires an answer to read as its phone showed it, including the flag', () => {
  const ana = person({ sayings: [say(1, no)] })
  const chosen = { optionId: 2, text: 'Nu', isFlagged: true, value: null }
  const read = { questionId: 7, text: sealed.text, options: [chosen] }
  const found = (one: typeof read) => readsAsShown(ana, 30, [one], stored())

  expect(found(read)).toEqual([])
  expect(found({ ...read, text: 'Sunt cozi?' })).toHaveLength(1)
  expect(found({ ...read, options: [{ ...chosen, text: 'Deloc' }] })).toHaveLength(1)
  expect(found({ ...read, options: [{ ...chosen, isFlagged: false }] })).toHaveLength(1)
})

test('accepts either wording of an answer repeated while set aside', () => {
  const reworded = { ...sealed, text: 'Urna era sigilată?' }
  const later = say(2, no, { at: nowhere, shown: reworded })
  const ana = person({ sayings: [say(1, no, { at: nowhere }), later] })
  const asides = [aside(1, no, { isPlaced: true, stationId: 30 })]
  const chosen = { optionId: 2, text: 'Nu', isFlagged: true, value: null }
  const found = (text: string) =>
    readsAsShown(ana, 30, [{ questionId: 7, text, options: [chosen] }], stored({ asides }))

  expect(found(reworded.text)).toEqual([])
  expect(found('Sunt cozi?')).toHaveLength(1)
})

test('counts a report repeated while set aside from its last sending', () => {
  const at = nowhere
  const ana = person({ sayings: [say(1, no, { at }), say(2, yes), say(3, no, { at })] })
  const asides = [aside(1, no, { isPlaced: true, stationId: 30 })]

  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(2)] }))).toEqual([])
  expect(lastSayingCounts([ana], stored({ asides, answers: [answer(1)] }))).toHaveLength(1)
})

test('accepts a report as set aside, stored or both when its county had another name', () => {
  const ana = person({ sayings: [say(1, yes), say(2, no)] })
  const asides = [aside(2, no, { sent: { ...dej, questionId: 7, options: no } })]
  const found = (...options: number[]) =>
    lastSayingCounts([ana], stored({ asides, answers: options.map((id) => answer(id)) }))

  expect(found(1)).toEqual([])
  expect(found(2)).toEqual([])
  expect(found()).toHaveLength(1)
})

/** Unplaced although the station exists, for example because the form was deleted. */
const strayed = (minute: number, chosen: Chosen[], but: Partial<Aside> = {}): Aside =>
  aside(minute, chosen, {
    reason: 'no-such-option',
    sent: { ...dej, questionId: 7, options: chosen },
    ...but,
  })

test('accepts a reading without a report that was set aside, placed since or not', () => {
  const saying = say(2, no)
  const finding = { oracle: 'no reading is stale', what: '', about: [] }
  const doubts = [{ person: person({ sayings: [saying] }), saying, finding }]
  const found = (asides: Aside[]) => noReadingIsStale(doubts, stored({ asides }))

  expect(found([])).toEqual([finding])
  expect(found([strayed(2, no)])).toEqual([])
  expect(found([strayed(2, no, { isPlaced: true, stationId: 30 })])).toEqual([])
  expect(found([strayed(1, no)])).toEqual([finding])
  expect(found([strayed(2, yes)])).toEqual([finding])
  expect(found([strayed(2, no, { observerId: 6 })])).toEqual([finding])
})

test('accepts a reading without a report repeated while set aside', () => {
  const [first, again] = [say(1, no), say(2, no)]
  const finding = { oracle: 'no reading is stale', what: '', about: [] }
  const doubts = [{ person: person({ sayings: [first, again] }), saying: again, finding }]

  expect(noReadingIsStale(doubts, stored({ asides: [strayed(1, no)] }))).toEqual([])
})

/** *No* is corrected to *yes* in a given minute. */
const corrected = (minute: number, but: Partial<CorrectionAct> = {}): CorrectionAct => ({
  ...{ observerId: 5, stationId: 30, questionId: 7, wording: sealed },
  ...{ own: asText(no), value: asText(yes) },
  ...{ from: minute * 1000, to: minute * 1000 + 500, isCertain: true },
  ...but,
})
const own = { observerId: 5, stationId: 30, questionId: 7, own: no }
const visit = { observerId: 5, stationId: 30, arrival: null, members: null, leaving: null }

test('finds corrections that are lost, count otherwise or replace the observer’s own answer', () => {
  const ana = person({ sayings: [say(1, no), say(3, no)] })
  const kept = stored({ answers: [answer(1)], corrections: [own], visits: [visit] })
  const lost = stored({ answers: [answer(2)], visits: [visit] })

  expect(correctionsCount([corrected(2)], [ana], kept)).toEqual([])
  expect(lastSayingCounts([ana], kept)).toEqual([])
  expect(correctionsCount([corrected(2)], [ana], lost)).toHaveLength(1)
  expect(correctionsCount([corrected(2, { value: asText(no) })], [ana], kept)).toHaveLength(1)
  const takenOver = { ...own, own: yes }
  expect(lastSayingCounts([ana], { ...kept, corrections: [takenOver] })).toHaveLength(1)
})

test('lets a correction end with a different answer, another act, or without a reply', () => {
  const ana = person({ sayings: [say(1, no), say(3, yes)] })
  const ended = stored({ answers: [answer(1)], visits: [visit] })
  const back = corrected(4, { value: undefined })

  expect(correctionsCount([corrected(2)], [ana], ended)).toEqual([])
  expect(correctionsCount([corrected(4)], [ana], ended)).toHaveLength(1)
  expect(correctionsCount([corrected(4, { isCertain: false })], [ana], ended)).toEqual([])
  expect(correctionsCount([corrected(2), back], [ana], ended)).toEqual([])
  expect(
    correctionsCount([corrected(2), back], [ana], { ...ended, corrections: [own] }),
  ).toHaveLength(1)
})

test.each([
  ['whole', '1.300', '1300', 0],
  ['whole', '1.300', '1.3', 1],
  ['time', 'seara', null, 0],
  ['time', 'seara', '20:00', 1],
  ['time', 'ora 7', null, 1],
  ['choice', '47', '47', 1],
] as const)('finds a %s written %s and stored as %s wrong %s times', (kind, text, value, times) => {
  expect(valuesAreRead(stored({ values: [{ kind, text, value }] }))).toHaveLength(times)
})
