import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { forms } from '#features/forms/contract.ts'
import { addForm } from '#features/forms/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { answers } from '../../contract.ts'
import { corrections } from '../../corrections-contract.ts'
import { reportAt } from '../corrections/testing.ts'
import { aiud, filledIn, send } from '../testing.ts'

const set = stage()

const question = { code: 'P1', text: 'Câți au votat?', questionType: 2, kind: 'whole' } as const

/** A form of hourly turnout with one question. */
async function turnoutForm(cast: Stage) {
  const formSections = [{ code: 'P', description: 'Prezența', questions: [question] }]
  const id = await addForm(cast, { code: 'P', description: 'Prezența', series: true, formSections })
  const sections = (await cast.bogdan.call(forms.get, { params: { id }, query: {} })) ?? []
  const [asked] = sections.flatMap(({ questions }) => questions)
  return { id, questionId: asked!.id }
}

type Form = Awaited<ReturnType<typeof turnoutForm>>

/** Longer than the pause that ends an entry, and short enough to stay signed in as oneself. */
const stepMs = 1_200_000

/** Answers the same question again and again. */
async function report(cast: Stage, { questionId }: Form, ...values: readonly string[]) {
  for (const [nth, value] of values.entries()) {
    if (nth > 0) cast.clock.now = new Date(cast.clock.now.getTime() + stepMs)
    await send(cast.bogdan, { ...aiud, questionId, value })
  }
}

async function entries(cast: Stage, { id }: { id: Id<'forms'> }, by: Person = cast.ana) {
  const subject = await reportAt(cast, aiud)
  const found = await by.call(answers.series, { query: { ...subject, formId: id } })
  return found.map(({ at, answers: given }) => [
    at.toISOString().slice(11, 16),
    ...given.map(({ questionCode, canonical }) => `${questionCode} ${canonical}`),
  ])
}

test('keeps what was sent each time, and a retry of the last adds nothing', async () => {
  const cast = await set()
  const form = await turnoutForm(cast)
  await report(cast, form, '120', '250 ', '250', '300')

  expect(await entries(cast, form)).toEqual([
    ['10:00', 'P1 300'],
    ['09:20', 'P1 250'],
    ['09:00', 'P1 120'],
  ])
})

test('exports a row for each entry with its time, the last one as staff corrected it', async () => {
  const cast = await set()
  const form = await turnoutForm(cast)
  await report(cast, form, '120', '250')
  const [given] = await filledIn(cast, aiud)
  const [option] = given?.answers ?? []
  await cast.ana.call(corrections.correct, {
    body: {
      ...(await reportAt(cast, aiud)),
      ...{ questionId: form.questionId, reason: 'Greșit la telefon' },
      options: [{ optionId: option!.optionId, value: '255' }],
      was: { options: [{ optionId: option!.optionId, value: '250' }], revision: 0 },
    },
  })

  const { rawPayload } = await cast.ana.send({ url: '/api/v1/export/all?language=en' })
  const sheet = (await readExcel(rawPayload)).find((one) => one.sheet === 'P')
  const [headings = [], ...rows] = sheet?.data ?? []
  expect(headings.slice(-2)).toEqual(['Sent at', 'P1: Câți au votat?'])
  expect(rows.map((row) => row.slice(-2))).toEqual([
    [expect.any(Date), 120],
    [expect.any(Date), 255],
  ])
  const [first, second] = rows.map((row) => Number(row.at(-2)))
  expect(second! - first!).toBe(stepMs)
})

test('hides the entries of reports that the caller may not read', async () => {
  const cast = await set()
  const form = await turnoutForm(cast)
  await report(cast, form, '120', '250')

  expect(await entries(cast, form, cast.calin)).toEqual([])
})

test('keeps the setting through edits and a draft', async () => {
  const cast = await set()
  const { id } = await turnoutForm(cast)
  await cast.ana.call(forms.edit, { body: { id, description: 'Prezența la vot', draft: true } })

  const whole = await cast.ana.call(forms.whole, { params: { id } })
  expect(whole).toMatchObject({ description: 'Prezența la vot', series: true, draft: true })
  await cast.ana.call(forms.edit, { body: { id, series: false } })
  const { formVersions } = await cast.bogdan.call(forms.list, { query: {} })
  expect(formVersions.find((one) => one.id === id)).toMatchObject({ series: false })
})
