import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { QuestionKind } from './kind-contract.ts'
import { mistakesIn, mistakesOf } from './logic/mistakes-domain.ts'
import { mostSigns } from './logic-contract.ts'
import { logicOf } from './logic-domain.ts'
import type { GivenAnswer, LogicQuestion } from './operand-domain.ts'

const question = (code: string, kind: QuestionKind, more: Partial<LogicQuestion> = {}) => ({
  code,
  kind,
  optionsToQuestions: kind === 'choice' ? [{ text: 'Da' }, { text: 'Nu, pentru că' }] : [],
  ...more,
})

const asked = [
  question('A1', 'choice'),
  question('A2', 'whole'),
  question('A3.1', 'decimal'),
  question('B', 'line'),
  question('V-date', 'date'),
  question('T', 'time'),
  question('R', 'rating'),
  question('F', 'file'),
]

const value = (value: string | null): GivenAnswer => ({ chosen: [], value })
const given: Readonly<Record<string, GivenAnswer>> = {
  A1: { chosen: [1], value: null },
  A2: value('10'),
  'A3.1': value('2.5'),
  B: value('  Sigiliu Rupt '),
  'V-date': value('2026-11-22'),
  T: value('06:30'),
}

/** Whether a question with this condition is shown. */
function isShown(
  shownIf: string,
  answers: Readonly<Record<string, GivenAnswer>> = given,
  voters: number | null = 1200,
): boolean {
  const last = question('Z', 'line', { shownIf })
  const logic = logicOf([{ questions: [...asked, last] }])
  const outcome = logic?.(({ code }) => answers[code], { 'station.voters': voters })
  return !outcome?.hidden.has(last)
}

const mistakesAbout = (shownIf: string) =>
  mistakesOf([
    { questions: [...asked, question('Z', 'line', { shownIf }), question('Z2', 'line')] },
  ])

test.each([
  'A1 = "Nu, pentru că"',
  'A1 = „nu,  pentru că”',
  "A1 != 'Da'",
  'A1 = 2',
  'not A1 = 1 and A2 = 10',
  'A2 > 9.5 and A2 <= 10',
  '[A2] - 3 * 2 = 4',
  '(A2 - 3) * 2 = 14',
  'A2 / 4 = A3.1',
  '-A2 < 0',
  'sum(A2, A3.1, R) = 12.5',
  'B = "sigiliu rupt"',
  '[V-date] < "23.11.2026"',
  'T >= "6:30"',
  'answered(A1, A2) and not answered(R)',
  'A2 < station.voters',
  'R > 3 or A2 = 10',
])('holds: %s', (shownIf) => {
  expect(mistakesAbout(shownIf)).toEqual([])
  expect(isShown(shownIf)).toBe(true)
})

test.each([
  'A1 = "Da"',
  'A2 != 10',
  // The rating was not given, so it neither equals nor differs.
  'R = 3',
  'R != 3',
  'not R = 3',
  'R = 3 and A2 = 10',
  'sum(R) = 0',
  'A2 / 0 > 1',
])('does not hold: %s', (shownIf) => {
  expect(mistakesAbout(shownIf)).toEqual([])
  expect(isShown(shownIf)).toBe(false)
})

test('takes an answer that cannot be read for one with an unknown value', () => {
  expect(isShown('answered(A2)', { A2: value(null) })).toBe(true)
  expect(isShown('A2 >= 0 or A2 < 0', { A2: value(null) })).toBe(false)
})

test('takes a fact that the station does not have as unknown', () => {
  expect(isShown('A2 <= station.voters', given, null)).toBe(false)
  expect(isShown('answered(station.voters)', given, null)).toBe(false)
})

test('counts answers to hidden questions, and in hidden sections, as missing', () => {
  const [a, b, c, d] = [
    question('A', 'whole'),
    question('B', 'whole', { shownIf: 'A = 1' }),
    question('C', 'whole', { shownIf: 'B = 1' }),
    question('D', 'whole', { shownIf: 'answered(C)' }),
  ]
  const logic = logicOf([{ questions: [a, b] }, { shownIf: 'A = 1', questions: [c, d] }])
  const answer = (first: string) => (one: LogicQuestion) => value(one === a ? first : '1')
  const facts = { 'station.voters': null }
  expect(logic?.(answer('1'), facts).hidden).toEqual(new Set())
  expect(logic?.(answer('2'), facts).hidden).toEqual(new Set([b, c, d]))
})

test('tests a check once its question is answered, and fails it only where all that it needs is known', () => {
  const check = {
    expression: 'A2 + B2 <= station.voters',
    severity: 'error' as const,
    message: { ro: 'Prea mulți', en: 'Too many' },
  }
  const last = question('B2', 'whole', { checks: [check] })
  const logic = logicOf([{ questions: [question('A2', 'whole'), last] }])
  const failed = (answers: Readonly<Record<string, GivenAnswer>>, voters: number | null = 12) =>
    logic?.(({ code }) => answers[code], { 'station.voters': voters }).failed
  expect(failed({ A2: value('10'), B2: value('3') })).toEqual([{ question: last, check }])
  expect(failed({ A2: value('10'), B2: value('2') })).toEqual([])
  expect(failed({ A2: value('100') })).toEqual([])
  expect(failed({ B2: value('100') })).toEqual([])
  expect(failed({ A2: value('10'), B2: value('3') }, null)).toEqual([])
})

test('finds no logic in a form without conditions and checks', () => {
  expect(logicOf([{ questions: asked }])).toBeUndefined()
})

