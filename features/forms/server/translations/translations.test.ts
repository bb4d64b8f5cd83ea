import { expect, test } from 'vitest'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import { history } from '#features/history/contract.ts'
import type { Reply } from '#kit/contract/endpoint.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { workbookOf } from '#testing/workbook.ts'
import { FormDraft, forms, type Section } from '../../contract.ts'
import { formFiles } from '../../exchange-contract.ts'
import { translations } from '../../translation-contract.ts'
import { addForm, everyKind } from '../testing.ts'

const set = stage()

const idOf = ({ field }: Stage) => field.formId('A') as Id<'forms'>
const listed = (cast: Stage) => cast.ana.call(translations.list, { params: { id: idOf(cast) } })
const texts = (cast: Stage, language = 'hu') =>
  cast.ana.call(translations.get, { params: { id: idOf(cast), language } })
const change = (cast: Stage, body: { language?: string; added?: string[]; removed?: string[] }) =>
  cast.ana.call(translations.setLanguages, { params: { id: idOf(cast) }, body })

const save = (cast: Stage, saved: Saved[], { language = 'hu', person = cast.ana } = {}) =>
  person.call(translations.save, { params: { id: idOf(cast), language }, body: { texts: saved } })
type Saved = { key: string; to: string; from: string; was: string }

/** Adds a language, in which each text is itself in brackets. */
async function translate(cast: Stage, language = 'hu') {
  await change(cast, { added: [language] })
  const all = await texts(cast, language)
  const saved = all.map(({ key, text, to }) => ({ key, from: text, to: `[${text}]`, was: to }))
  await save(cast, saved, { language })
}
const publish = (cast: Stage) => cast.ana.call(forms.edit, { body: { id: idOf(cast) } })

/** The form as a phone fetches it. */
async function fetched(cast: Stage, language?: string, { person = cast.bogdan, query = '' } = {}) {
  const { body, headers } = await person.send({
    url: `${forms.get.path.replace(':id', String(idOf(cast)))}${query}`,
    headers: language === undefined ? {} : { 'accept-language': language },
  })
  const [section] = JSON.parse(body) as Section[]
  return { text: section?.questions[0]?.text, section, headers }
}
async function title(cast: Stage, language: string, person: Person = cast.bogdan) {
  const headers = { 'accept-language': language }
  const { body } = await person.send({ url: forms.list.path, headers })
  return (JSON.parse(body) as Reply<typeof forms.list>).formVersions[0]?.description
}

