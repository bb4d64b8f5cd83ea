import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detailsOf, fieldText } from '../details-domain.ts'
import type { NewForm, NewQuestion } from '../exchange-contract.ts'
import { QuestionKind } from '../kind-contract.ts'
import { headingFor, tagOf } from './language-domain.ts'
import { readXlsForm } from './reading-domain.ts'
import type { ReadSheet } from './rows-domain.ts'
import { writeXlsForm } from './writing-domain.ts'

/** A sheet from lines of cells between bars. */
const sheet = (lines: string): ReadSheet => {
  const [headings = [], ...rows] = lines
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return { headings, headingsLine: 1, rows: rows.map((cells, at) => ({ line: at + 2, cells })) }
}
const read = (survey: string, choices = 'list_name | name | label', language: 'ro' | 'en' = 'en') =>
  readXlsForm({ survey: sheet(survey), choices: sheet(choices) }, language)
const questions = ({ form }: ReturnType<typeof read>) =>
  form.formSections.flatMap((section) => section.questions)
const reported = ({ findings }: ReturnType<typeof read>) =>
  findings.map(({ line, why, name, detail }) => [line, why, name, detail].join(' ').trim())

test('reads each type with a counterpart as a kind of question', () => {
  const found = read(`type | name | label | required | constraint | parameters | appearance
    integer | a | Voters | yes | . >= 0 and . < 3000 | |
    decimal | b | Share | | (. <= 99.5) | |
    text | c | Name | no | | |
    text | d | Story | | | | multiline
    date | e | Day | | | |
    time | f | Hour | | | |
    dateTime | g | Moment | | | |
    range | h | Calm | | | start=1 end=5 step=1 | rating
    range | i | Percent | | | start=0 end=100 |
    image | j | Protocol | yes | | |
    file | k | Minutes | | | |
    audio | l | Noise | | | |
    video | m | Crowd | | | |`)

  expect(
    questions(found).map(({ kind, isRequired, min, max }) => [kind, isRequired, min, max]),
  ).toEqual([
    ['whole', true, 0, 2999],
    ['decimal', false, null, 99.5],
    ['line', false, null, null],
    ['text', false, null, null],
    ['date', false, null, null],
    ['time', false, null, null],
    ['moment', false, null, null],
    ['rating', false, 1, 5],
    ['whole', false, 0, 100],
    ['file', true, null, null],
    ['file', false, null, null],
    ['file', false, null, null],
    ['file', false, null, null],
  ])
  expect(found.findings).toEqual([])
})

const colours = `list name | name | label
  yn | y | Yes
  yn | n | No
  why | other | Else`

test.each([
  ['select_one yn', 1, ['Yes', 'No']],
  ['select one from yn', 1, ['Yes', 'No']],
  ['select_multiple yn', 0, ['Yes', 'No']],
  ['select all that apply from yn', 0, ['Yes', 'No']],
  ['select_one yn or_other', 2, ['Yes', 'No', 'Other …']],
  ['select one from yn or specify other', 2, ['Yes', 'No', 'Other …']],
  ['select_multiple why or_other', 3, ['Else …']],
])('reads %s with its options', (type, questionType, options) => {
  const [question] = questions(read(`type|name|label\n${type}|q|Sealed?`, colours))

  expect(question).toMatchObject({ kind: 'choice', questionType })
  expect(
    question?.optionsToQuestions.map(({ text, isFreeText }) => `${text}${isFreeText ? ' …' : ''}`),
  ).toEqual(options)
})

test('makes sections of groups, and names inner ones after outer ones', () => {
  const { form } = read(`type | name | label
    text | x | Before
    begin group | g | Opening
    text | a | A
    begin_group | h | Box
    text | b | B
    end group | |
    text | c | C
    end_group | |
    text | y | After`)

  expect(
    form.formSections.map(({ code, description, questions: of }) => [
      code,
      description,
      of.map((question) => question.code).join(),
    ]),
  ).toEqual([
    ['', '', 'x'],
    ['g', 'Opening', 'a'],
    ['h', 'Opening – Box', 'b'],
    ['g', 'Opening', 'c'],
    ['', '', 'y'],
  ])
})

test('reports every row and cell without a counterpart, by its row', () => {
  const found = read(
    `type | name | label | relevant | constraint | required | label
    geopoint | place | Where? | | | |
    calculate | sum | | | | |
    begin repeat | boxes | Boxes | | | |
    integer | n | Votes of \${place} | \${sum} > 1 | . < \${sum} | \${sum} | n2
    end repeat | | | | | |
    select_one none | s | Which? | | | |
    note | hi | Welcome | | | |
    text | n | Again | | | |
    text | bare | | | | |
    begin group | open | Open | | | |`,
  )

  expect(reported(found)).toEqual([
    '0 group open Open',
    '1 duplicate  label',
    '2 type place geopoint',
    '3 type sum calculate',
    '4 repeat boxes Boxes',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as XLSForm writes it.
    '5 reference n Votes of ${place}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as XLSForm writes it.
    '5 column required ${sum}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as XLSForm writes it.
    '5 column relevant ${sum} > 1',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as XLSForm writes it.
    '5 column constraint . < ${sum}',
    '7 list s none',
    '8 type hi note',
    '9 duplicate n n',
    '10 label bare bare',
  ])
})

