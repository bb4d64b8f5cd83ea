import readExcel from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { answers } from '#features/answers/contract.ts'
import {
  aiud,
  answerOf,
  blaj,
  dej,
  type StationAddress,
  send,
} from '#features/answers/server/testing.ts'
import { chances, edited } from '#features/answers/server/testing-editors.ts'
import { forms, type Section } from '#features/forms/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'

const set = stage()

const idOf = ({ field }: Stage, code: string) => field.formId(code) as Id<'forms'>

const fetchForm = async (person: Person, id: Id<'forms'>): Promise<Section[]> =>
  (await person.call(forms.get, { params: { id }, query: {} })) ?? []

/** Changes the first question's wording and publishes the form. */
async function reword({ ana }: Stage, id: Id<'forms'>, text: string): Promise<void> {
  const formSections = await fetchForm(ana, id)
  Object.assign(formSections[0]!.questions[0]!, { text })
  await ana.call(forms.edit, { body: { id, formSections } })
}

/** The workbook's sheets by name: headings, and rows of cells. */
async function download(person: Person) {
  const { rawPayload } = await person.send({ url: '/api/v1/export/all?language=en' })
  const sheets = await readExcel(rawPayload)
  return new Map(
    sheets.map(({ sheet, data: [headings = [], ...rows] }) => [
      sheet,
      { headings: headings.map(String), rows },
    ]),
  )
}

/** The filled cells of a row with their headings, without the observer and station columns. */
function filled(sheet: { headings: string[]; rows: unknown[][] } | undefined, nth: number) {
  const { headings = [], rows = [] } = sheet ?? {}
  const first = headings.indexOf('Last change') + 1
  return headings
    .map((heading, at) => [heading, rows[nth]?.[at]] as const)
    .slice(first)
    .filter(([, cell]) => cell !== null && cell !== undefined)
}

test('adds a column per wording of a question, and marks versions in headings', async () => {
  const cast = await set()
  const id = idOf(cast, 'A')
  await fetchForm(cast.bogdan, id)
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Da'))
  await reword(cast, id, 'A fost împiedicat cineva să voteze?')
  await reword(cast, id, 'A fost împiedicat cineva?')
  await fetchForm(cast.bogdan, id)
  await send(cast.bogdan, answerOf(cast, blaj, 'A1.1', 'Da'))

  const sheet = (await download(cast.ana)).get('A')

  expect(filled(sheet, 0)).toEqual([['A1.1: Urna a fost sigilată? (version 1)', 'Da']])
  expect(filled(sheet, 1)).toEqual([['A1.1: A fost împiedicat cineva? (version 3)', 'Da']])
  // Wordings without answers get no column.
  expect(sheet?.headings.filter((one) => one.startsWith('A1.1'))).toHaveLength(2)
  expect(sheet?.headings).toContain('A1.2: Ce ați văzut?')
})

test('keeps the columns of a form that was renamed and unpublished', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const id = idOf(cast, 'A')
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await ana.call(forms.edit, { body: { id, code: 'Z', draft: true } })

  const sheets = await download(ana)

  expect(filled(sheets.get('Z'), 0)).toEqual([['A1.1: Urna a fost sigilată?', 'Nu']])
})

test('keeps the answers of forms that swapped codes', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  await send(bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  const rename = (form: Id<'forms'>, code: string) =>
    ana.call(forms.edit, { body: { id: form, code } })
  const [a, c] = [idOf(cast, 'A'), idOf(cast, 'C')]
  await rename(a, 'X')
  await rename(c, 'A')
  await rename(a, 'C')

  const sheets = await download(ana)

  expect(filled(sheets.get('C'), 0)).toEqual([['A1.1: Urna a fost sigilată?', 'Nu']])
  expect(sheets.get('A')?.headings.join()).not.toContain('Urna a fost sigilată?')
})

test.each([1, 2])(
  'shows every cell in the wording its phone showed: seed %i',
  { tags: 'slow' },
  async (seed) => {
    const cast = await set()
    const { ana } = cast
    const id = idOf(cast, 'A')
    /** The answers of each phone by question, in the wording it showed. */
    const phones = [
      { person: cast.bogdan, at: aiud },
      { person: cast.dana, at: dej },
      { person: cast.emil, at: blaj },
    ].map((one) => ({
      ...one,
      showed: [] as Section[],
      answered: new Map<number, [string, string]>(),
    }))

    for (let round = 0; round < 25; round++) {
      const chance = chances(seed * 1000 + round)
      const formSections = edited(chance, await fetchForm(ana, id))
      const { statusCode } = await ana.send({
        method: 'PUT',
        url: '/api/v1/form',
        payload: { id, formSections },
      })
      expect(statusCode).toBe(200)
      for (const phone of phones) {
        if (phone.showed.length === 0 || chance.isLucky(0.3))
          phone.showed = await fetchForm(phone.person, id)
        await answer(phone, chance)
      }
    }

    const sheet = (await download(ana)).get('A')

    const read = (sheet?.rows ?? []).map((_, nth) => filled(sheet, nth).map(withoutVersion).sort())
    const shown = phones
      .filter(({ answered }) => answered.size > 0)
      .map(({ answered }) => [...answered.values()].map((one) => one.join(' → ')).sort())
    expect(read.toSorted()).toEqual(shown.toSorted())
    expect(sheet?.headings.some((heading) => heading.includes('(version '))).toBe(true)
  },
)

const withoutVersion = ([heading, cell]: readonly [string, unknown]) =>
  `${heading.replace(/^[^:]*: /, '').replace(/ \(version [^)]*\)$/, '')} → ${String(cell)}`

type Phone = {
  readonly person: Person
  readonly at: StationAddress
  readonly showed: readonly Section[]
  readonly answered: Map<number, [string, string]>
}

/** Chooses the first option of a question that the phone shows. */
async function answer(
  { person, at, showed, answered }: Phone,
  { one }: ReturnType<typeof chances>,
) {
  const question = one(showed.flatMap(({ questions }) => questions))
  const option = question?.optionsToQuestions[0]
  if (!question || !option) return
  const options = [{ optionId: option.optionId }]
  await person.call(answers.send, {
    body: { answers: [{ ...at, questionId: question.id, options }] },
  })
  answered.set(question.id, [question.text, option.text])
}
