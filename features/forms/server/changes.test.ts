import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { sampleForms } from '#testing/evening/election.ts'
import { waitingForARow } from '#testing/locks.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { forms, type Section } from '../contract.ts'

const set = stage()

const question = { code: 'D1', text: 'E liniște?', questionType: 1 as const }
const draft = {
  code: 'D',
  description: 'Drumul',
  formSections: [
    {
      code: 'D',
      description: 'Pe drum',
      questions: [
        { ...question, optionsToQuestions: [{ text: 'Da' }, { text: 'Nu', flagged: true }] },
      ],
    },
  ],
}

/** The form with this id, as phones get it. */
const onPhones = ({ bogdan }: Stage, id: number) =>
  bogdan.call(forms.get, { params: { id }, query: {} })

const answer = ({ bogdan, field }: Stage, questionCode: string, text: string) =>
  bogdan.call(answers.send, {
    body: {
      answers: [
        {
          countyCode: 'CJ',
          pollingStationNumber: 1,
          questionId: field.questionId(questionCode),
          options: [{ optionId: field.optionId(questionCode, text) }],
        },
      ],
    },
  })

/** The sections of form A, to be sent back changed. */
const sectionsOfA = async ({ ana, field }: Stage): Promise<Section[]> =>
  (await ana.call(forms.get, { params: { id: field.formId('A') }, query: {} })) ?? []

test('hides a draft from phones until it is published', async () => {
  const cast = await set()

  const id = await cast.ana.call(forms.add, { body: { ...draft, draft: true } })

  expect(await onPhones(cast, id)).toBeNull()
  expect(await cast.ana.call(forms.get, { params: { id }, query: {} })).toMatchObject([
    { description: 'Pe drum', questions: [{ code: 'D1' }] },
  ])
  await cast.ana.call(forms.edit, { body: { id, draft: false } })
  expect(await onPhones(cast, id)).toMatchObject([{ questions: [{ text: 'E liniște?' }] }])
})

test('unpublishing hides a form from phones and keeps what it holds', async () => {
  const cast = await set()
  const id = await cast.ana.call(forms.add, { body: draft })

  await cast.ana.call(forms.edit, { body: { id, draft: true } })

  expect(await onPhones(cast, id)).toBeNull()
  const { formVersions } = await cast.ana.call(forms.list, { query: { draft: true } })
  expect(formVersions).toMatchObject([{ id, code: 'D', draft: true, currentVersion: 1 }])
})

test('publishing again without a change keeps the version, so that phones keep what they have', async () => {
  const cast = await set()
  const id = cast.field.formId('A')

  await cast.ana.call(forms.edit, { body: { id, draft: true } })
  await cast.ana.call(forms.edit, { body: { id, formSections: await sectionsOfA(cast) } })

  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions[0]).toMatchObject({ id, currentVersion: 1, order: 1 })
})

test('keeps ids on edit and applies the order sent', async () => {
  const cast = await set()
  const [first, second] = await sectionsOfA(cast)
  const edited = [second, { ...first, description: 'Altfel' }] as Section[]

  await cast.ana.call(forms.edit, { body: { id: cast.field.formId('A'), formSections: edited } })

  expect(await onPhones(cast, cast.field.formId('A'))).toMatchObject([
    { id: second?.id, orderNumber: 1 },
    {
      id: first?.id,
      orderNumber: 2,
      description: 'Altfel',
      questions: first?.questions.map(({ id }) => ({ id })),
    },
  ])
})

/** What publishing form A with changed sections would change. */
const changesOfA = (cast: Stage, formSections?: Section[], draft = false) =>
  cast.ana.call(forms.losses, {
    body: { id: cast.field.formId('A'), draft, ...(formSections && { formSections }) },
  })