test.each([
  ['', []],
  ['A9 = 1', [{ kind: 'unknown', at: 0, about: 'A9' }]],
  ['A2 = 1 and Z2 = "x"', [{ kind: 'later', at: 11, about: 'Z2' }]],
  ['answered(Z)', [{ kind: 'later', at: 9, about: 'Z' }]],
  ['A1 = "Poate"', [{ kind: 'option', at: 5, about: 'Poate' }]],
  ['A1 = 3', [{ kind: 'option', at: 5, about: '3' }]],
  ['answered(F)', [{ kind: 'file', at: 9, about: 'F' }]],
  ['A1 < 2', [{ kind: 'kinds', at: 5, about: '' }]],
  ['A2 = "x"', [{ kind: 'kinds', at: 5, about: '' }]],
  ['B < "x"', [{ kind: 'kinds', at: 4, about: '' }]],
  ['T = "33:99"', [{ kind: 'time', at: 4, about: '33:99' }]],
  ['A2 + 1', [{ kind: 'condition', at: 4, about: '' }]],
  ['A1 + 1 = 2', [{ kind: 'number', at: 0, about: '' }]],
  ['sum(A2, B) = 1', [{ kind: 'number', at: 8, about: '' }]],
  ['A2 = ', [{ kind: 'unread', at: 5, about: '' }]],
  ['A2 = 1; 2', [{ kind: 'unread', at: 6, about: '' }]],
  ['1 < A2 < 3', [{ kind: 'unread', at: 7, about: '' }]],
])('says what is wrong with %s, and where', (shownIf, mistakes) => {
  const path = ['formSections', 0, 'questions', asked.length, 'shownIf']
  expect(mistakesAbout(shownIf)).toEqual(mistakes.map((mistake) => ({ ...mistake, path })))
})

test('refuses a code that two questions have', () => {
  const twins = [question('A', 'whole'), question('A', 'whole')]
  const [mistake] = mistakesOf([
    { questions: [...twins, question('Z', 'line', { shownIf: 'A = 1' })] },
  ])
  expect(mistake).toMatchObject({ kind: 'twice', about: 'A' })
})

test('lets a check name its own question, and asks for a message in every language', () => {
  const check = {
    expression: 'A > 0',
    severity: 'warning' as const,
    message: { ro: 'Zero', en: '' },
  }
  const path = ['formSections', 0, 'questions', 0, 'checks', 0, 'message', 'en']
  expect(mistakesOf([{ questions: [question('A', 'whole', { checks: [check] })] }])).toEqual([
    { kind: 'message', at: 0, about: '', path },
  ])
})

const pieces = fc.constantFrom(
  ...['A1', 'A2', 'B', 'T', '[V-date]', 'R', 'Q', 'station.voters', '1', '0', '"Da"', '"x', '('],
  ...[')', '=', '!=', '<', '+', '-', '*', '/', 'and', 'or', 'not', 'sum(', 'answered(', ',', '['],
)
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.array(pieces, { maxLength: 250 }).map((all) => all.join(' ')),
  fc.tuple(pieces, fc.integer({ min: 1, max: 600 })).map(([one, times]) => one.repeat(times)),
)

test('reads, judges and tests any text without throwing or taking long', () => {
  const scope = {
    known: new Map(asked.map((one) => [one.code, one])),
    later: new Set<string>(),
    twice: new Set<string>(),
  }
  fc.assert(
    fc.property(texts, (text) => {
      const began = performance.now()
      mistakesIn(text, scope)
      isShown(text)
      expect(performance.now() - began).toBeLessThan(1000)
    }),
    { numRuns: 200 },
  )
})

const answers = fc.record(
  {
    A1: fc.subarray([0, 1]).map((chosen) => ({ chosen, value: null })),
    A2: fc
      .option(fc.integer(), { nil: null })
      .map((number) => value(number === null ? null : `${number}`)),
    B: fc.string().map(value),
  },
  { requiredKeys: [] },
)

test('never holds a condition and its negation both true, whatever is answered', () => {
  const conditions = fc.constantFrom(
    'A2 > 3',
    'A1 = 1',
    'A2 / A2 = 1',
    'B = "x"',
    'A2 = 1 or A1 = 2',
  )
  fc.assert(
    fc.property(conditions, answers, (condition, all) => {
      const given = all as Readonly<Record<string, GivenAnswer>>
      expect(isShown(condition, given) && isShown(`not (${condition})`, given)).toBe(false)
    }),
  )
})

const { condition } = fc.letrec<{ number: string; condition: string }>((tie) => ({
  number: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('A2', '[A3.1]', 'station.voters', '0', '2.5', 'sum(A2, R)'),
    fc
      .tuple(tie('number'), fc.constantFrom('+', '-', ' * ', '/'), tie('number'))
      .map(([one, sign, other]) => `(${one}${sign}-${other})`),
  ),
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('A1 = 1', 'answered(B)', 'T < "7:00"'),
    fc.tuple(tie('number'), tie('number')).map(([one, other]) => `${one} <= ${other}`),
    fc
      .tuple(tie('condition'), fc.constantFrom('and', 'or', 'and not'), tie('condition'))
      .map(([one, word, other]) => `(${one}) ${word} (${other})`),
  ),
}))

test('reads what the grammar makes, without mistakes', () => {
  fc.assert(
    fc.property(condition, (text) => {
      fc.pre(text.length < mostSigns - 20)
      expect(mistakesAbout(text)).toEqual([])
      expect(isShown(`${text} or A2 = 10`)).toBe(true)
    }),
    { numRuns: 100 },
  )
})
