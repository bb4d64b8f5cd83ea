import { expect, test } from 'vitest'
import { aiud, answerOf, dej, send } from '#features/answers/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { history } from '#features/history/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Person, type Stage, stage } from '#testing/stage.ts'
import { analysis } from '../contract.ts'
import { pinnedQuestions } from '../pins-contract.ts'

const set = stage()

const ofQuestion = ({ field }: Stage, code: string) => ({
  params: { questionId: field.questionId(code) as Id<'questions'> },
})
const pin = (cast: Stage, code: string, isUndo = false) => {
  cast.clock.now = new Date(cast.clock.now.getTime() + 1000)
  return cast.ana.call(pinnedQuestions.pin, { ...ofQuestion(cast, code), body: { isUndo } })
}
const unpin = (cast: Stage, code: string) =>
  cast.ana.call(pinnedQuestions.unpin, ofQuestion(cast, code))
const pinned = async (person: Person) =>
  (await person.call(pinnedQuestions.list)).map(({ question }) => question.code)

test('shows pinned questions to all accounts in the order of pinning, counted as each may see', async () => {
  const cast = await set()
  await send(cast.bogdan, answerOf(cast, aiud, 'A1.1', 'Nu'))
  await send(cast.dana, answerOf(cast, dej, 'A1.1', 'Nu'))
  await pin(cast, 'C1.1')
  await pin(cast, 'A1.1')
  await pin(cast, 'A1.2')

  expect(await pinned(cast.ana)).toEqual(['C1.1', 'A1.1', 'A1.2'])
  expect(await pinned(cast.calin)).toEqual(['C1.1', 'A1.1', 'A1.2'])
  const asked = { ...ofQuestion(cast, 'A1.1'), query: {} }
  expect(await cast.ana.call(analysis.count, asked)).toMatchObject({ answered: 2 })
  expect(await cast.calin.call(analysis.count, asked)).toMatchObject({ answered: 1 })

  await unpin(cast, 'A1.1')
  expect(await pinned(cast.ana)).toEqual(['C1.1', 'A1.2'])
  await pin(cast, 'A1.1', true)
  expect(await pinned(cast.ana)).toEqual(['C1.1', 'A1.1', 'A1.2'])
  await unpin(cast, 'C1.1')
  await pin(cast, 'C1.1')
  expect(await pinned(cast.ana)).toEqual(['A1.1', 'A1.2', 'C1.1'])
  const { data } = await cast.ana.call(history.list, { query: { act: 'analysis.unpinned' } })
  expect(data.map(({ after }) => after)).toEqual([
    { questionCode: 'C1.1' },
    { questionCode: 'A1.1' },
  ])
})

test('hides pinned questions that their form has no more, until it has them again', async () => {
  const cast = await set()
  await pin(cast, 'A1.1')
  await pin(cast, 'C1.1')
  const formId = cast.field.formId('C') as Id<'forms'>

  await cast.ana.call(forms.remove, { query: { formId } })
  expect(await pinned(cast.ana)).toEqual(['A1.1'])
  await cast.ana.call(forms.restore, { params: { id: formId } })
  expect(await pinned(cast.ana)).toEqual(['A1.1', 'C1.1'])
})

test('lets only accounts that run the whole election pin, each question once', async () => {
  const cast = await set()
  const sent = { ...ofQuestion(cast, 'A1.1'), body: {} }

  for (const person of [cast.calin, cast.rodica, cast.sanda, cast.gelu])
    await expect(person.call(pinnedQuestions.pin, sent)).rejects.toMatchObject({
      code: 'session.forbidden',
    })
  await pin(cast, 'A1.1')
  await expect(pin(cast, 'A1.1')).rejects.toMatchObject({ code: 'thing.not-found' })
  await expect(unpin(cast, 'C1.1')).rejects.toMatchObject({ code: 'thing.not-found' })
  expect(await pinned(cast.gelu)).toEqual(['A1.1'])
})