test('gives each phone the language that it asks for, and staff the form’s own', async () => {
  const cast = await set()
  await translate(cast)
  await publish(cast)
  const own = await fetched(cast)

  const phone = await fetched(cast, 'de-AT;q=0.9, hu-HU;q=0.8, ro;q=0.7')

  expect(phone.text).toBe(`[${own.text}]`)
  expect(phone.headers).toMatchObject({ 'content-language': 'hu' })
  expect(phone.headers.vary).toContain('accept-language')
  expect(await title(cast, 'hu')).toMatch(/^\[.+\]$/)
  const ids = (section?: Section) =>
    JSON.stringify(section, (key, value) => (/text|hint|description/.test(key) ? '' : value))
  expect(ids(phone.section)).toBe(ids(own.section))
  for (const language of ['ro, hu', 'de', '*', 'hu;q=0', 'ro-MD', ';;,=', undefined])
    expect((await fetched(cast, language)).text, language).toBe(own.text)
  expect((await fetched(cast, 'hu', { person: cast.ana })).text).toBe(own.text)
  expect(await title(cast, 'hu', cast.ana)).not.toMatch(/^\[/)
})

test('gives phones a translation with the next publication, and keeps earlier versions', async () => {
  const cast = await set()
  await translate(cast)
  const [first] = (await texts(cast)).filter(({ part }) => part === 'question')

  expect((await fetched(cast, 'hu')).text).toBe(first!.text)
  await publish(cast)
  expect((await fetched(cast, 'hu')).text).toBe(`[${first!.text}]`)
  await publish(cast)

  const { key, text: from, to: was } = first!
  await save(cast, [{ key, from, was, to: 'Másképp?' }])
  await publish(cast)

  const { formVersions } = await cast.bogdan.call(forms.list, { query: {} })
  expect(formVersions[0]).toMatchObject({ currentVersion: 3 })
  expect((await fetched(cast, 'hu')).text).toBe('Másképp?')
  expect((await fetched(cast, 'hu', { query: '?version=2' })).text).toBe(`[${from}]`)
  expect((await fetched(cast, 'hu', { query: '?version=1' })).text).toBe(from)
})

test('shows the form’s own text where the translation is missing or outdated', async () => {
  const cast = await set()
  await translate(cast)
  const whole = await cast.ana.call(forms.whole, { params: { id: idOf(cast) } })
  const [section, ...others] = whole.formSections
  const [question, ...rest] = section!.questions
  const fresh = { code: 'N', text: 'Nouă?', questionType: 1 as const, optionsToQuestions: [] }
  const reworded = { ...question!, text: 'Cu totul altceva?' }
  const formSections = [{ ...section!, questions: [reworded, ...rest, fresh] }, ...others]

  await cast.ana.call(forms.edit, { body: { id: whole.id, formSections: formSections as never } })

  expect((await fetched(cast, 'hu')).section?.questions.map(({ text }) => text)).toEqual([
    'Cu totul altceva?',
    ...rest.map(({ text }) => `[${text}]`),
    'Nouă?',
  ])
  expect((await listed(cast)).languages).toEqual([{ language: 'hu', missing: 1, outdated: 1 }])
  const one = (await texts(cast)).find(({ text }) => text === reworded.text)!
  expect(one).toMatchObject({ to: `[${question!.text}]`, from: question!.text })
  await save(cast, [{ key: one.key, from: one.text, to: one.to, was: one.to }])
  expect((await listed(cast)).languages).toMatchObject([{ outdated: 0 }])
})

test('gives phones the next language that they ask for where one has no translated text', async () => {
  const cast = await set()
  await translate(cast, 'de')
  await change(cast, { added: ['hu'] })
  const whole = await cast.ana.call(forms.whole, { params: { id: idOf(cast) } })
  const [section, ...others] = whole.formSections
  const [asked, next, ...rest] = section!.questions
  const shownIf = `${asked!.code} = "${asked!.optionsToQuestions[0]!.text}"`
  const formSections = [
    { ...section!, questions: [asked!, { ...next!, shownIf }, ...rest] },
    ...others,
  ]

  await cast.ana.call(forms.edit, { body: { id: whole.id, formSections: formSections as never } })

  expect((await fetched(cast, 'hu, de')).headers).toMatchObject({ 'content-language': 'de' })
  expect(await title(cast, 'hu, de')).toMatch(/^\[/)
})

test('refuses to save over what a colleague translated meanwhile', async () => {
  const cast = await set()
  await change(cast, { added: ['hu', 'de'] })
  const [first, second] = await texts(cast)
  const blank = (text = first!) => ({ key: text.key, from: text.text, was: '' })
  await save(cast, [{ ...blank(), to: 'Egy' }])

  const late = save(cast, [
    { ...blank(), to: 'Két' },
    { ...blank(second), to: 'Három' },
  ])

  await expect(late).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    details: { fields: [first!.key] },
  })
  expect((await texts(cast)).slice(0, 2)).toMatchObject([{ to: 'Egy' }, { to: '' }])
  await save(cast, [{ ...blank(second), to: 'Három' }])
  await save(cast, [{ ...blank(), to: 'Eins' }], { language: 'de' })
  expect((await texts(cast)).slice(0, 2)).toMatchObject([{ to: 'Egy' }, { to: 'Három' }])
  await expect(
    save(cast, [{ ...blank(), key: 'question-999999-text', to: 'X' }]),
  ).rejects.toMatchObject({
    details: { errors: { 'texts.0.key': ['The form has no such text'] } },
  })
})

