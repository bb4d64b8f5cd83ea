import { expect, test } from 'vitest'
import { changed, type DraftChange } from './form-draft.ts'
import { merge } from './form-merge.ts'
import { blankOption, blankQuestion, type Draft, type DraftQuestion } from './form-parts.ts'

const option = (id: number, text: string) => ({ ...blankOption(text), key: `option-${id}`, id })
const question = (id: number, code: string): DraftQuestion => ({
  ...blankQuestion(code),
  key: `question-${id}`,
  id,
  text: `${code}?`,
  options: [option(id * 10 + 1, 'Da'), option(id * 10 + 2, 'Nu')],
})
const section = (id: number, code: string, questions: DraftQuestion[]) => ({
  key: `section-${id}`,
  id,
  code,
  shownIf: '',
  description: '',
  questions,
})

const base: Draft = {
  code: 'A',
  description: 'Deschidere',
  details: '',
  diaspora: false,
  series: false,
  revision: 3,
  sections: [
    section(1, 'A1', [question(1, 'Q1'), question(2, 'Q2')]),
    section(2, 'A2', [question(3, 'Q3')]),
  ],
}

const fresh = (key: string, text: string): DraftQuestion => ({ ...blankQuestion(text), key, text })
const having = (changes: readonly DraftChange[]): Draft => changes.reduce(changed, base)
const stored = (changes: readonly DraftChange[]): Draft => ({ ...having(changes), revision: 4 })

/** Sections with their questions, and options where they are not Da and Nu; conflicts by kind. */
const shape = ({ sections }: Draft) =>
  sections
    .map(({ code, questions }) => {
      const asked = questions.map(({ text, options }) => {
        const shown = options.map((one) => one.text + (one.isFlagged ? '!' : '')).join('/')
        return shown === 'Da/Nu' || shown === '' ? text : `${text}(${shown})`
      })
      return `${code}: ${asked.join(' ')}`
    })
    .join(', ')

const reword = (key: string, text: string): DraftChange => ({
  type: 'set question',
  key,
  to: { text },
})
const add = (key: string, text: string, after?: string): DraftChange => ({
  type: 'add question',
  section: 'section-1',
  question: fresh(key, text),
  ...(after && { after }),
})
const remove = (key: string): DraftChange => ({ type: 'remove', key })

test.each<[string, DraftChange[], DraftChange[], string, string[]]>([
  [
    'what only they changed is taken',
    [],
    [reword('question-1', 'Theirs')],
    'A1: Theirs Q2?, A2: Q3?',
    [],
  ],
  ['what only I changed stays', [reword('question-1', 'Mine')], [], 'A1: Mine Q2?, A2: Q3?', []],
  [
    'combines changes to different fields of one part',
    [reword('question-1', 'Mine')],
    [{ type: 'set option', key: 'option-12', to: { isFlagged: true } }],
    'A1: Mine(Da/Nu!) Q2?, A2: Q3?',
    [],
  ],
  [
    'accepts the same change by both without a conflict',
    [reword('question-1', 'Same')],
    [reword('question-1', 'Same')],
    'A1: Same Q2?, A2: Q3?',
    [],
  ],
  [
    'asks about a field that both changed, and keeps mine meanwhile',
    [reword('question-1', 'Mine')],
    [reword('question-1', 'Theirs')],
    'A1: Mine Q2?, A2: Q3?',
    ['question-1:text'],
  ],
  [
    'keeps both added questions in their places',
    [add('new-1', 'Mine', 'question-1')],
    [add('question-9', 'Theirs', 'question-2')],
    'A1: Q1? Mine Q2? Theirs, A2: Q3?',
    [],
  ],
  [
    'merges additions with the same words',
    [add('new-1', 'Same', 'question-1')],
    [add('question-9', 'Same', 'question-1')],
    'A1: Q1? Same Q2?, A2: Q3?',
    [],
  ],
  [
    'removes their removed part if I left it unchanged',
    [],
    [remove('question-1')],
    'A1: Q2?, A2: Q3?',
    [],
  ],
  [
    'removes my removed part if they left it unchanged',
    [remove('option-31')],
    [],
    'A1: Q1? Q2?, A2: Q3?(Nu)',
    [],
  ],
  [
    'asks about a part that they removed and I changed, and keeps it meanwhile',
    [reword('question-1', 'Mine')],
    [remove('question-1')],
    'A1: Mine Q2?, A2: Q3?',
    ['question-1:removed'],
  ],
  [
    'asks once about a section that they removed and I changed, and keeps it whole',
    [reword('question-2', 'Mine')],
    [remove('section-1')],
    'A1: Q1? Mine, A2: Q3?',
    ['section-1:removed'],
  ],
  [
    'asks about a question that I moved out of a section that they removed',
    [{ type: 'move question', key: 'question-3', section: 'section-1' }],
    [remove('section-2')],
    'A1: Q1? Q2? Q3?, A2: ',
    ['section-2:removed', 'question-3:removed'],
  ],
  [
    'combines a move by one with a new wording by the other',
    [{ type: 'move question', key: 'question-3', section: 'section-1' }],
    [reword('question-3', 'Theirs')],
    'A1: Q1? Q2? Theirs, A2: ',
    [],
  ],
  [
    'takes the order of the side that changed it',
    [add('new-1', 'Mine', 'question-1')],
    [{ type: 'order', keys: ['question-2', 'question-1'] }],
    'A1: Q2? Q1? Mine, A2: Q3?',
    [],
  ],
])('%s', (_what, mine, theirs, expected, conflicts) => {
  const merged = merge(base, having(mine), stored(theirs))

  expect(merged.conflicts.map(({ id }) => id).sort()).toEqual([...conflicts].sort())
  expect(shape(merged.draft)).toBe(expected)
  expect(merged.draft.revision).toBe(4)
})

test('applies the side chosen for each conflict', () => {
  const mine = having([reword('question-1', 'Mine'), reword('question-2', 'Mine')])
  const theirs = stored([reword('question-1', 'Theirs'), remove('question-2')])
  const both = new Map([
    ['question-1:text', 'theirs'],
    ['question-2:removed', 'theirs'],
  ] as const)

  expect(shape(merge(base, mine, theirs, both).draft)).toBe('A1: Theirs, A2: Q3?')
})

test('merging a merged result again changes nothing', () => {
  const mine = having([reword('question-1', 'Mine'), add('new-1', 'New')])
  const theirs = stored([reword('question-1', 'Theirs'), remove('question-2')])
  const once = merge(base, mine, theirs).draft

  expect(merge(theirs, once, theirs)).toEqual({ draft: once, conflicts: [] })
})
