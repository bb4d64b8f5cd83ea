import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import { currentId, prepare } from '#features/elections/server/testing.ts'
import { sampleForms } from '#testing/evening/election.ts'
import { type Person, stage } from '#testing/stage.ts'
import { type MadeCell, workbookOf } from '#testing/workbook.ts'
import { FormDraft, forms } from '../../contract.ts'
import { formFiles } from '../../exchange-contract.ts'
import { translations } from '../../translation-contract.ts'

const set = stage()

const readForm = (person: Person, bytes: Uint8Array, name = 'form.xlsx') =>
  person.call(formFiles.read, { body: { language: 'en' } }, [{ name, bytes }])

// biome-ignore lint/suspicious/noTemplateCurlyInString: as XLSForm writes it.
const mention = '${n}'

type Rows = readonly (readonly MadeCell[])[]

/** An XLSForm with these rows, each sheet with its headings. */
const xlsFormOf = (survey: Rows, choices: Rows = yesOrNo, settings: Rows = opening) =>
  workbookOf([
    { name: 'Survey', rows: survey },
    { name: 'choices', rows: choices },
    { name: 'settings', rows: settings },
  ])

const yesOrNo: Rows = [
  ['list_name', 'name', 'label'],
  ['yn', 1, 'Yes'],
  ['yn', 0, 'No'],
]
const opening: Rows = [
  ['form_title', 'form_id'],
  ['Opening', 'open_1'],
]

const xlsForm = (survey: Rows) =>
  workbookOf([
    { name: 'Survey', rows: [['type', 'name', 'label::English (en)', 'label::Română'], ...survey] },
    { name: 'choices', rows: yesOrNo },
    { name: 'settings', rows: opening },
    { name: 'notes', rows: [['by Ana']] },
    { name: ' SURVEY', rows: [['type'], ['text']] },
  ])

test('reads an XLSForm, reports what has no counterpart, and stores nothing', async () => {
  const { ana } = await set()
  const before = await ana.call(forms.list, { query: { draft: true } })

  const { form, findings } = await readForm(
    ana,
    await xlsForm([
      ['begin group', 'g', 'Before opening', 'Înainte'],
      ['select_one yn', 'sealed', 'Was the box sealed?', 'Urna e sigilată?'],
      ['geopoint', 'place', 'Where?', 'Unde?'],
      ['text', 'seen', null, 'Ce ați văzut?'],
      ['end group', null, null, null],
    ]),
  )

  expect(form).toMatchObject({
    ...{ code: 'open_1', language: 'en', languages: ['ro'] },
    description: 'Opening',
    formSections: [
      {
        code: 'g',
        description: 'Before opening',
        questions: [
          {
            code: 'sealed',
            text: 'Was the box sealed?',
            questionType: 1,
            translations: { ro: { text: { to: 'Urna e sigilată?', from: 'Was the box sealed?' } } },
            optionsToQuestions: [{ text: 'Yes' }, { text: 'No' }],
          },
          { code: 'seen', text: 'Ce ați văzut?' },
        ],
      },
    ],
  })
  expect(findings).toMatchObject([
    { sheet: 'survey', line: 4, why: 'type', name: 'place', detail: 'geopoint' },
    { sheet: 'survey', line: 5, why: 'missing', name: 'seen', detail: 'Ce ați văzut?' },
    { sheet: 'notes', why: 'sheet' },
    { sheet: ' SURVEY', why: 'sheet' },
  ])
  expect(await ana.call(forms.list, { query: { draft: true } })).toEqual(before)
})

test('reports what an XLSForm says in other ways than ours', async () => {
  const { ana } = await set()

  const { form, findings } = await readForm(
    ana,
    await xlsFormOf(
      [
        ['type', 'name', 'label', 'hint', 'required', 'constraint'],
        ['begin group', 'g'.repeat(60), `Table ${mention}`, 'Ask twice', 'yes'],
        ['Select_One yn', 'a', 'Sealed?', `See ${mention}`],
        ['integer', 'n', 'How many?', null, null, '. >= 5 and . >= 0'],
        ['end group'],
      ],
      [
        ['list_name', 'name', 'label', 'veghe_flagged', 'veghe_free_text'],
        ['yn', 1, 'Yes', 'no', 'no'],
        [null, 0, 'No', 'yes', 'no'],
      ],
      [
        ['form_title', 'form_id'],
        ['Opening', 'i'.repeat(60)],
      ],
    ),
  )

  const [choice, number] = form.formSections[0]?.questions ?? []
  expect(choice).toMatchObject({
    questionType: 1,
    optionsToQuestions: [{ text: 'Yes', flagged: false, isFreeText: false }],
  })
  expect(number).toMatchObject({ min: null })
  expect(findings.map(({ sheet, line, why, detail }) => [sheet, line, why, detail])).toEqual([
    ['survey', 2, 'shortened', 'g'.repeat(60)],
    ['survey', 2, 'reference', `Table ${mention}`],
    ['survey', 2, 'column', 'Ask twice'],
    ['survey', 2, 'column', 'yes'],
    ['survey', 3, 'reference', `See ${mention}`],
    ['survey', 4, 'column', '. >= 5 and . >= 0'],
    ['choices', 3, 'list', 'No'],
    ['settings', 2, 'shortened', 'i'.repeat(60)],
  ])
})

