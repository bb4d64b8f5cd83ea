import { expect, test } from 'vitest'
import {
  aiud,
  answerOf,
  blaj,
  dej,
  list,
  type StationAddress,
  send,
} from '#features/answers/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { addForm, everyKind, questionOf } from '#features/forms/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { png } from '#features/notes/server/testing.ts'
import { review } from '#features/reviews/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, stage } from '#testing/stage.ts'
import { analysis, type Dimension } from '../contract.ts'

const set = stage()

/** A form that requires a photograph; what observers send to it. */
async function photographed() {
  const cast = await set()
  const [section] = everyKind.formSections
  const ask = [questionOf('file', { isRequired: true }), section!.questions.at(-1)!]
  const id = await addForm(cast, { ...everyKind, formSections: [{ code: 'V1', questions: ask }] })
  const sections = (await cast.bogdan.call(forms.get, { params: { id }, query: {} })) ?? []
  const [file, choice] = sections[0]!.questions
  const questionId = file!.id as Id<'questions'>
  const optionId = file!.optionsToQuestions[0]!.id as Id<'options'>
  const photo = (person: Person, at: StationAddress, ...salts: string[]) =>
    person.call(
      notes.write,
      { body: { ...at, questionId, text: `Proces-verbal ${salts}` } },
      salts.map((salt) => ({ name: 'pv.png', bytes: png(salt) })),
    )
  const begin = (person: Person, at: StationAddress, value?: string) =>
    send(
      person,
      { ...at, questionId: choice!.id, options: [{ optionId: choice!.optionsToQuestions[0]!.id }] },
      ...(value === undefined ? [] : [{ ...at, questionId, value }]),
    )
  return { cast, questionId, optionId, photo, begin }
}

test('counts the reports with a file on a question that asks for one, each behind its bar', async () => {
  const { cast, questionId, optionId, photo, begin } = await photographed()
  await photo(cast.bogdan, aiud, 'a', 'b')
  await photo(cast.bogdan, aiud, 'c')
  await photo(cast.dana, dej, 'd')
  await photo(cast.emil, dej, 'e')
  // Neither has a file.
  await begin(cast.bogdan, blaj, 'trimis pe WhatsApp')
  await cast.bogdan.call(notes.write, { body: { ...blaj, questionId, text: 'Nu pot' } })

  const count = async (person: Person, query: object = {}) =>
    (await person.call(analysis.count, { params: { questionId }, query })).options
  const groups = async (dimension: Dimension) =>
    (
      await cast.ana.call(analysis.breakDown, { params: { questionId, dimension }, query: {} })
    ).groups.map(({ name, answered }) => [name, answered])
  const behind = async (person: Person) => (await list(person, { optionId })).totalItems

  expect(await count(cast.ana)).toEqual([{ id: optionId, reports: 2 }])
  expect(await count(cast.ana, { withOptionId: optionId, county: 'AB' })).toMatchObject([
    { reports: 1 },
  ])
  expect(await groups('area')).toEqual([
    ['Alba', 1],
    ['Cluj', 1],
  ])
  expect(await groups('hour')).toEqual([['', 2]])
  expect(await behind(cast.ana)).toBe(2)
  expect(await count(cast.calin)).toMatchObject([{ reports: 1 }])
  expect(await behind(cast.calin)).toBe(1)
  await review(cast.ana, (await list(cast.ana, { optionId, county: 'AB' })).data, {
    ...{ state: 'set-aside', reason: 'dublură' },
  })
  expect(await count(cast.ana)).toMatchObject([{ reports: 1 }])
})

test('lists the reports that began a form without the file that it requires', async () => {
  const { cast, photo, begin } = await photographed()
  await begin(cast.bogdan, aiud, 'îl trimit mai târziu')
  await begin(cast.dana, dej)
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Da'))
  const stations = async (person: Person) =>
    (await list(person, { fileMissing: true })).data.map((one) => one.pollingStationName).sort()

  expect(await stations(cast.ana)).toEqual(['Alba Aiud 1', 'Cluj Dej 1'])
  expect(await stations(cast.calin)).toEqual(['Cluj Dej 1'])
  await photo(cast.bogdan, aiud, 'a')
  expect(await stations(cast.ana)).toEqual(['Cluj Dej 1'])
})