test('keeps the texts of a removed language, and tells history who did what', async () => {
  const cast = await set()
  await translate(cast)
  await publish(cast)

  await change(cast, { removed: ['hu'] })

  await expect(texts(cast)).rejects.toMatchObject({ code: 'thing.not-found' })
  expect((await fetched(cast, 'hu')).text).toMatch(/^\[/)
  await publish(cast)
  expect((await fetched(cast, 'hu')).text).not.toMatch(/^\[/)
  await change(cast, { added: ['HU'] })
  expect(await listed(cast)).toMatchObject({
    language: 'ro',
    languages: [{ language: 'hu', missing: 0, outdated: 0 }],
  })
  const { data } = await cast.ana.call(history.list, {
    query: { subject: 'forms', subjectId: idOf(cast) },
  })
  expect(data.map(({ act, actorName }) => [act, actorName])).toEqual(
    expect.arrayContaining([
      ['forms.translated', 'ana'],
      ['forms.languages-changed', 'ana'],
    ]),
  )
})

test('refuses what is no language, and the form’s own, by the field', async () => {
  const cast = await set()
  await change(cast, { added: ['pt-br'] })

  for (const [body, field] of [
    [{ added: ['maghiară'] }, 'added.0'],
    [{ added: ['ro'] }, 'added'],
    [{ added: ['pt-u-ca'] }, 'added.0'],
    [{ language: '' }, 'language'],
  ] as const)
    await expect(change(cast, body as never)).rejects.toMatchObject({
      code: 'request.invalid',
      details: { errors: { [field]: [expect.any(String)] } },
    })

  await change(cast, { language: 'pt-BR', added: ['ro'] })
  expect(await listed(cast)).toMatchObject({ language: 'pt-BR', languages: [{ language: 'ro' }] })
  await change(cast, { language: 'ro', added: ['pt-BR'] })
  expect(await listed(cast)).toMatchObject({ language: 'ro', languages: [{ language: 'pt-BR' }] })
})

test('refuses a new form in a language that it is translated to, and takes each language once', async () => {
  const cast = await set()
  const isRefused = { details: { errors: { languages: [expect.any(String)] } } }

  for (const own of [{ language: 'HU' }, {}])
    await expect(
      addForm(cast, { ...everyKind, ...own, languages: ['ro', 'hu'] }),
    ).rejects.toMatchObject(isRefused)
  const id = await addForm(cast, { ...everyKind, languages: ['hu', 'HU', 'en'] })

  const { languages } = await cast.ana.call(translations.list, { params: { id } })
  expect(languages.map(({ language }) => language)).toEqual(['hu', 'en'])
})

test('writes a workbook that a translator fills in, and reports each row that does not get in', async () => {
  const cast = await set()
  await translate(cast)
  const params = { id: idOf(cast), language: 'hu' }
  const [first, second, third] = await texts(cast)
  const url = translations.write.path.replace(':id', String(params.id)).replace(':language', 'hu')
  const { rawPayload } = await cast.ana.send({ url })
  const read = (bytes: Uint8Array) =>
    cast.ana.call(translations.read, { params }, [{ name: 'hu.xlsx', bytes }])

  expect(await read(rawPayload)).toEqual({ texts: [], findings: [] })
  const rows = [
    ['key', 'code', 'ro', 'hu'],
    [first!.key, 'A', first!.text, 'Új'],
    [first!.key, 'A', first!.text, 'Megint'],
    ['question-999999-text', 'A', '?', 'Idegen'],
    [second!.key, 'A', second!.text, null],
    [third!.key, 'A', 'Altceva?', 'Régi'],
  ]
  const found = await read(await workbookOf([{ name: 'hu', rows }]))

  expect(found).toEqual({
    texts: [
      { key: first!.key, from: first!.text, to: 'Új' },
      { key: third!.key, from: 'Altceva?', to: 'Régi' },
    ],
    findings: [
      { line: 3, why: 'duplicate', detail: first!.key },
      { line: 4, why: 'unknown', detail: 'question-999999-text' },
      { line: 6, why: 'changed', detail: 'Altceva?' },
    ],
  })
  await expect(read(await workbookOf([{ name: 'x', rows: [['a'], ['b']] }]))).rejects.toMatchObject(
    {
      details: { errors: { file: ['There is no column key'] } },
    },
  )
})

test('copies translations with a form and with an election', async () => {
  const cast = await set()
  const { ana } = cast
  await translate(cast)
  const before = await texts(cast)
  const from = await currentId(cast)

  const electionId = await prepare(cast, { copyFrom: from })
  await make(cast, electionId)

  const said = (all: typeof before) => all.map(({ text, to }) => [text, to])
  const { formVersions } = await ana.call(forms.list, { query: { draft: true } })
  const { id } = formVersions.find(({ code }) => code === 'A')!
  const language = 'hu'
  expect(said(await ana.call(translations.get, { params: { id, language } }))).toEqual(said(before))
  const copied = await ana.call(formFiles.copy, { params: { electionId: from, id: idOf(cast) } })
  const body = FormDraft.parse({ ...copied, code: 'Z', draft: true })
  const added = await ana.call(forms.add, { body })
  expect(said(await ana.call(translations.get, { params: { id: added, language } }))).toEqual(
    said(before),
  )
})

test('lists the translations that differ between two versions', async () => {
  const cast = await set()
  await publish(cast)
  await translate(cast)
  const [first, next] = (await texts(cast)).filter(({ part }) => part === 'question')
  const saved = { key: first!.key, from: first!.text, to: 'Kérdés', was: first!.to }
  await publish(cast)
  const between = async (from: number, to: number) => {
    const params = { id: idOf(cast) }
    const changes = await cast.ana.call(formFiles.compare, { params, query: { from, to } })
    return changes.map(({ change, language, was, text }) => [change, language, was, text])
  }

  expect(await between(1, 2)).toContainEqual(['translated', 'hu', '', `[${next!.text}]`])
  await save(cast, [saved])
  await publish(cast)

  expect(await between(2, 3)).toEqual([['translated', 'hu', `[${first!.text}]`, 'Kérdés']])
  await change(cast, { removed: ['hu'] })
  await publish(cast)
  expect(await between(3, 4)).toContainEqual(['translated', 'hu', 'Kérdés', ''])
})