test('reports cells that a spreadsheet spoiled', async () => {
  const { ana } = await set()
  const [wrong, day] = [{ xml: '<c t="e"><v>#REF!</v></c>' }, { xml: '<c s="1"><v>46143</v></c>' }]
  const sheets = [
    {
      name: 'survey',
      rows: [
        ['type', 'name', 'label'],
        ['select_one n', 'a', wrong],
      ],
    },
    {
      name: 'choices',
      rows: [
        ['list_name', 'name', 'label'],
        ['n', 1, day],
        ['n', 2, '6-10'],
      ],
    },
    {
      name: 'settings',
      rows: [
        ['form_id', 'version'],
        ['n', day],
      ],
    },
  ]

  const { findings } = await readForm(ana, await workbookOf(sheets, ['yyyy-mm-dd']))

  expect(findings).toMatchObject([
    { sheet: 'survey', line: 2, why: 'spoiled', name: 'label', detail: '#REF!' },
    { sheet: 'choices', line: 2, why: 'spoiled', name: 'label', detail: '2026-05-01' },
  ])
})

test('reads its own XLSForm as the same form', async () => {
  const { ana, field } = await set()
  const params = { id: field.formId('A') }
  const details = 'Se completează o dată.\nLa deschidere.'
  await ana.call(forms.edit, { body: { id: params.id, details, diaspora: true } })
  const whole = await ana.call(forms.whole, { params })

  const { rawPayload, headers } = await ana.send({
    url: formFiles.write.path.replace(':id', String(params.id)),
  })
  const { form, findings } = await readForm(ana, rawPayload)

  expect(headers['content-disposition']).toContain('.xlsx')
  expect(findings).toEqual([])
  const withoutIds = JSON.parse(
    JSON.stringify(whole, (key, value) =>
      /id$|^id|order|formCode/i.test(key) ? undefined : value,
    ),
  )
  expect({ ...withoutIds, language: 'ro', languages: [] }).toMatchObject(form)
  expect(form).toMatchObject({ details, diaspora: true })
})

test('reads its own translations as they were, outdated ones too', async () => {
  const { ana } = await set()
  const hungarian = (text: string, from = text) => ({ hu: { text: { to: `[${text}]`, from } } })
  const id = await ana.call(forms.add, {
    body: {
      ...{ code: 'T', description: 'Deschidere', translations: hungarian('Deschidere') },
      ...{ language: 'ro', languages: ['hu', 'pt-BR'] },
      formSections: [
        {
          ...{ code: 'T1', description: 'Urna', translations: hungarian('Urna') },
          questions: [
            {
              ...{ code: 'a', text: 'Sigilată?', hint: 'Priviți', questionType: 1 },
              translations: {
                hu: {
                  ...hungarian('Sigilată?', 'Goală?').hu,
                  hint: { to: 'Nézze', from: 'Priviți' },
                },
              },
              optionsToQuestions: [
                { text: 'Da', hint: 'toată', translations: hungarian('Da') },
                { text: 'Nu' },
              ],
            },
            {
              ...{ code: 'b', text: 'Câți?', questionType: 2, kind: 'whole' },
              optionsToQuestions: [{ text: 'Răspuns', translations: hungarian('Răspuns') }],
            },
          ],
        },
      ],
    },
  })
  const translated = async (form: number) => {
    const params = { id: form as never, language: 'hu' }
    const texts = await ana.call(translations.get, { params })
    return texts.map(({ text, to, from }) => [text, to, from])
  }

  const { rawPayload } = await ana.send({
    url: formFiles.write.path.replace(':id', String(id)),
  })
  const { form, findings } = await readForm(ana, rawPayload)

  expect(findings).toEqual([])
  expect(form).toMatchObject({ language: 'ro', languages: ['hu', 'pt-BR'] })
  const again = await ana.call(forms.add, { body: { ...form, code: 'T2' } as never })
  expect(await translated(again)).toEqual(await translated(id))
  expect(await translated(id)).toEqual([
    ['Deschidere', '[Deschidere]', 'Deschidere'],
    ['Urna', '[Urna]', 'Urna'],
    ['Sigilată?', '[Sigilată?]', 'Goală?'],
    ['Priviți', 'Nézze', 'Priviți'],
    ['Da', '[Da]', 'Da'],
    ['toată', '', ''],
    ['Nu', '', ''],
    ['Câți?', '', ''],
    ['Răspuns', '[Răspuns]', 'Răspuns'],
  ])
})

