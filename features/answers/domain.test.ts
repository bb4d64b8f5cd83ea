import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PublishedContent, PublishedOption } from '#features/forms/domain.ts'
import type { SubmittedChoice } from '#features/visits/domain.ts'
import { type Choice, compare, type PlacedDraft, resolveAnswers, shownBy } from './domain.ts'

/** Options 11, 12 of single-choice question 1; 21–23 of multiple-choice 2; 31 of a text question 3. */
const options: readonly PublishedOption[] = [
  [11, 1, 1, false],
  [12, 1, 1, true],
  [21, 2, 0, false],
  [22, 2, 0, true],
  [23, 2, 0, true],
  [31, 3, 2, false],
  [32, 3, 2, true],
].map(([optionId, questionId, questionType, isFlagged]) => ({
  optionId: Number(optionId),
  questionId: Number(questionId),
  questionType: Number(questionType),
  kind: 'choice' as const,
  unit: '',
  formId: questionId === 3 ? 2 : 1,
  formVersion: 1,
  isFlagged: Boolean(isFlagged),
  reading: 'as it was',
}))
const known: PublishedContent = {
  options: new Map(options.map((option) => [option.optionId, [option]])),
  questions: new Map([
    [1, 1],
    [2, 1],
    [3, 2],
  ]),
}
const nobodyKnows = () => undefined

const said = (stationId: number, questionId: number, ...chosen: (number | [number, string])[]) => ({
  stationId,
  draft: {
    countyCode: 'AB',
    pollingStationNumber: stationId,
    questionId,
    options: chosen.map((one) =>
      typeof one === 'number' ? { optionId: one } : { optionId: one[0], value: one[1] },
    ),
  },
})

const read = (...drafts: PlacedDraft[]) => {
  const { resolved, strays } = resolveAnswers(drafts, known, nobodyKnows)
  return {
    resolved: resolved.map(({ stationId, questionId, choices }) => [
      stationId,
      questionId,
      choices.map(({ optionId, text }) => (text === null ? optionId : [optionId, text])),
    ]),
    strays: strays.map(({ reason, draft }) => [
      reason,
      draft.questionId,
      draft.options.map(({ optionId }) => optionId),
    ]),
  }
}

test.each([
  ['one choice', [said(1, 1, 11)], [[1, 1, [11]]], []],
  ['several of a multiple choice', [said(1, 2, 21, 22)], [[1, 2, [21, 22]]], []],
  ['nothing, which clears', [said(1, 1)], [[1, 1, []]], []],
  ['a text, trimmed', [said(1, 3, [31, ' at 7 '])], [[1, 3, [[31, 'at 7']]]], []],
  ['an empty text, which is none', [said(1, 3, [31, '  '])], [[1, 3, [31]]], []],
  ['the last of two answers', [said(1, 1, 11), said(1, 1, 12)], [[1, 1, [12]]], []],
  ['an empty answer that came last', [said(1, 1, 11), said(1, 1)], [[1, 1, []]], []],
  [
    'the last text of an option sent twice',
    [said(1, 3, [31, 'a'], [31, 'b'])],
    [[1, 3, [[31, 'b']]]],
    [],
  ],
  [
    'one option at two stations',
    [said(1, 1, 11), said(2, 1, 11)],
    [
      [1, 1, [11]],
      [2, 1, [11]],
    ],
    [],
  ],
  [
    'two choices where one is asked',
    [said(1, 1, 11, 12)],
    [],
    [['several-single-choices', 1, [11, 12]]],
  ],
  [
    'two of a single choice with text',
    [said(1, 3, 31, 32)],
    [],
    [['several-single-choices', 3, [31, 32]]],
  ],
  ['another question’s option', [said(1, 1, 21)], [], [['no-such-option', 1, [21]]]],
  ['no question’s option', [said(1, 1, 99)], [], [['no-such-option', 1, [99]]]],
  ['a question that does not exist', [said(1, 9, 11)], [], [['no-such-option', 9, [11]]]],
  [
    'a fitting option beside a foreign one',
    [said(1, 2, 21, 99)],
    [[1, 2, [21]]],
    [['no-such-option', 2, [99]]],
  ],
] as const)('parses a report: %s', (_what, drafts, resolved, strays) => {
  expect(read(...drafts)).toEqual({ resolved, strays })
})

