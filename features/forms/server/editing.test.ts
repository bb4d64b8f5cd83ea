import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { waitingForARow } from '#testing/locks.ts'
import { type Stage, stage } from '#testing/stage.ts'
import { forms, type WholeForm } from '../contract.ts'

const set = stage()

const whole = ({ ana, field }: Stage) =>
  ana.call(forms.whole, { params: { id: field.formId('A') as never } })

/** Saves the form with another question, based on this revision. */
const saveWith = ({ ana }: Stage, { id, revision, formSections }: WholeForm, text: string) => {
  const fresh = { code: text, text, questionType: 1 as const, optionsToQuestions: [] }
  const [first, ...others] = formSections
  const questions = [...first!.questions, fresh]
  return ana.call(forms.edit, {
    body: { id, revision, formSections: [{ ...first, questions }, ...others] as never },
  })
}

const texts = ({ formSections }: WholeForm) =>
  formSections.flatMap(({ questions }) => questions.map(({ text }) => text))

test('refuses the second of two editors and keeps the changes of the first', async () => {
  const cast = await set()
  const opened = await whole(cast)
  await saveWith(cast, opened, 'Întâi?')

  const second = saveWith(cast, opened, 'Apoi?')

  const { revision } = opened
  await expect(second).rejects.toMatchObject({
    code: 'thing.changed-meanwhile',
    status: 409,
    details: { revision: revision + 1 },
  })
  const now = await whole(cast)
  expect(now.revision).toBe(revision + 1)
  expect(texts(now)).toContain('Întâi?')
  expect(texts(now)).not.toContain('Apoi?')
  await saveWith(cast, now, 'Apoi?')
  expect(texts(await whole(cast))).toEqual(expect.arrayContaining(['Întâi?', 'Apoi?']))
})

test('refuses one of two concurrent saves', async () => {
  const cast = await set()
  const { database } = cast
  const opened = await whole(cast)

  const saving = await database.write(async (tx) => {
    await sql`select from forms where id = ${opened.id} for update`.execute(tx)
    const both = Promise.allSettled([
      saveWith(cast, opened, 'Întâi?'),
      saveWith(cast, opened, 'Apoi?'),
    ])
    await expect.poll(() => waitingForARow(database), { timeout: 15_000 }).toBe(2)
    return { both }
  })

  const outcomes = (await saving.both).map(({ status }) => status).sort()
  expect(outcomes).toEqual(['fulfilled', 'rejected'])
})

test('counts publishing and unpublishing as saves, and shows revisions to staff alone', async () => {
  const cast = await set()
  const { ana, bogdan } = cast
  const { id, revision } = await whole(cast)
  await ana.call(forms.edit, { body: { id, draft: true, revision } })

  const stale = ana.call(forms.edit, { body: { id, draft: false, revision } })

  await expect(stale).rejects.toMatchObject({ code: 'thing.changed-meanwhile' })
  const { formVersions } = await ana.call(forms.list, { query: { draft: true } })
  expect(formVersions).toMatchObject([{ id, revision: revision + 1 }])
  const seen = await bogdan.call(forms.list, { query: {} })
  expect(seen.formVersions[0]).not.toHaveProperty('revision')
  const refused = bogdan.call(forms.whole, { params: { id } })
  await expect(refused).rejects.toMatchObject({ code: 'session.forbidden' })
})

test('replaces the form when a client sends no revision', async () => {
  const cast = await set()
  const opened = await whole(cast)
  await saveWith(cast, opened, 'Întâi?')

  await cast.ana.call(forms.edit, {
    body: { id: opened.id, formSections: opened.formSections as never },
  })

  const now = await whole(cast)
  expect([texts(now), now.revision]).toEqual([texts(opened), opened.revision + 2])
})

test('starts a new form at revision 1, and hides forms in the trash', async () => {
  const cast = await set()
  const id = (await cast.ana.call(forms.add, {
    body: { code: 'Z', draft: true, formSections: [{ code: 'Z1' }] },
  })) as WholeForm['id']
  const read = () => cast.ana.call(forms.whole, { params: { id } })
  expect(await read()).toMatchObject({ code: 'Z', revision: 1, draft: true })

  await cast.ana.call(forms.remove, { query: { formId: id } })

  await expect(read()).rejects.toMatchObject({ code: 'thing.not-found' })
})