test('lists what an edit would remove, with its answers', async () => {
  const cast = await set()
  await answer(cast, 'A1.1', 'Nu')
  const [first, second] = await sectionsOfA(cast)
  const without = first!.questions.map((one) => ({
    ...one,
    optionsToQuestions: one.optionsToQuestions.filter(({ text }) => text !== 'Nu'),
  }))
  const losses = (questions: Section['questions']) =>
    changesOfA(cast, [{ ...first!, questions }, second!])

  const option = { kind: 'option', change: 'removed', code: 'A1.1', text: 'Nu', answers: 1 }
  expect(await losses(without)).toMatchObject([option])
  expect((await losses([]))[0]).toMatchObject({ kind: 'question', code: 'A1.1', answers: 1 })
  expect(await losses(first!.questions)).toEqual([])
})

test('lists what a publication adds, rewords and moves, and the answers to the old text', async () => {
  const cast = await set()
  await answer(cast, 'A1.1', 'Nu')
  const [first, second] = await sectionsOfA(cast)
  const [asked, ...others] = first!.questions
  const [yes, no] = asked!.optionsToQuestions
  const reworded = {
    ...asked!,
    text: 'A fost urna sigilată?',
    optionsToQuestions: [
      no!,
      { ...yes!, flagged: true },
      { ...yes!, id: 0, optionId: 0, idOption: 0, text: 'Poate' },
    ],
  }
  const sections = [{ ...first!, questions: [reworded, ...others] }, second!]

  const texts = (await changesOfA(cast, sections)).map(
    ({ change, kind, text, was, answers }) => `${change} ${kind}: ${was} > ${text} ${answers}`,
  )

  expect(texts).toEqual([
    'reworded question: Urna a fost sigilată? > A fost urna sigilată? 1',
    'otherwise option: Da > Da 0',
    'added option:  > Poate 0',
    'moved form:  >  0',
  ])
})

test('compares a publication with the phones’ version, and lists nothing for the first', async () => {
  const cast = await set()
  const sections = await sectionsOfA(cast)
  const renamed = sections.map((one) => ({ ...one, description: `${one.description}!` }))
  const id = cast.field.formId('A')
  await cast.ana.call(forms.edit, { body: { id, draft: true, formSections: renamed } })
  const fresh = await cast.ana.call(forms.add, { body: { ...draft, draft: true } })

  expect(await changesOfA(cast)).toMatchObject(
    renamed.map(({ description }) => ({ kind: 'section', change: 'reworded', text: description })),
  )
  expect(await changesOfA(cast, renamed, true)).toEqual([])
  expect(
    await cast.ana.call(forms.losses, { body: { id: fresh, formSections: renamed } as never }),
  ).toEqual([])
})

test('refuses to delete an answered form, with the reason', async () => {
  const cast = await set()
  await answer(cast, 'A1.1', 'Da')

  const deleted = cast.ana.call(forms.remove, { query: { formId: cast.field.formId('A') } })

  await expect(deleted).rejects.toMatchObject({ code: 'form.has-answers' })
  expect(await onPhones(cast, cast.field.formId('A'))).toHaveLength(2)
})

test('deletes an unanswered form, published or not', async () => {
  const cast = await set()

  await cast.ana.call(forms.remove, { query: { formId: cast.field.formId('C') } })

  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions.map(({ code }) => code)).toEqual(['A'])
  const again = cast.ana.call(forms.remove, { query: { formId: cast.field.formId('C') } })
  await expect(again).rejects.toMatchObject({ code: 'thing.not-found' })
})

test('lists forms in the order they were dragged to', async () => {
  const cast = await set()
  const id = await cast.ana.call(forms.add, { body: draft })

  await cast.ana.call(forms.reorder, { body: { ids: [id, cast.field.formId('C')] } })

  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions.map(({ code, order }) => `${order} ${code}`)).toEqual(['1 D', '2 C', '3 A'])
})

test('applies concurrent orders as a whole, with the later winning', async () => {
  const cast = await set()
  const { database } = cast
  const [a, c] = [cast.field.formId('A'), cast.field.formId('C')]
  const d = await cast.ana.call(forms.add, { body: draft })

  const orders = await database.write(async (tx) => {
    await sql`select from forms where id = ${a} for update`.execute(tx)
    const one = cast.ana.call(forms.reorder, { body: { ids: [d, a, c] } })
    await expect.poll(() => waitingForARow(database), { timeout: 15_000 }).toBe(1)
    const other = cast.ana.call(forms.reorder, { body: { ids: [d, c, a] } })
    await expect.poll(() => waitingForARow(database), { timeout: 15_000 }).toBe(2)
    return [one, other]
  })
  await Promise.all(orders)

  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions.map(({ code, order }) => `${order} ${code}`)).toEqual(['1 D', '2 C', '3 A'])
})