test('reads a form of the first system', async () => {
  const { ana } = await set()

  const { form } = await readForm(ana, Buffer.from(JSON.stringify(sampleForms[0])), 'form.json')

  const id = await ana.call(forms.add, {
    body: FormDraft.parse({ ...form, code: 'Z', draft: true }),
  })
  const stored = await ana.call(forms.whole, { params: { id } })
  expect(stored.formSections).toMatchObject(form.formSections)
  expect(form.formSections[0]?.questions[0]?.text).toBe('Urna a fost sigilată?')
})

test('refuses a file that is no form, by its field', async () => {
  const { ana } = await set()
  const workbook = await workbookOf([{ name: 'Sheet1', rows: [['type'], ['text']] }])

  for (const bytes of [
    workbook,
    Buffer.from('{"code": 7}'),
    Buffer.from('type;name\n'),
    Buffer.of(),
  ])
    await expect(readForm(ana, bytes)).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(readForm(ana, workbook)).rejects.toMatchObject({
    details: { errors: { file: ['There is no sheet survey'] } },
  })
})

test('offers the forms of other elections, for a new form to begin from', async () => {
  const cast = await set()
  const { ana, sanda } = cast
  const current = await currentId(cast)
  await prepare(cast, { name: 'Turul doi', copyFrom: current })

  const listed = await ana.call(formFiles.elsewhere, {})

  expect(listed).toMatchObject([
    { election: 'Turul doi', code: 'A' },
    { election: 'Turul doi', code: 'C' },
  ])
  const params = { electionId: listed[0]!.electionId, id: listed[0]!.id }
  const copied = await ana.call(formFiles.copy, { params })
  expect(copied).toMatchObject({
    code: 'A',
    formSections: [{ questions: [{ code: 'A1.1' }, {}] }, {}],
  })
  const own = { electionId: current, id: listed[0]!.id }
  await expect(ana.call(formFiles.copy, { params: own })).rejects.toMatchObject({
    code: 'thing.not-found',
  })
  await expect(sanda.call(formFiles.elsewhere, {})).rejects.toMatchObject({
    code: 'session.forbidden',
  })
})

test('compares versions of a form, with the answers to each', async () => {
  const { ana, bogdan, field } = await set()
  const id = field.formId('A')
  const answer = (optionId: number) => ({
    ...{ countyCode: 'CJ', pollingStationNumber: 1, questionId: field.questionId('A1.1') },
    options: [{ optionId }],
  })
  await bogdan.call(answers.send, {
    body: { answers: [answer(field.optionId('A1.1', 'Da'))] },
  })
  const sections = (await ana.call(forms.whole, { params: { id } })).formSections
  const [first, ...others] = sections
  const [question, ...rest] = first!.questions
  const reworded = { ...first!, questions: [...rest, { ...question!, text: 'Urna e sigilată?' }] }
  await ana.call(forms.edit, {
    body: { id, formSections: [reworded, ...others] as never },
  })

  expect(await ana.call(formFiles.versions, { params: { id } })).toMatchObject([
    { version: 2, answers: 0 },
    { version: 1, answers: 1 },
  ])
  const changes = await ana.call(formFiles.compare, { params: { id }, query: { from: 1, to: 2 } })
  expect(changes).toMatchObject([
    { kind: 'question', change: 'reworded', code: 'A1.1', text: 'Urna e sigilată?', answers: 1 },
    { kind: 'question', change: 'moved' },
  ])
})

test('compares conditions and checks, and names them before a draft with them is published', async () => {
  const { ana, field } = await set()
  const id = field.formId('A')
  const [first, ...others] = (await ana.call(forms.whole, { params: { id } })).formSections
  const [question, another, ...rest] = first!.questions
  const shown = { ...another!, shownIf: `${question!.code} = "Nu"` }
  const formSections = [{ ...first!, questions: [question!, shown, ...rest] }, ...others] as never
  const changed = [{ kind: 'question', code: another!.code }]
  await ana.call(forms.edit, { body: { id, draft: true, formSections } })

  expect(await ana.call(forms.losses, { body: { id, formSections } })).toMatchObject(changed)

  await ana.call(forms.edit, { body: { id, draft: false, formSections } })
  const query = { from: 1, to: 2 }
  expect(await ana.call(formFiles.compare, { params: { id }, query })).toMatchObject(changed)
})
