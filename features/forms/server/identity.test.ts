import { expect, test } from 'vitest'
import { aiud, answerOf, filledIn, send } from '#features/answers/server/testing.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { forms, type Section } from '../contract.ts'

const set = stage()

/** The stored form A, which a test sends back changed. */
async function sectionsOfA({ ana, field }: Stage): Promise<Section[]> {
  return (await ana.call(forms.get, { params: { id: field.formId('A') }, query: {} })) ?? []
}

const edit = ({ ana, field }: Stage, formSections: readonly object[]) =>
  ana.send({
    method: 'PUT',
    url: '/api/v1/form',
    payload: { id: field.formId('A'), formSections },
  })

const options = [{ text: 'Da' }, { text: 'Nu', flagged: true }]
const queues = { text: 'Sunt cozi?', questionType: 1, optionsToQuestions: options }

/** The only answer as staff see it: question and options, `!` when flagged. */
async function identities(cast: Stage): Promise<string[]> {
  const completed = await filledIn(cast, aiud)
  return completed.map(
    ({ text, answers }) =>
      `${text} ${answers.map((one) => one.text + (one.isFlagged ? '!' : '')).join(', ')}`,
  )
}

test('keeps answers with a question that is renumbered after an insertion', async () => {
  const cast = await set()
  const [first, ...others] = await sectionsOfA(cast)
  const [sealed, ...rest] = first!.questions
  const questions = [{ ...queues, code: 'A1.1' }, { ...sealed, code: 'A1.2' }, ...rest]

  const reply = await edit(cast, [{ ...first, questions }, ...others])
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(reply.statusCode).toBe(200)
  expect(await identities(cast)).toEqual(['Urna a fost sigilată? Nu!'])
  const [after] = await sectionsOfA(cast)
  expect(after?.questions.map(({ id, text }) => [id === sealed?.id, text]).slice(0, 2)).toEqual([
    [false, 'Sunt cozi?'],
    [true, 'Urna a fost sigilată?'],
  ])
})

test('keeps answers with an option when another takes its text', async () => {
  const cast = await set()
  const [first, ...others] = await sectionsOfA(cast)
  const [sealed, ...rest] = first!.questions
  const [yes, no] = sealed!.optionsToQuestions
  const milder = [yes, { text: 'Nu', flagged: false }, { ...no, text: 'Nu, deloc' }]

  await edit(cast, [
    { ...first, questions: [{ ...sealed, optionsToQuestions: milder }, ...rest] },
    ...others,
  ])
  await cast.bogdan.call(forms.get, { params: { id: cast.field.formId('A') }, query: {} })
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))

  expect(await identities(cast)).toEqual(['Urna a fost sigilată? Nu, deloc!'])
})

test('keeps a section’s id when a new one takes its code', async () => {
  const cast = await set()
  const [first, second] = await sectionsOfA(cast)

  await edit(cast, [{ code: 'A1', description: 'Pe drum' }, { ...first, code: 'A0' }, second!])

  const after = await sectionsOfA(cast)
  expect(after.map(({ id }) => [first, second].findIndex((one) => one?.id === id))).toEqual([
    -1, 0, 1,
  ])
})

test('treats a question replaced under its code as new, with its own answers', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  const [first, ...others] = await sectionsOfA(cast)
  const [sealed, ...rest] = first!.questions
  const contrary = [{ text: 'Da', flagged: true }, { text: 'Nu' }]
  const replaced = { ...queues, code: 'A1.1', text: sealed!.text, optionsToQuestions: contrary }

  await edit(cast, [{ ...first, questions: [replaced, ...rest] }, ...others])
  const [now] = await sectionsOfA(cast)
  const [fresh] = now!.questions
  await send(cast.bogdan, {
    ...aiud,
    questionId: fresh!.id,
    options: [{ optionId: fresh!.optionsToQuestions[0]!.id }],
  })

  // Current questions come before removed ones.
  expect(await identities(cast)).toEqual(['Urna a fost sigilată? Da!', 'Urna a fost sigilată? Da'])
})

test('ignores ids that are repeated or belong to another question', async () => {
  const cast = await set()
  const [first, ...others] = await sectionsOfA(cast)
  const [sealed, seen] = first!.questions
  const [yes, no] = sealed!.optionsToQuestions
  const borrowed = [{ ...no, text: 'Împrumutată' }, ...seen!.optionsToQuestions]

  await edit(cast, [
    {
      ...first,
      questions: [
        { ...sealed, optionsToQuestions: [yes, no, { ...no, text: 'De două ori' }] },
        { ...seen, optionsToQuestions: borrowed },
        { ...seen, code: 'A1.3', text: 'Încă o dată?' },
      ],
    },
    ...others,
  ])

  const [after] = await sectionsOfA(cast)
  const known = new Set([yes!.id, no!.id, sealed!.id, seen!.id])
  expect(
    after?.questions.map((question) => [
      known.has(question.id),
      ...question.optionsToQuestions.map(({ id, text }) => [text, known.has(id)]),
    ]),
  ).toEqual([
    [true, ['Da', true], ['Nu', true], ['De două ori', false]],
    [
      true,
      ['Împrumutată', false],
      ['Coadă', false],
      ['Afișe electorale', false],
      ['Altceva', false],
    ],
    [false, ['Coadă', false], ['Afișe electorale', false], ['Altceva', false]],
  ])
})

test('matches parts by text for a client without ids, and says so', async () => {
  const cast = await set()
  const before = await sectionsOfA(cast)
  const written = before.map(({ code, description, questions }) => ({
    code,
    description,
    questions: questions.map(({ code, text, questionType, optionsToQuestions }) => ({
      code,
      text,
      questionType,
      optionsToQuestions: optionsToQuestions.map(({ text, flagged, isFreeText }) => ({
        text,
        flagged,
        isFreeText,
      })),
    })),
  }))
  written[0]!.questions[0]!.optionsToQuestions[1]!.text = 'Nu, deloc'
  written[1]!.questions[0]!.text = 'Ce e în sală?'

  const reply = await edit(cast, written)

  expect(reply.json()).toBe(cast.field.formId('A'))
  expect(reply.headers['form-parts']).toBe('matched-by=text, kept=11, new=4, removed=4')
  const after = await sectionsOfA(cast)
  const ids = (sections: readonly Section[]) =>
    sections.flatMap(({ questions }) =>
      questions.flatMap(({ id, optionsToQuestions }) => [
        id,
        ...optionsToQuestions.map((one) => one.id),
      ]),
    )
  const [was, is] = [ids(before), ids(after)]
  expect(is.map((id, place) => id === was[place])).toEqual([
    ...[true, true, false],
    ...[true, true, true, true],
    ...[false, false, false],
    ...[true, true, true],
  ])
})

test('tells a client that its ids were matched', async () => {
  const cast = await set()
  const sections = await sectionsOfA(cast)

  const same = await edit(cast, sections)
  const less = await edit(cast, [{ ...sections[0], questions: [{ ...queues, code: 'A1.9' }] }])
  const hidden = await cast.ana.send({
    method: 'PUT',
    url: '/api/v1/form',
    payload: { id: cast.field.formId('A'), draft: true },
  })

  expect(same.headers['form-parts']).toBe('matched-by=id, kept=15, new=0, removed=0')
  expect(less.headers['form-parts']).toBe('matched-by=id, kept=1, new=3, removed=14')
  expect(hidden.headers['form-parts']).toBeUndefined()
})
