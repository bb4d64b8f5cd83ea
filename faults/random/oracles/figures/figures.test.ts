import { expect, test } from 'vitest'
import { type Figures, figuresAreTrue, figuresOf } from './figures.ts'
import { answer, at, shift, sources, station, visit } from './testing-sources.ts'

const figure = (what: string, of = sources()) => figuresOf(of).get(what) ?? 0
const tester = { id: 6, ngoId: 9, isTest: true, deletedAt: null }

test('finds a figure that differs, is missing or is surplus', () => {
  const glossary: Figures = new Map([['visits of observer 5', 2]])
  const found = (product: Figures) => figuresAreTrue(1, product, glossary)

  expect(found(new Map([['visits of observer 5', 2]]))).toEqual([])
  expect(found(new Map([['visits of observer 5', 3]]))).toMatchObject([
    { what: expect.stringContaining('is 3, and should be 2'), about: ['observer 5'] },
  ])
  expect(found(new Map())).toHaveLength(1)
  expect(found(new Map([...glossary, ['flagged at place 21, form 0', 1]]))).toHaveLength(1)
})

test('counts the answered questions and flagged options of a station over its visits', () => {
  const answers = [answer(51, 31, true), answer(51, 31), answer(51, 32, true)]
  const of = sources({ answers })

  expect(figure('answered at station 21, organisation 9, form 3', of)).toBe(2)
  expect(figure('flagged at station 21, organisation 9, form 3', of)).toBe(2)
  expect(figure('flagged in county 1, organisation 9, form 3', of)).toBe(2)
  expect(figure('answered on visit 51', of)).toBe(2)
})

test('counts test observers in lists only', () => {
  const of = sources({
    observers: [tester],
    visits: [visit(51, 21, 6)],
    answers: [answer(51, 31, true)],
    assignments: [{ ...shift(1), observerId: 6 }],
  })

  expect(figure('listed in county 1, organisation 9', of)).toBe(1)
  expect(figure('visits of observer 6', of)).toBe(1)
  expect(figure('flagged at station 21, organisation 9, form 3', of)).toBe(0)
  expect(figure('observers reporting in county 1, organisation 9', of)).toBe(0)
  expect(figure('visited in area 2, organisation 0', of)).toBe(0)
  expect(figure('covered in area 2, organisation 0', of)).toBe(0)
  expect([...figuresOf(of).keys()].filter((what) => what.includes('quarter'))).toEqual([])
})

test('counts flags of merged stations at a single place', () => {
  const of = sources({
    stations: [station(21, 22), station(22)],
    visits: [visit(51), visit(52, 22)],
    answers: [answer(51, 31, true), answer(52, 31, true)],
  })

  expect(figure('flagged at place 22, form 0', of)).toBe(2)
  expect(figure('flagged places, form 3', of)).toBe(1)
  expect(figure('visited in area 2, organisation 9', of)).toBe(1)
})

test('finds an observer elsewhere when the last report of a shift came from no station of it', () => {
  const what = 'observer 5 elsewhere, from station'
  const at22 = { visits: [visit(51, 22)] }

  expect(figure(what, sources(at22))).toBe(0)
  expect(figure(what, sources({ ...at22, assignments: [shift(1)] }))).toBe(22)
  expect(figure(what, sources({ ...at22, assignments: [shift(1), shift(2, 22)] }))).toBe(0)
  const over = { ...shift(1), untilAt: at('07:10') }
  expect(figure(what, sources({ ...at22, assignments: [over] }))).toBe(0)
  const visits = [visit(51, 22), { ...visit(52), lastModified: at('07:11') }]
  expect(figure(what, sources({ visits, assignments: [shift(1)] }))).toBe(0)
})

test('counts observers and lists once for each county', () => {
  const of = sources({
    visits: [visit(51), visit(52, 22)],
    answers: [answer(51, 31), answer(52, 31, true)],
    notes: [{ visitId: 52, receivedAt: at('07:20') }],
  })

  expect(figure('observers reporting in county 1, organisation 9', of)).toBe(1)
  expect(figure('listed in county 1, organisation 9', of)).toBe(2)
  expect(figure('listed as flagged in county 1, organisation 9', of)).toBe(1)
  expect(figure('notes of observer 5', of)).toBe(1)
  expect(figure('observer 5 last seen', of)).toBe(at('07:10').getTime())
})

test('counts a report for each moment at which something was answered', () => {
  const later = { ...answer(51, 32), receivedAt: at('07:14') }
  const next = { ...answer(51, 33, true), receivedAt: at('07:15') }
  const of = sources({ answers: [answer(51, 31), later, next] })
  const quarter = at('07:00').getTime() / 900_000

  expect(figure(`reports in quarter ${quarter}, organisation 9`, of)).toBe(2)
  expect(figure(`reports in quarter ${quarter + 1}, organisation 9`, of)).toBe(1)
  expect(figure(`flagged in quarter ${quarter + 1}, organisation 9`, of)).toBe(1)
})

test('counts a station as covered once, while it is open and its observers exist', () => {
  const assignments = [shift(1), shift(2)]
  const covered = (but: Parameters<typeof sources>[0]) =>
    figure('covered in area 2, organisation 0', sources({ assignments, ...but }))

  expect(covered({})).toBe(1)
  expect(covered({ stations: [{ ...station(21), closedAt: at('08:00') }] })).toBe(0)
  expect(covered({ target: [22] })).toBe(0)
  expect(covered({ target: [22], stations: [station(21), station(22, 21)] })).toBe(1)
  expect(covered({ ngos: [{ id: 9, isActive: false }] })).toBe(0)
  expect(covered({ observers: [{ id: 5, ngoId: 9, isTest: false, deletedAt: at('08:00') }] })).toBe(
    0,
  )
})
