import { expect, test } from 'vitest'
import { parse } from '#kit/contract/parse.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { stage } from '#testing/stage.ts'
import { FormDraft, forms } from '../contract.ts'
import { openingForm, save } from './testing.ts'

const set = stage()

const draftForm = (more: object = {}) =>
  parse(FormDraft, {
    code: 'B',
    description: 'Votare',
    draft: true,
    formSections: [
      { questions: [{ code: 'B1', text: 'Da?', questionType: 1, optionsToQuestions: [] }] },
    ],
    ...more,
  })

test('phones list the published forms in their order', async () => {
  const { bogdan, field } = await set()

  const { formVersions } = await bogdan.call(forms.list, { query: { diaspora: false } })

  expect(formVersions).toEqual([
    {
      id: field.formId('A'),
      code: 'A',
      description: 'Deschidere',
      currentVersion: 1,
      ver: 1,
      diaspora: false,
      series: false,
      order: 1,
      draft: false,
    },
    expect.objectContaining({ id: field.formId('C'), code: 'C', order: 2 }),
  ])
})

test('phones read a form section by section, in the order it was written', async () => {
  const { bogdan, field } = await set()

  const reply = await bogdan.send({ url: `/api/v1/form/${field.formId('A')}` })

  const sections = reply.json()
  expect(sections).toMatchObject([
    { code: 'A1', orderNumber: 1, questions: [{ code: 'A1.1' }, { code: 'A1.2' }] },
    { code: 'A2', orderNumber: 2, questions: [{ code: 'A2.1' }, { code: 'A2.2' }] },
  ])
  const [section] = sections
  const [, question] = section.questions
  expect(Object.keys(section).sort()).toEqual(
    ['id', 'uniqueId', 'code', 'description', 'orderNumber', 'questions'].sort(),
  )
  expect(question).toMatchObject({
    id: field.questionId('A1.2'),
    questionType: 3,
    formCode: 'A',
    optionsToQuestions: [
      { text: 'Coadă', flagged: false, isFreeText: false, orderNumber: 1 },
      { text: 'Afișe electorale', flagged: true, isFreeText: false, orderNumber: 2 },
      { text: 'Altceva', flagged: false, isFreeText: true, orderNumber: 3 },
    ],
  })
  for (const option of question.optionsToQuestions)
    expect([option.optionId, option.idOption]).toEqual([option.id, option.id])
})

test('phones never see a draft, whatever they ask', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await save(cast, draftForm())

  const asked = await bogdan.call(forms.list, { query: { draft: true } })
  const drafts = await ana.call(forms.list, { query: { draft: true } })

  expect(asked.formVersions.map(({ code }) => code)).toEqual(['A', 'C'])
  expect(drafts.formVersions).toMatchObject([{ code: 'B', draft: true, currentVersion: 0 }])
  const id = drafts.formVersions[0]!.id
  expect(await bogdan.call(forms.get, { params: { id }, query: {} })).toBeNull()
  expect(await bogdan.call(forms.get, { params: { id }, query: { version: 1 } })).toBeNull()
})

test('shows staff the number of questions and the last change of a form', async () => {
  const cast = await set()
  const { ana, bogdan, field } = cast
  const id = field.formId('A') as Id<'forms'>
  const find = async (person: typeof ana) =>
    (await person.call(forms.list, { query: {} })).formVersions.find((form) => form.id === id)
  const before = await find(ana)

  const { formSections } = openingForm(({ formSections: [section] }) => section?.questions.pop())
  await ana.call(forms.edit, { body: { id, formSections } })

  const after = await find(ana)
  expect([before?.questions, after?.questions]).toEqual([4, 3])
  expect(after?.changedAt?.getTime()).toBeGreaterThan(before?.changedAt?.getTime() ?? Infinity)
  expect(await find(bogdan)).not.toHaveProperty('questions')
})

test('hides an unpublished form and its earlier versions from phones', async () => {
  const cast = await set()
  const { ana, bogdan, field } = cast
  const id = field.formId('C') as Id<'forms'>

  await cast.database.write((tx) =>
    tx.updateTable('forms').set({ isDraft: true }).where('code', '=', 'C').execute(),
  )

  const { formVersions } = await bogdan.call(forms.list, { query: {} })
  expect(formVersions.map(({ code }) => code)).toEqual(['A'])
  expect(await bogdan.call(forms.get, { params: { id }, query: {} })).toBeNull()
  expect(await bogdan.call(forms.get, { params: { id }, query: { version: 1 } })).toBeNull()
  expect(await ana.call(forms.get, { params: { id }, query: {} })).toHaveLength(1)
})

test('hides a form for abroad when the client asks for the others', async () => {
  const cast = await set()
  await save(cast, draftForm({ draft: false, diaspora: true, order: 9 }))

  const home = await cast.bogdan.call(forms.list, { query: { diaspora: false } })
  const all = await cast.bogdan.call(forms.list, { query: {} })

  expect(home.formVersions.map(({ code }) => code)).toEqual(['A', 'C'])
  expect(all.formVersions.map(({ code }) => code)).toEqual(['A', 'C', 'B'])
})

test('returns an earlier version on request', async () => {
  const cast = await set()
  const id = cast.field.formId('A') as Id<'forms'>
  await save(
    cast,
    openingForm((form) => {
      form.formSections.pop()
    }),
  )

  const read = (query: { version?: number }) => cast.ana.call(forms.get, { params: { id }, query })

  expect(await read({})).toHaveLength(1)
  expect(await read({ version: 1 })).toHaveLength(2)
  expect(await read({ version: 3 })).toBeNull()
})

test('answers 204 for an unknown form, and accepts a trailing slash on the list', async () => {
  const { bogdan } = await set()

  const unknown = await bogdan.send({ url: '/api/v1/form/999999' })
  const list = await bogdan.send({ url: '/api/v1/form/?draft=false' })

  expect([unknown.statusCode, unknown.body]).toEqual([204, ''])
  expect(list.json().formVersions).toHaveLength(2)
})

test('another election’s form does not exist', async () => {
  const cast = await set()
  const { database, ana, field } = cast
  const id = field.formId('A') as Id<'forms'>
  await database.write(async (tx) => {
    await tx.updateTable('elections').set({ isCurrent: false }).execute()
    await tx
      .insertInto('elections')
      .values({
        name: 'Alta',
        day: '2027-01-01',
        timezone: 'Europe/Bucharest',
        isCurrent: true,
        levelNames: JSON.stringify(['Județ']),
        countyLevel: 1,
      })
      .execute()
  })

  expect(await ana.call(forms.get, { params: { id }, query: {} })).toBeNull()
  expect(await ana.call(forms.list, { query: {} })).toEqual({ formVersions: [] })
})

test('refuses strangers the forms', async () => {
  const { stranger, field } = await set()

  const missing = { code: 'session.missing' }
  await expect(stranger.call(forms.list, { query: {} })).rejects.toMatchObject(missing)
  const params = { id: field.formId('A') }
  await expect(stranger.call(forms.get, { params, query: {} })).rejects.toMatchObject(missing)
})