test.each([
  ['ro', 'Urna', ['en', 'hu']],
  ['en', 'Box', ['ro', 'hu']],
] as const)('takes the texts in %s, and others as translations', (language, text, languages) => {
  const found = read(
    'type|name|label::Română (ro)|label::English (en)|label::Magyar|label::x1\ntext|a|Urna|Box|Doboz|X',
    undefined,
    language,
  )

  expect(found.form).toMatchObject({ language, languages })
  expect(questions(found)).toMatchObject([
    { text, translations: { hu: { text: { to: 'Doboz', from: text } } } },
  ])
  expect(reported(found)).toEqual(['1 language  x1'])
})

test('names inner groups after outer ones in each language', () => {
  const { form } = read(`type | name | label::en | label::ro | hint::hu
    begin group | g | Opening | Deschidere |
    begin group | h | Box | |
    text | a | Sealed? | Sigilată? | Megjegyzés`)

  expect(form.formSections).toMatchObject([
    {
      description: 'Opening – Box',
      translations: { ro: { text: { to: 'Deschidere – Box', from: 'Opening – Box' } } },
      questions: [{ hint: 'Megjegyzés', translations: { hu: { hint: { to: 'Megjegyzés' } } } }],
    },
  ])
})

test.each([
  ['English (en)', 'en'],
  ['english', 'en'],
  ['Limba Română', 'ro'],
  ['ROMANA (RO)', 'ro'],
  ['English (UK)', 'en'],
  ['Português (pt-br)', 'pt-BR'],
  ['Українська', 'uk'],
  ['pt_BR', 'pt-BR'],
  ['Swahili', 'sw'],
  ['(hu)', 'hu'],
  ['default', undefined],
  ['Text', undefined],
  ['', undefined],
])('knows the language %s', (heading, tag) => expect(tagOf(heading)).toBe(tag))

test.each(['ro', 'en-US', 'zh-Hans', 'sr-Latn', 'nb', 'crs', 'ca-valencia', 'es-419'])(
  'writes %s as a heading that is read back',
  (tag) => expect(tagOf(headingFor(tag))).toBe(tag),
)

test('takes a text from another language where the chosen one has none', () => {
  const found = read('type|name|label::English (en)|label::Magyar\ntext|a||Doboz')

  expect(questions(found)[0]?.text).toBe('Doboz')
  expect(reported(found)).toEqual(['2 missing a Doboz'])
})

const lines = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => line(number)).join('\n')
const ofList = (count: number) => `list_name|name|label\n${lines(count, (n) => `l|${n}|Text`)}`
const selects = (count: number) => `type|name\n${lines(count, () => 'select_one l|')}`

test.each([
  ['20000 rows in a sheet', selects(20_001)],
  ['500000 cells in a sheet', `type${'|a'.repeat(500)}\n${lines(1_000, () => 'text')}`],
  ['200 sections', `type\n${lines(201, () => 'begin group\ntext\nend group')}`],
  ['1000 questions in a section', selects(1_001)],
  ['500 options in a list', selects(1), ofList(501)],
  ['20000 options in all questions together', selects(41), ofList(500)],
])('refuses a form of more than %s', (most, survey, choices = ofList(1)) => {
  expect(() => read(survey, choices)).toThrow(
    expect.objectContaining({
      code: 'request.invalid',
      details: { errors: { file: [`More than ${most}`] } },
    }),
  )
})

