import { describe, expect, test } from 'vitest'
import type { QuestionType } from '../../kind-contract.ts'
import { Asked } from '../../kind-contract.ts'
import { changed, copyOf, type DraftChange, removalOf } from './form-draft.ts'
import {
  bodyOf,
  contentOf,
  type Draft,
  type DraftQuestion,
  draftFrom,
  draftOf,
  isSame,
} from './form-parts.ts'

const option = (id: number, text: string) => ({
  id,
  optionId: id,
  idOption: id,
  text,
  hint: null,
  isFreeText: false,
  flagged: false,
  orderNumber: 1,
})

const question = (id: number, code: string) => ({
  id,
  formCode: 'A',
  idSection: 1,
  code,
  text: `${code}?`,
  hint: 'priviți urna',
  questionType: 1 as QuestionType,
  ...Asked.parse({}),
  orderNumber: 1,
  optionsToQuestions: [option(id * 10 + 1, 'Da'), option(id * 10 + 2, 'Nu')],
})

const section = (id: number, code: string, questions: ReturnType<typeof question>[]) => ({
  id,
  uniqueId: `A${code}${id}`,
  code,
  description: '',
  orderNumber: 1,
  questions,
})

const stored = [
  section(1, 'A1', [question(1, 'A1.1'), question(2, 'A1.2')]),
  section(2, 'A2', [question(3, 'A2.1')]),
]

const draft = draftOf(
  {
    code: 'A',
    description: 'Deschidere',
    details: '',
    diaspora: false,
    series: false,
    revision: 1,
  },
  stored,
)

const having = (...changes: DraftChange[]): Draft => changes.reduce(changed, draft)

/** Codes and texts, in page order. */
const shape = ({ sections }: Draft) =>
  sections.map(({ code, questions }) => [
    code,
    questions.map((each) => [each.code, each.options.map(({ text }) => text).join(' ')].join(': ')),
  ])

const removed = (from: Draft, key: string) => {
  const found = removalOf(from, key)
  if (!found) throw new Error(`No ${key}`)
  return found
}

describe('changed', () => {
  test('keeps the identity of unchanged parts', () => {
    const next = having({ type: 'set question', key: 'question-1', to: { text: 'Alta?' } })

    expect(next.sections[0]?.questions[0]?.text).toBe('Alta?')
    expect(next.sections[0]?.questions[1]).toBe(draft.sections[0]?.questions[1])
    expect(next.sections[0]?.questions[0]?.options).toBe(draft.sections[0]?.questions[0]?.options)
    expect(next.sections[1]).toBe(draft.sections[1])
  })

  test('changes nothing when the part is gone', () => {
    const gone = having({ type: 'remove', key: 'question-1' })

    expect(changed(gone, { type: 'set option', key: 'option-11', to: { text: 'X' } })).toBe(gone)
  })

  test('adds a question behind another, and options behind one of them', () => {
    const [first] = draft.sections[0]?.questions ?? []
    const next = having(
      {
        type: 'add question',
        section: 'section-1',
        question: copyOf(first!, 'A1.9'),
        after: 'question-1',
      },
      {
        type: 'add options',
        question: 'question-3',
        options: [{ ...first!.options[0]!, key: 'new', text: 'Poate' }],
        after: 'option-31',
      },
    )

    expect(shape(next)).toEqual([
      ['A1', ['A1.1: Da Nu', 'A1.9: Da Nu', 'A1.2: Da Nu']],
      ['A2', ['A2.1: Da Poate Nu']],
    ])
  })

  test('skips added options with an existing text', () => {
    const texts = ['Nu', 'Nu știu']
    const options = texts.map((text) => ({ ...draft.sections[0]!.questions[0]!.options[0]!, text }))

    const next = having({ type: 'add options', question: 'question-1', options })

    expect(shape(next)[0]).toEqual(['A1', ['A1.1: Da Nu Nu știu', 'A1.2: Da Nu']])
  })

  test('puts sections, questions and options in another order', () => {
    const next = having(
      { type: 'order', keys: ['section-2', 'section-1'] },
      { type: 'order', keys: ['question-2', 'question-1'] },
      { type: 'order', keys: ['option-32', 'option-31'] },
    )

    expect(shape(next)).toEqual([
      ['A2', ['A2.1: Nu Da']],
      ['A1', ['A1.2: Da Nu', 'A1.1: Da Nu']],
    ])
  })

  test('moves a question to the end of another section, and not within its own', () => {
    const next = having({ type: 'move question', key: 'question-1', section: 'section-2' })

    expect(shape(next)).toEqual([
      ['A1', ['A1.2: Da Nu']],
      ['A2', ['A2.1: Da Nu', 'A1.1: Da Nu']],
    ])
    expect(having({ type: 'move question', key: 'question-1', section: 'section-1' })).toBe(draft)
  })
})

describe('free-text option', () => {
  test.each([
    [0, 3],
    [1, 2],
  ] as const)('makes a question of type %i one of type %i', (before, then) => {
    const next = having(
      { type: 'set question', key: 'question-1', to: { kind: before } },
      { type: 'set option', key: 'option-12', to: { isFreeText: true } },
    )

    expect(next.sections[0]?.questions[0]?.kind).toBe(then)
  })
})

