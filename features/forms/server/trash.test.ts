import { expect, test } from 'vitest'
import { aiud, answerOf, list, send, unplaced } from '#features/answers/server/testing.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { forms } from '../contract.ts'

const set = stage()

const idOf = ({ field }: Stage, code: string) => field.formId(code) as Id<'forms'>
const remove = (cast: Stage, code: string, person = cast.ana) =>
  person.call(forms.remove, { query: { formId: idOf(cast, code) } })
const restore = (cast: Stage, code: string, person = cast.ana) =>
  person.call(forms.restore, { params: { id: idOf(cast, code) } })
const codes = async ({ ana }: Stage, query = {}, person = ana) =>
  (await person.call(forms.list, { query })).formVersions.map(({ code }) => code)
const read = ({ field }: Stage, person: Stage['ana'], query = {}) =>
  person.call(forms.get, { params: { id: field.formId('C') }, query })

/** A form of one question, under a code. */
const formOf = (code: string) => ({
  code,
  formSections: [{ questions: [{ code: 'X', text: 'Și?', questionType: 1 as const }] }],
})

test('moves a deleted form to the trash and restores it unchanged', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const before = await read(cast, bogdan)

  await remove(cast, 'C')

  expect(await codes(cast)).toEqual(['A'])
  expect(await codes(cast, {}, bogdan)).toEqual(['A'])
  expect(await codes(cast, { deleted: true })).toEqual(['C'])
  expect(await read(cast, bogdan)).toBeNull()
  expect(await read(cast, bogdan, { version: 1 })).toBeNull()
  expect(await read(cast, ana)).toBeNull()

  await restore(cast, 'C')

  expect(await codes(cast)).toEqual(['A', 'C'])
  expect(await codes(cast, { deleted: true })).toEqual([])
  expect(await read(cast, bogdan)).toEqual(before)
})

test('shows deleted drafts and published forms together, to staff alone', async () => {
  const cast = await set()
  const draft = await cast.ana.call(forms.add, { body: { ...formOf('D'), draft: true } })
  await cast.ana.call(forms.remove, { query: { formId: draft as Id<'forms'> } })
  await remove(cast, 'C')

  expect(await codes(cast, { deleted: true })).toEqual(['C', 'D'])
  expect(await codes(cast, { deleted: true }, cast.calin)).toEqual(['C', 'D'])
  expect(await codes(cast, { deleted: true }, cast.bogdan)).toEqual(['A'])
})

test('frees the code of a deleted form, and refuses to restore it when taken', async () => {
  const cast = await set()
  const { ana } = cast
  await remove(cast, 'C')
  const id = await ana.call(forms.add, { body: formOf('C') })

  await expect(restore(cast, 'C')).rejects.toMatchObject({
    code: 'form.code-taken',
    details: { formCode: 'C' },
  })

  await ana.call(forms.edit, { body: { id, code: 'CC' } })
  await restore(cast, 'C')
  expect(await codes(cast)).toEqual(['A', 'C', 'CC'])
})

test('keeps answers to a deleted form aside', async () => {
  const cast = await set()
  await remove(cast, 'C')

  await send(cast.bogdan, answerOf(cast, aiud, 'C1.1', 'Nu'), answerOf(cast, aiud, 'A1.1', 'Da'))

  expect(await unplaced(cast)).toMatchObject([{ reason: 'no-such-option' }])
  expect((await list(cast.ana)).threads).toMatchObject([{ answered: 1 }])
})

test('refuses to edit or delete a form in the trash, and ignores its order', async () => {
  const cast = await set()
  const { ana } = cast
  const id = idOf(cast, 'C')
  await remove(cast, 'C')
  const gone = { code: 'thing.not-found' }

  await expect(ana.call(forms.edit, { body: { id, code: 'X' } })).rejects.toMatchObject(gone)
  await expect(ana.call(forms.losses, { body: { id } })).rejects.toMatchObject(gone)
  await expect(remove(cast, 'C')).rejects.toMatchObject(gone)
  await ana.call(forms.reorder, { body: { ids: [id, idOf(cast, 'A')] } })
  const { formVersions } = await ana.call(forms.list, { query: {} })
  expect(formVersions).toMatchObject([{ code: 'A', order: 1 }])
})

test('only what is in the trash is restored, by an organiser, and history tells of both', async () => {
  const cast = await set()
  await expect(restore(cast, 'C')).rejects.toMatchObject({ code: 'thing.not-found' })
  await remove(cast, 'C')

  await expect(restore(cast, 'C', cast.calin)).rejects.toMatchObject({ code: 'session.forbidden' })
  await expect(restore(cast, 'C', cast.bogdan)).rejects.toMatchObject({ code: 'session.forbidden' })
  await restore(cast, 'C')

  const acts = await cast.database.primary
    .selectFrom('history')
    .select(['act', 'actorName', 'subjectId'])
    .where('subject', '=', 'forms')
    .orderBy('id')
    .execute()
  const who = { actorName: 'ana', subjectId: idOf(cast, 'C') }
  expect(acts).toEqual([
    { act: 'forms.deleted', ...who },
    { act: 'forms.restored', ...who },
  ])
})