const choice = (optionId: number, text: string | null = null, more: Partial<Choice> = {}) => {
  const { questionId, formId, formVersion, isFlagged } = known.options.get(optionId)![0]!
  return { optionId, questionId, formId, formVersion, isFlagged, text, ...more }
}
const now = (questionId: number, ...choices: (Choice & Partial<SubmittedChoice>)[]) => ({
  stationId: 1,
  questionId,
  choices: choices.map((one) => ({ alikeIn: [one.formVersion], ...one })),
})

test('leaves an existing option with the same text unchanged', () => {
  const stored = [choice(11), choice(31, 'at 7')]

  expect(compare(stored, [now(1, choice(11)), now(3, choice(31, 'at 7'))])).toEqual({
    gone: [],
    added: [],
    reworded: [],
    tallies: [],
  })
})

test('replaces an earlier choice with a new one', () => {
  const difference = compare([choice(11)], [now(1, choice(12))])

  expect(difference).toEqual({
    gone: [choice(11)],
    added: [choice(12)],
    reworded: [],
    tallies: [{ formId: 1, answered: 0, flagged: 1 }],
  })
})

test('removes all chosen options of a cleared answer', () => {
  const stored = [choice(21), choice(22)]

  expect(compare(stored, [now(2)])).toEqual({
    gone: stored,
    added: [],
    reworded: [],
    tallies: [{ formId: 1, answered: -1, flagged: -1 }],
  })
})

test('tallies each form separately', () => {
  const { tallies } = compare([], [now(2, choice(22), choice(23)), now(3, choice(32, 'x'))])

  expect(tallies).toEqual([
    { formId: 1, answered: 1, flagged: 2 },
    { formId: 2, answered: 1, flagged: 1 },
  ])
})

test('keeps the version of an option when only its text changes', () => {
  const stored = [choice(31, 'at 7')]
  const said = [now(3, { ...choice(31, 'at 8', { formVersion: 2 }), alikeIn: [2, 1] })]

  expect(compare(stored, said)).toEqual({
    gone: [],
    added: [],
    reworded: [choice(31, 'at 8')],
    tallies: [],
  })
})

test('replaces version and flag of an option that reads differently in another version', () => {
  const stored = [choice(21), choice(22)]
  const reread = choice(21, null, { formVersion: 2, isFlagged: true })

  expect(compare(stored, [now(2, reread)])).toEqual({
    gone: [choice(22)],
    added: [],
    reworded: [reread],
    tallies: [],
  })
  expect(compare(stored, [now(2, reread, choice(22))])).toMatchObject({
    reworded: [reread],
    tallies: [{ formId: 1, answered: 0, flagged: 1 }],
  })
})

test('treats an option that reads the same in another version as a repetition', () => {
  const repeated = { ...choice(21, null, { formVersion: 2 }), alikeIn: [2, 1] }

  expect(compare([choice(21)], [now(2, repeated)])).toMatchObject({ added: [], reworded: [] })
})

/** Option 1 in versions 1 to 3, flagged in the third; 2 only in the first; 3 from the second on. */
const versions: PublishedContent = {
  options: new Map([
    [1, [asOf(1, 3, true), asOf(1, 2), asOf(1, 1)]],
    [2, [asOf(2, 1)]],
    [3, [asOf(3, 3), asOf(3, 2)]],
  ]),
  questions: new Map([[9, 7]]),
}

function asOf(optionId: number, formVersion: number, isFlagged = false): PublishedOption {
  const reading = `${optionId} ${isFlagged}`
  const question = { questionId: 9, questionType: 0, kind: 'choice' as const, unit: '', formId: 7 }
  return { optionId, ...question, formVersion, isFlagged, reading }
}