describe('removed part', () => {
  test.each(['section-1', 'question-2', 'option-11'])('returns unchanged: %s', (key) => {
    const without = having({ type: 'remove', key })
    expect(isSame(without, draft)).toBe(false)

    const back = changed(without, { type: 'put back', removed: removed(draft, key) })

    expect(back).toEqual(draft)
  })

  test('returns and keeps later edits', () => {
    const next = having(
      { type: 'remove', key: 'question-1' },
      { type: 'set question', key: 'question-2', to: { text: 'Schimbată?' } },
      { type: 'put back', removed: removed(draft, 'question-1') },
    )

    expect(next.sections[0]?.questions.map(({ text }) => text)).toEqual(['A1.1?', 'Schimbată?'])
  })

  test('stays removed while its section is removed', () => {
    const next = having(
      { type: 'remove', key: 'question-1' },
      { type: 'remove', key: 'section-1' },
      { type: 'put back', removed: removed(draft, 'question-1') },
    )

    expect(shape(next)).toEqual([['A2', ['A2.1: Da Nu']]])
  })
})

describe('copy of a question', () => {
  test('is new to the server, with its options', () => {
    const copy = copyOf(draft.sections[0]!.questions[0]!, 'A1.3')

    expect(copy).toMatchObject({ id: null, code: 'A1.3', text: 'A1.1?', kind: 1 })
    expect(copy.options).toMatchObject([
      { id: null, text: 'Da' },
      { id: null, text: 'Nu' },
    ])
  })
})

describe('two drafts', () => {
  test('are the same when they would be stored identically', () => {
    const spaced = having({ type: 'set form', to: { description: ' Deschidere  ' } })

    expect(isSame(spaced, draft)).toBe(true)
    expect(isSame(having({ type: 'set form', to: { diaspora: true } }), draft)).toBe(false)
  })

  test('differ when the order of an option does, or its flag', () => {
    expect(isSame(having({ type: 'order', keys: ['option-12', 'option-11'] }), draft)).toBe(false)
    const flagged: DraftChange = { type: 'set option', key: 'option-11', to: { isFlagged: true } }
    expect(isSame(having(flagged), draft)).toBe(false)
  })

  test('are the same after a round trip through kept content', () => {
    expect(isSame(draftFrom(contentOf(draft), 1), draft)).toBe(true)
  })
})

describe('kind of a question', () => {
  const set = (to: Partial<DraftQuestion>): DraftChange => ({
    type: 'set question',
    key: 'question-1',
    to,
  })
  const sentOf = (given: Draft) => bodyOf(given).formSections[0]?.questions[0]
  const limits = { min: 0, max: 900, unit: 'alegători' }

  test('keeps what was typed for another kind, and sends only its own', () => {
    const counted = having(set({ kind: 'whole', ...limits }))
    const timed = changed(counted, set({ kind: 'time' }))

    expect(sentOf(counted)).toMatchObject({ kind: 'whole', ...limits, optionsToQuestions: [] })
    expect(sentOf(timed)).toMatchObject({
      ...{ kind: 'time', questionType: 2, min: null, max: null, unit: '', optionsToQuestions: [] },
    })
    expect(changed(timed, set({ kind: 'whole' }))).toEqual(counted)
    expect(isSame(changed(timed, set({ kind: 1 })), draft)).toBe(true)
    expect(draftFrom(contentOf(timed), 1)).toMatchObject({ sections: timed.sections })
  })

  test('takes a maximum that no rating has for none', () => {
    const rated = (max: number | null) => sentOf(having(set({ kind: 'rating', max })))?.max

    expect([null, 900, 2.5, 1, 11].map(rated)).toEqual([5, 5, 5, 5, 5])
    expect([2, 7, 10].map(rated)).toEqual([2, 7, 10])
  })

  test('hides the option that the server makes, and adopts no id from it', () => {
    const asked = { ...question(1, 'A1.1'), questionType: 2 as const, kind: 'whole' as const }
    const answer = [
      section(1, 'A1', [{ ...asked, optionsToQuestions: [option(99, 'Răspuns')] }]),
      stored[1]!,
    ]
    const marks = {
      code: 'A',
      description: '',
      details: '',
      diaspora: false,
      series: false,
      revision: 2,
    }
    const sent = having(set({ kind: 'whole' }))

    expect(draftOf(marks, answer).sections[0]?.questions[0]?.options).toEqual([])
    expect(changed(sent, { type: 'adopt', sent, stored: answer })).toEqual(sent)
  })
})

test('adopts stored ids and keeps edits made since', () => {
  const copy = { ...copyOf(draft.sections[0]!.questions[0]!, 'A1.3'), key: 'copy' }
  const sent = having({ type: 'add question', section: 'section-1', question: copy })
  const since = changed(sent, { type: 'set question', key: 'copy', to: { text: 'Mai târziu' } })
  const answer = [
    section(1, 'A1', [question(1, 'A1.1'), question(2, 'A1.2'), question(7, 'A1.3')]),
    stored[1]!,
  ]

  const next = changed(since, { type: 'adopt', sent, stored: answer })

  expect(next.sections[0]?.questions[2]).toMatchObject({ key: 'copy', id: 7, text: 'Mai târziu' })
  expect(next.sections[0]?.questions[2]?.options.map(({ id }) => id)).toEqual([71, 72])
})
