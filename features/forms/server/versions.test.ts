import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { forms } from '../contract.ts'
import { firstQuestion, named, openingForm, save } from './testing.ts'

const set = stage()

const unchanged = openingForm(() => undefined)
const reworded = openingForm((form) => {
  const question = firstQuestion(form)
  question.text = 'A fost urna sigilată?'
  question.optionsToQuestions[1]!.text = 'Nu a fost'
})
/** Without the option `Nu` of the first question. */
const shortened = openingForm((form) => {
  firstQuestion(form).optionsToQuestions.pop()
})

const read = async ({ field }: Stage, person: Person) =>
  (await person.call(forms.get, {
    params: { id: field.formId('A') as Id<'forms'> },
    query: {},
  })) ?? []

async function answer({ bogdan, field }: Stage, optionId: number) {
  const questionId = field.questionId('A1.1')
  const at = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 }
  await bogdan.call(answers.send, {
    body: { answers: [{ ...at, questionId, options: [{ optionId }] }] },
  })
}

async function filledIn({ ana, field }: Stage) {
  const { threads } = await ana.call(answers.list, { query: {} })
  const observerId = threads[0]!.observerId
  const pollingStationId = field.stationId('CJ1', 1) as Id<'pollingStations'>
  return ana.call(answers.filledIn, { query: { observerId, pollingStationId } })
}

test('publishing the same again makes no new version', async () => {
  const cast = await set()
  const before = await read(cast, cast.bogdan)

  expect(await save(cast, unchanged)).toBe(1)

  expect(await read(cast, cast.bogdan)).toEqual(before)
})

test('makes no new version for a new title', async () => {
  const cast = await set()

  const version = await save(cast, { ...unchanged, description: 'Dimineața' })

  const { formVersions } = await cast.bogdan.call(forms.list, { query: {} })
  expect(version).toBe(1)
  expect(formVersions[0]).toMatchObject({ code: 'A', description: 'Dimineața' })
})

test('makes a new version for changed wording and keeps the question’s id', async () => {
  const cast = await set()
  const { bogdan, field } = cast

  expect(await save(cast, named(cast, reworded))).toBe(2)

  const { formVersions } = await bogdan.call(forms.list, { query: {} })
  expect(formVersions[0]).toMatchObject({ code: 'A', currentVersion: 2, ver: 2 })
  const [section] = await read(cast, bogdan)
  expect(section!.questions[0]).toMatchObject({
    id: field.questionId('A1.1'),
    text: 'A fost urna sigilată?',
  })
})

test('shows an answer in the version it was given to', async () => {
  const cast = await set()
  await answer(cast, cast.field.optionId('A1.1', 'Nu'))

  await save(cast, named(cast, reworded))

  expect(await filledIn(cast)).toMatchObject([
    {
      text: 'Urna a fost sigilată?',
      formVersion: 1,
      answers: [{ text: 'Nu', flagged: true }],
    },
  ])
})

test('stores an answer to a removed option, in the words of the old version', async () => {
  const cast = await set()
  const no = cast.field.optionId('A1.1', 'Nu')
  expect(await save(cast, shortened)).toBe(2)

  await answer(cast, no)

  expect(await filledIn(cast)).toMatchObject([
    { formVersion: 1, answers: [{ idOption: no, text: 'Nu', isFlagged: true }] },
  ])
})

test('gives a restored option its earlier id', async () => {
  const cast = await set()
  await save(cast, shortened)

  expect(await save(cast, unchanged)).toBe(3)

  const [section] = await read(cast, cast.bogdan)
  expect(section!.questions[0]!.optionsToQuestions.map(({ id }) => id)).toEqual([
    cast.field.optionId('A1.1', 'Da'),
    cast.field.optionId('A1.1', 'Nu'),
  ])
})

test('hides a draft from phones until publication', async () => {
  const cast = await set()
  const id = cast.field.formId('A') as Id<'forms'>

  expect(await save(cast, named(cast, { ...reworded, draft: true }))).toBe(1)
  const hidden = await cast.bogdan.call(forms.get, { params: { id }, query: {} })
  expect(await save(cast, named(cast, reworded))).toBe(2)

  expect(hidden).toBeNull()
  const [section] = await read(cast, cast.bogdan)
  expect(section!.questions[0]!.text).toBe('A fost urna sigilată?')
})

test('reads answers by the published version while a draft exists', async () => {
  const cast = await set()
  const { ana, bogdan, field } = cast
  const calm = structuredClone(unchanged)
  for (const option of calm.formSections[0]!.questions[0]!.optionsToQuestions)
    option.isFlagged = false
  await save(cast, { ...calm, draft: true })

  const at = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 }
  const chosen = [{ optionId: field.optionId('A1.1', 'Nu') }]
  await bogdan.call(answers.send, {
    body: { answers: [{ ...at, questionId: field.questionId('A1.1'), options: chosen }] },
  })

  const { threads } = await ana.call(answers.list, { query: { urgent: true } })
  expect(threads).toMatchObject([{ observerName: 'Bogdan Pop', flagged: 1 }])
})

test('keeps an answer to a never-published option aside', async () => {
  const cast = await set()
  const { database } = cast
  const brief = { ...unchanged, code: 'D', draft: true }
  await save(cast, brief)
  const never = await database.primary
    .selectFrom('options')
    .innerJoin('forms', 'forms.id', 'options.formId')
    .innerJoin('questions', 'questions.id', 'options.questionId')
    .select(['options.id', 'questionId'])
    .where('forms.code', '=', 'D')
    .where('questions.code', '=', 'A1.1')
    .where('options.text', '=', 'Nu')
    .executeTakeFirstOrThrow()
  await save(cast, { ...shortened, code: 'D', draft: true })
  await save(cast, { ...shortened, code: 'D' })

  const at = { countyCode: 'CJ', municipalityCode: 'CJ1', pollingStationNumber: 1 }
  await cast.bogdan.call(answers.send, {
    body: {
      answers: [{ ...at, questionId: never.questionId, options: [{ optionId: never.id }] }],
    },
  })

  const unplaced = await database.primary.selectFrom('unplaced').select('reason').execute()
  expect(unplaced).toEqual([{ reason: 'no-such-option' }])
})
