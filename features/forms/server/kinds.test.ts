import { expect, test } from 'vitest'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { counties, load, startAnew } from '#testing/programs/load.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { forms, type Question } from '../contract.ts'
import { addForm, everyKind, kinds, questionOf, turnout } from './testing.ts'

const set = stage()

const sectionsOn = async ({ bogdan }: Stage, id: Id<'forms'>) =>
  (await bogdan.call(forms.get, { params: { id }, query: {} })) ?? []

const questionsOn = async (cast: Stage, id: Id<'forms'>) =>
  (await sectionsOn(cast, id)).flatMap(({ questions }) => questions)

/** The same as `kind: text of its options`. */
const shown = (questions: readonly Question[]) =>
  questions.map(({ kind, optionsToQuestions: own }) => `${kind}: ${own.map(({ text }) => text)}`)

test('shows phones every kind as a question with one free text, and tells newer ones its kind', async () => {
  const cast = await set()

  const questions = await questionsOn(cast, await addForm(cast))

  expect(shown(questions)).toEqual([
    'whole: Răspuns (0–3000 voturi)',
    'decimal: Răspuns',
    'line: Răspuns',
    'text: Răspuns',
    'date: Răspuns (zz.ll.aaaa)',
    'time: Răspuns (hh:mm)',
    'moment: Răspuns (zz.ll.aaaa hh:mm)',
    'rating: Răspuns (1–5)',
    'file: Răspuns (fotografia se trimite ca notă)',
    'choice: Da',
  ])
  const byValue = questions.filter(({ kind }) => kind !== 'choice')
  expect(byValue.map(({ questionType }) => questionType)).toEqual(byValue.map(() => 2))
  const fields = byValue.flatMap(({ optionsToQuestions: own }) => own)
  expect(fields.map(({ isFreeText, flagged }) => isFreeText && !flagged)).toEqual(
    byValue.map(() => true),
  )
  expect(questions[0]).toMatchObject(turnout)
})

test('keeps kinds and ids when the first admin application saves the form back', async () => {
  const cast = await set()
  const id = await addForm(cast)
  const before = await sectionsOn(cast, id)
  // Its editor knows no other keys.
  const written = before.map(({ id, code, description, questions }) => ({
    ...{ id, code, description },
    questions: questions.map(({ id, code, text, questionType, optionsToQuestions }) => ({
      ...{ id, code, questionType },
      text: `${text} Da.`,
      optionsToQuestions: optionsToQuestions.map(({ id, text, isFreeText, flagged }) => ({
        ...{ id, optionId: id, text, isFreeText, flagged },
      })),
    })),
  }))

  await cast.ana.send({
    method: 'PUT',
    url: '/api/v1/form',
    payload: { id, formSections: written },
  })

  expect(await sectionsOn(cast, id)).toEqual(
    before.map((section) => ({
      ...section,
      questions: section.questions.map((one) => ({ ...one, text: `${one.text} Da.` })),
    })),
  )
})

test('publishes a changed range under the same option, and another kind as a change of the question', async () => {
  const cast = await set()
  const id = await addForm(cast)
  const [section] = await sectionsOn(cast, id)
  const [whole, ...others] = section!.questions
  const edited = (more: object) => [
    { ...section!, questions: [{ ...whole!, ...more, optionsToQuestions: [] }, ...others] },
  ]

  const changes = await cast.ana.call(forms.losses, {
    body: { id, formSections: edited({ kind: 'time' }) },
  })
  await cast.ana.call(forms.edit, { body: { id, formSections: edited({ max: 900 }) } })

  expect(changes).toMatchObject([{ kind: 'question', change: 'otherwise', code: 'V-whole' }])
  expect(
    await cast.ana.call(forms.losses, { body: { id, formSections: edited({ max: 900 }) } }),
  ).toEqual([])
  const [after] = await questionsOn(cast, id)
  expect(after).toMatchObject({
    max: 900,
    optionsToQuestions: [{ text: 'Răspuns (0–900 voturi)' }],
  })
  expect(after!.optionsToQuestions[0]!.id).toBe(whole!.optionsToQuestions[0]!.id)
})

test('names the field of a range that cannot be published', async () => {
  const cast = await set()
  const questions = [questionOf('whole', { min: 5, max: 3 }), questionOf('rating', { max: 11 })]
  const impossible = { ...everyKind, formSections: [{ code: 'V1', questions }] }
  const body = impossible as typeof everyKind

  await expect(addForm(cast, body)).rejects.toMatchObject({
    code: 'request.invalid',
    details: {
      errors: {
        'formSections.0.questions.0.max': ['The largest number is below the smallest'],
        'formSections.0.questions.1.max': ['A rating has 2 to 10 points'],
      },
    },
  })
  // A draft may have it, and is not published by a client that sends no questions either.
  const id = await cast.ana.call(forms.add, { body: { ...body, draft: true } })
  await expect(cast.ana.call(forms.edit, { body: { id } })).rejects.toMatchObject({
    code: 'form.has-gaps',
    details: { gaps: 2 },
  })
})

test('copies kinds with an election', async () => {
  const cast = await set()
  await addForm(cast)

  await make(cast, await prepare(cast, { copyFrom: await currentId(cast) }))

  const { formVersions } = await cast.ana.call(forms.list, { query: { draft: true } })
  const { id } = formVersions.find(({ code }) => code === 'V')!
  const { formSections } = await cast.ana.call(forms.whole, { params: { id } })
  const [whole, ...others] = formSections.flatMap((section) => section.questions)
  expect(whole).toMatchObject({ kind: 'whole', ...turnout })
  expect(others.map(({ kind }) => kind)).toEqual([...kinds.slice(1), 'choice'])
})

test('loads kinds from a file, tells of a changed one, and keeps them for a file without any', async () => {
  const cast = await set()
  await startAnew(cast)
  const loading = (more: object) => {
    const asked = { code: 'V1', text: 'Câți?', questionType: 2, ...more }
    const file = { code: 'V', formSections: [{ code: 'V1', questions: [asked] }] }
    return load(cast, { 'counties.csv': counties, 'V.json': file })
  }
  await loading({ kind: 'whole', min: 0 })

  expect((await loading({})).changes).toEqual([])
  expect((await loading({ isRequired: true, kind: 'decimal' })).changes).toMatchObject([
    {
      before: 'Câți? (whole: Răspuns (≥ 0) …)',
      after: 'Câți? (required, decimal: Răspuns (≥ 0) …)',
    },
  ])
})