test('refuses a code that another form has', async () => {
  const cast = await set()

  const add = () => cast.ana.call(forms.add, { body: sampleForms[0] as never })
  const edit = () => cast.ana.call(forms.edit, { body: { id: cast.field.formId('C'), code: 'A' } })

  const taken = { code: 'form.code-taken', details: { formCode: 'A' } }
  await expect(add()).rejects.toMatchObject(taken)
  await expect(edit()).rejects.toMatchObject(taken)
})

test('refuses a form without sections or a question without text, and names them', async () => {
  const { ana } = await set()
  const blank = { ...draft.formSections[0], questions: [{ ...question, text: '  ' }] }

  await expect(ana.call(forms.add, { body: { ...draft, formSections: [] } })).rejects.toMatchObject(
    {
      details: { errors: { formSections: expect.anything() } },
    },
  )
  await expect(
    ana.call(forms.add, { body: { ...draft, formSections: [blank] } }),
  ).rejects.toMatchObject({
    details: { errors: { 'formSections.0.questions.0.text': expect.anything() } },
  })
})

/** An incomplete form: no code, no title, a question without text and one without options. */
const begun = {
  code: '',
  description: '',
  draft: true,
  formSections: [
    { code: '', description: '', questions: [{ ...question, code: '', text: '' }, question] },
  ],
}

test('saves incomplete drafts, also two without a code', async () => {
  const { ana } = await set()

  const id = await ana.call(forms.add, { body: begun })
  await ana.call(forms.add, { body: begun })

  expect(await ana.call(forms.whole, { params: { id: id as Id<'forms'> } })).toMatchObject({
    code: '',
    draft: true,
    formSections: [{ questions: [{ code: '', text: '' }, { text: 'E liniște?' }] }],
  })
})

test('refuses to publish a form with gaps, names each, and shows phones nothing', async () => {
  const cast = await set()
  const id = await cast.ana.call(forms.add, { body: begun })

  await expect(
    cast.ana.call(forms.add, { body: { ...begun, draft: false } }),
  ).rejects.toMatchObject({
    details: {
      errors: {
        code: ['A published form has a code'],
        'formSections.0.questions.0.text': ['A published question has a text'],
      },
    },
  })
  await expect(cast.ana.call(forms.edit, { body: { id, draft: false } })).rejects.toMatchObject({
    code: 'form.has-gaps',
    details: { gaps: 2 },
  })
  expect(await onPhones(cast, id)).toBeNull()
  const complete = { ...draft.formSections[0], questions: [question] }
  await cast.ana.call(forms.edit, { body: { id, code: 'E', formSections: [complete] } })
  expect(await onPhones(cast, id)).toMatchObject([{ questions: [{ text: 'E liniște?' }] }])
})

test('refuses to publish a form without questions', async () => {
  const { ana } = await set()
  const empty = { ...draft, formSections: [{ code: 'D', questions: [] }] }

  await expect(ana.call(forms.add, { body: empty })).rejects.toMatchObject({
    details: { errors: { formSections: ['A published form has a question'] } },
  })
  const id = await ana.call(forms.add, { body: { ...empty, draft: true } })
  await expect(ana.call(forms.edit, { body: { id, draft: false } })).rejects.toMatchObject({
    code: 'form.has-gaps',
    details: { gaps: 1 },
  })
})

test('only the organiser changes forms', async () => {
  const { bogdan, calin, stranger } = await set()

  await expect(calin.call(forms.add, { body: draft })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(bogdan.call(forms.add, { body: draft })).rejects.toMatchObject({
    code: 'session.forbidden',
  })
  await expect(stranger.call(forms.add, { body: draft })).rejects.toMatchObject({
    code: 'session.missing',
  })
})