test.each<[string, number | undefined, number[], [option: number, version: number, flag?: '!'][]]>([
  ['the older version it was given', 1, [1], [[1, 1]]],
  ['the newest version it was given', 3, [1], [[1, 3, '!']]],
  ['the newest version when its own is unknown', undefined, [1], [[1, 3, '!']]],
  [
    'the newest version with all its options when its own is unknown',
    undefined,
    [1, 2],
    [
      [1, 1],
      [2, 1],
    ],
  ],
  [
    'a newer version when no older one has its options',
    1,
    [1, 3],
    [
      [1, 3, '!'],
      [3, 3],
    ],
  ],
  [
    'an older version when no newer one has its options',
    3,
    [1, 2],
    [
      [1, 1],
      [2, 1],
    ],
  ],
  [
    'each option in its own version when no version has all',
    2,
    [1, 2, 3],
    [
      [1, 2],
      [2, 1],
      [3, 2],
    ],
  ],
])('assumes that a phone shows %s', (_what, given, chosen, read) => {
  const { draft, stationId } = said(1, 9, ...chosen)
  const shown = shownBy([draft], versions, () => given)

  const { resolved } = resolveAnswers([{ stationId, draft }], versions, shown)

  expect(
    resolved.flatMap(({ choices }) =>
      choices.map(({ optionId, formVersion, isFlagged }) =>
        isFlagged ? [optionId, formVersion, '!'] : [optionId, formVersion],
      ),
    ),
  ).toEqual(read)
})

test('reads all that a phone sends in the only version that has a named option', () => {
  const named = said(1, 9, 2).draft
  const shown = shownBy([said(2, 9, 1).draft, named], versions, () => 3)

  expect(shown(7)).toBe(1)
})

const value = fc.option(fc.constantFrom('at 7', 'at 8', ' '), { nil: undefined })
const anyDraft = fc
  .record({
    questionId: fc.integer({ min: 1, max: 4 }),
    chosen: fc.array(
      fc.record({ optionId: fc.constantFrom(11, 12, 21, 22, 23, 31, 32, 99), value }),
      { maxLength: 4 },
    ),
  })
  .map(({ questionId, chosen }) => ({
    stationId: 1,
    draft: { countyCode: 'AB', pollingStationNumber: 1, questionId, options: chosen },
  }))
const anyReport = fc.array(anyDraft, { maxLength: 5 })

const counted = (choices: readonly Choice[], formId: number) => ({
  answered: new Set(choices.filter((one) => one.formId === formId).map((one) => one.questionId))
    .size,
  flagged: choices.filter((one) => one.formId === formId && one.isFlagged).length,
})

test('applies differences of any reports up to the last answers, with tallies equal to a recount', () => {
  fc.assert(
    fc.property(fc.array(anyReport, { maxLength: 6 }), (reports) => {
      let stored: Choice[] = []
      const sums = new Map([1, 2].map((formId) => [formId, { answered: 0, flagged: 0 }]))
      for (const report of reports) {
        const { resolved } = resolveAnswers(report, known, nobodyKnows)
        const asked = new Set(resolved.map(({ questionId }) => questionId))
        const ofAsked = stored.filter(({ questionId }) => asked.has(questionId))
        const { gone, added, reworded, tallies } = compare(ofAsked, resolved)
        const touched = new Set([...gone, ...reworded].map(({ optionId }) => optionId))
        const kept = stored.filter(({ optionId }) => !touched.has(optionId))
        stored = [...kept, ...reworded, ...added]
        for (const { formId, answered, flagged } of tallies) {
          sums.get(formId)!.answered += answered
          sums.get(formId)!.flagged += flagged
        }
        for (const { questionId, choices } of resolved)
          expect(new Set(stored.filter((one) => one.questionId === questionId))).toEqual(
            new Set(choices.map(({ alikeIn, ...one }) => one)),
          )
        const again = stored.filter(({ questionId }) => asked.has(questionId))
        expect(compare(again, resolved)).toEqual({ gone: [], added: [], reworded: [], tallies: [] })
      }
      for (const [formId, sum] of sums) expect(sum).toEqual(counted(stored, formId))
    }),
  )
})