const text = fc
  .stringMatching(/^[A-Za-zĂăȘșțâ0-9][A-Za-zșț0-9 .,?$"'&<>()-]{0,20}[a-z?]$/)
  .map(tidy)
const code = fc.oneof(fc.constant(''), fc.constantFrom('A1', 'A1.1', '1', 'A 1', '_veghe_1', 'ă'))
const number = fc
  .oneof(fc.constant(null), fc.integer(), fc.double({ noNaN: true, min: -1e9, max: 1e9 }))
  .map((one) => one || (one === null ? null : 0))

function tidy(written: string): string {
  return written.replace(/\s+/g, ' ').trim()
}

const translation = fc.option(fc.record({ to: text, isCurrent: fc.boolean() }), { nil: undefined })
/** Translations of a part, whatever its texts are. */
const parts = fc.dictionary(
  fc.constantFrom('hu', 'pt-BR', 'en'),
  fc.record({ text: translation, hint: translation }),
)
type Parts = Record<string, { text?: Said; hint?: Said }>
type Said = { to: string; isCurrent: boolean } | undefined

function translationsOf(
  all: Parts,
  own: { text: string; hint?: string | null },
  languages: readonly string[],
) {
  const filled = Object.entries(all).flatMap(([tag, part]) => {
    const fields = (['text', 'hint'] as const).flatMap((field) => {
      const [one, from] = [part[field], own[field]]
      return one && from
        ? [[field, { to: one.to, from: one.isCurrent ? from : `old ${from}` }]]
        : []
    })
    return languages.includes(tag) && fields.length > 0 ? [[tag, Object.fromEntries(fields)]] : []
  })
  return filled.length > 0 ? { translations: Object.fromEntries(filled) } : {}
}

const option = fc.record({
  text,
  hint: fc.option(text),
  isFreeText: fc.boolean(),
  flagged: fc.boolean(),
})
const shownIf = fc.option(text, { nil: undefined, freq: 3 })
const check = fc.record({
  expression: text,
  severity: fc.constantFrom('warning', 'error'),
  message: fc.record({ ro: text, en: text }),
})
const question: fc.Arbitrary<NewQuestion> = fc
  .record({
    code,
    text,
    hint: fc.option(text),
    kind: fc.constantFrom(...QuestionKind.options),
    isRequired: fc.boolean(),
    isSingle: fc.boolean(),
    limits: fc.tuple(number, number),
    points: fc.integer({ min: 2, max: 10 }),
    unit: fc.oneof(fc.constant(''), text),
    options: fc.array(option, { maxLength: 4 }),
    shownIf,
    checks: fc.option(fc.array(check, { minLength: 1, maxLength: 2 }), { nil: undefined }),
  })
  .map(({ isSingle, limits: [min, max], points, options, unit, ...rest }) => {
    const optionsToQuestions = rest.kind === 'choice' ? options : []
    const hasText = optionsToQuestions.some(({ isFreeText }) => isFreeText)
    const [plainType, textType] = isSingle ? ([1, 2] as const) : ([0, 3] as const)
    const ofChoice = hasText ? textType : plainType
    const questionType = rest.kind === 'choice' ? ofChoice : 2
    const given = { ...rest, questionType, min, max: rest.kind === 'rating' ? points : max, unit }
    return {
      ...given,
      ...detailsOf({ ...given, id: null, optionsToQuestions: [], hint: '' }),
      optionsToQuestions,
    }
  })
/** The same form with translations of all parts. */
function translated([form, languages, all]: [NewForm, string[], Parts[]]): NewForm {
  let next = 0
  const addTexts = (own: { text: string; hint?: string | null }) =>
    translationsOf(all[next++ % all.length] ?? {}, own, languages)
  return {
    ...{ ...form, language: 'ro', languages, ...addTexts({ text: form.description }) },
    formSections: form.formSections.map((section) => ({
      ...{ ...section, ...addTexts({ text: section.description }) },
      questions: section.questions.map((question) => {
        const field = { text: fieldText(question), hint: null, isFreeText: true, flagged: false }
        const ofField = question.kind === 'choice' ? {} : addTexts(field)
        const fields = ofField.translations ? [{ ...field, ...ofField }] : []
        const options = question.optionsToQuestions.map((one) => ({
          ...one,
          ...addTexts(one),
        }))
        return {
          ...{ ...question, ...addTexts(question) },
          optionsToQuestions: question.kind === 'choice' ? options : fields,
        }
      }),
    })),
  }
}

const untranslated: fc.Arbitrary<NewForm> = fc.record({
  code: fc.oneof(fc.constant(''), text),
  description: fc.oneof(fc.constant(''), text),
  details: fc.oneof(
    fc.constant(''),
    text,
    fc.tuple(text, text).map((lines) => lines.join('\n')),
  ),
  diaspora: fc.boolean(),
  series: fc.boolean(),
  formSections: fc.array(
    fc.record({
      code,
      description: fc.oneof(fc.constant(''), text),
      shownIf,
      questions: fc.array(question, { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})

const form = fc
  .tuple(
    untranslated,
    fc.uniqueArray(fc.constantFrom('hu', 'pt-BR', 'en')),
    fc.array(parts, { minLength: 1, maxLength: 9 }),
  )
  .map(translated)

test('reads back every form that it writes', () => {
  fc.assert(
    fc.property(form, fc.constantFrom('ro', 'en'), (written, language) => {
      const sheets = Object.fromEntries(
        Object.entries(writeXlsForm(written)).map(([name, { headings, rows }]) => [
          name,
          {
            headings,
            headingsLine: 1,
            rows: rows.map((cells, at) => ({ line: at + 2, cells })),
          },
        ]),
      )
      expect(readXlsForm(sheets, language).form).toEqual(written)
    }),
    { numRuns: 300 },
  )
})
