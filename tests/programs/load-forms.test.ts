import { expect, test } from 'vitest'
import { forms } from '#features/forms/contract.ts'
import { counties, load, startAnew } from '#testing/programs/load.ts'
import { stage } from '#testing/stage.ts'

const set = stage()

const form = (code: string, text = 'Da?') => ({
  code,
  description: code,
  formSections: [
    {
      code: `${code}1`,
      questions: [
        {
          code: `${code}1.1`,
          text,
          questionType: 1,
          optionsToQuestions: [{ text: 'Da' }, { text: 'Nu', isFlagged: true }],
        },
      ],
    },
  ],
})

test('matches forms by code, not by the ids of their origin', async () => {
  const cast = await set()
  await startAnew(cast)
  const foreign = (first: number, second: number) => {
    const written = form('A')
    const [one] = written.formSections[0]!.questions
    const questions = [
      { ...one!, id: first },
      { ...one!, code: 'A1.2', text: 'Altceva?', id: second },
    ]
    return { ...written, id: 1, formSections: [{ ...written.formSections[0]!, id: 9, questions }] }
  }
  const idsByCode = async () => {
    const rows = await cast.database.primary
      .selectFrom('questions')
      .innerJoin('elections', 'elections.id', 'questions.electionId')
      .select(['questions.id', 'code'])
      .where('isCurrent', '=', true)
      .execute()
    return new Map(rows.map(({ id, code }) => [code, id as number]))
  }
  await load(cast, { 'counties.csv': counties, 'A.json': foreign(1, 2) })
  const before = await idsByCode()

  // Their ids happen to be ours, crossed.
  const crossed = foreign(before.get('A1.2')!, before.get('A1.1')!)
  await load(cast, { 'counties.csv': counties, 'A.json': crossed })

  expect(await idsByCode()).toEqual(before)
  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions).toMatchObject([{ code: 'A', currentVersion: 1 }])
})

test('loads a form with a duplicate question code the same each time', async () => {
  const cast = await set()
  await startAnew(cast)
  const twice = form('A')
  twice.formSections[0]!.questions.push({ ...twice.formSections[0]!.questions[0]!, text: 'Încă?' })
  const files = { 'counties.csv': counties, 'A.json': twice }

  await load(cast, files)
  await load(cast, files)

  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions).toMatchObject([{ code: 'A', currentVersion: 1 }])
})

test('orders forms by file name, unless they give another order', async () => {
  const cast = await set()
  await startAnew(cast)

  await load(cast, {
    'counties.csv': counties,
    'b.json': form('B'),
    'a.json': form('A'),
    'c.json': { ...form('C'), order: 9 },
  })

  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions.map(({ code, order }) => [code, order])).toEqual([
    ['A', 1],
    ['B', 2],
    ['C', 9],
  ])
})
