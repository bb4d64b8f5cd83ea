import { expect, test } from 'vitest'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import { history } from '#features/history/contract.ts'
import { counties, load, startAnew } from '#testing/programs/load.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { type FormMeta, forms } from '../contract.ts'

const set = stage()

const why = 'Se completează o dată,\nla deschiderea secției.'
const formSections = [{ code: 'Z1' }]

const add = async ({ ana }: Stage) =>
  (await ana.call(forms.add, {
    body: { code: 'Z', description: 'Nou', details: ` ${why}\n`, draft: true, formSections },
  })) as FormMeta['id']

const detailsOf = async ({ ana }: Stage, id: FormMeta['id']) =>
  (await ana.call(forms.whole, { params: { id } })).details

const draftNamed = async ({ ana }: Stage, code: string) =>
  (await ana.call(forms.list, { query: { draft: true } })).formVersions.find(
    (form) => form.code === code,
  )

test('stores details with their line breaks, and keeps them when a client omits them', async () => {
  const cast = await set()
  const id = await add(cast)
  expect(await detailsOf(cast, id)).toBe(why)
  expect(await draftNamed(cast, 'Z')).toMatchObject({ details: why })

  await cast.ana.call(forms.edit, { body: { id, description: 'Alt titlu', draft: true } })
  expect(await detailsOf(cast, id)).toBe(why)
  await cast.ana.call(forms.edit, { body: { id, details: 'Altceva', draft: true } })
  expect(await detailsOf(cast, id)).toBe('Altceva')
  await cast.ana.call(forms.edit, { body: { id, details: '', draft: true } })
  expect(await detailsOf(cast, id)).toBe('')
})

test('restores details with their form', async () => {
  const cast = await set()
  const id = await add(cast)
  await cast.ana.call(forms.remove, { query: { formId: id } })
  await cast.ana.call(forms.restore, { params: { id } })

  expect(await detailsOf(cast, id)).toBe(why)
})

test('hides details from phones, which fetch nothing again when only they change', async () => {
  const cast = await set()
  const { ana, bogdan, field } = cast
  const id = field.formId('A') as FormMeta['id']
  const read = async () => (await bogdan.call(forms.list, { query: {} })).formVersions
  const before = await read()

  await ana.call(forms.edit, { body: { id, details: why } })

  expect(await detailsOf(cast, id)).toBe(why)
  expect(await read()).toEqual(before)
  expect(before[0]).not.toHaveProperty('details')
})

test('records details before and after a change in history', async () => {
  const cast = await set()
  const id = await add(cast)
  await cast.ana.call(forms.edit, { body: { id, details: 'Altceva', draft: true } })

  const { data } = await cast.ana.call(history.list, { query: { subject: 'forms' } })

  const lines = data.filter(({ subjectId }) => subjectId === (id as number))
  expect(lines.map(({ act, before, after }) => ({ act, before, after }))).toMatchObject([
    { act: 'forms.edited', before: { details: why }, after: { details: 'Altceva' } },
    { act: 'forms.added', after: { details: why } },
  ])
})

test('copies details with an election', async () => {
  const cast = await set()
  await add(cast)

  await make(cast, await prepare(cast, { copyFrom: await currentId(cast) }))

  expect(await draftNamed(cast, 'Z')).toMatchObject({ details: why })
})

test('loads details from a file, and keeps them when the file omits them', async () => {
  const cast = await set()
  await startAnew(cast)
  const file = { code: 'Z', description: 'Nou', draft: true, formSections }
  const loading = (more: object) =>
    load(cast, { 'counties.csv': counties, 'Z.json': { ...file, ...more } })
  await loading({ details: why })
  expect(await draftNamed(cast, 'Z')).toMatchObject({ details: why })

  const { changes } = await loading({ description: 'Alt titlu' })
  expect(changes.map(({ field }) => field)).toEqual(['description'])
  expect(await draftNamed(cast, 'Z')).toMatchObject({ details: why })

  const later = await loading({ description: 'Alt titlu', details: '' })
  expect(later.changes).toMatchObject([{ field: 'details', before: why, after: '' }])
})
