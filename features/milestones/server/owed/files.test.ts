import { expect, test } from 'vitest'
import { dej, send } from '#features/answers/server/testing.ts'
import { plan } from '#features/assignments/server/testing.ts'
import { forms } from '#features/forms/contract.ts'
import { addForm, everyKind, questionOf } from '#features/forms/server/testing.ts'
import { notes } from '#features/notes/contract.ts'
import { png } from '#features/notes/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { stage } from '#testing/stage.ts'
import { due, figuresSettled, listedStates } from '../testing.ts'

const set = stage()

test('fulfils a milestone by a file on its question, not by what is written there', async () => {
  const cast = await set()
  await cast.startJobs()
  const ask = [questionOf('file'), questionOf('line')]
  const id = await addForm(cast, { ...everyKind, formSections: [{ code: 'V1', questions: ask }] })
  const sections = (await cast.bogdan.call(forms.get, { params: { id }, query: {} })) ?? []
  const [file, line] = sections[0]!.questions.map((one) => one.id as Id<'questions'>)
  await plan(cast, 'Bogdan Pop', ['CJ1', 1])
  const dueAt = '2026-11-22 11:30'
  await due(cast, { name: 'Fotografia', kind: 'question', questionId: file!, dueAt })
  const state = async () => (await listedStates(cast)).join()

  await send(cast.bogdan, { ...dej, questionId: file!, value: 'trimis altfel' })
  expect(await state()).toContain('due')
  const body = { ...dej, questionId: file!, text: 'PV' }
  await cast.bogdan.call(notes.write, { body }, [{ name: 'pv.png', bytes: png() }])
  expect(await state()).toContain('done')

  await due(cast, { name: 'Formularul', kind: 'form', formId: id, dueAt })
  expect(await state()).not.toContain('done,done')
  await send(cast.bogdan, { ...dej, questionId: line!, value: 'gata' })
  expect((await state()).match(/done/g)).toHaveLength(2)
  await figuresSettled(cast)
})
