import { expect, test } from 'vitest'
import { currentId, make, prepare } from '#features/elections/server/testing.ts'
import { stage } from '#testing/stage.ts'
import { forms, type Section } from '../contract.ts'
import { check, odd, onPhone, publish, written } from './testing-logic.ts'

const set = stage()

test('publishes conditions and checks with the form, and keeps them for a client that does not know them', async () => {
  const cast = await set()
  const id = await publish(cast)

  const sections = await onPhone(cast, id)
  const older = structuredClone(sections) as (Section & { questions: object[] })[]
  for (const section of older) {
    delete section.shownIf
    for (const question of section.questions as Section['questions']) {
      delete question.shownIf
      delete question.checks
    }
  }
  await cast.ana.call(forms.edit, { body: { id, formSections: older as never } })

  expect(sections[0]!.questions[1]).toMatchObject({ shownIf: 'L1 = "Yes"', checks: [check, odd] })
  expect(sections[1]).toMatchObject({ shownIf: 'L2 > 10' })
  expect(sections[0]).not.toHaveProperty('shownIf')
  expect(sections[0]!.questions[0]).not.toHaveProperty('checks')
  expect(await onPhone(cast, id)).toEqual(sections)
  const { formVersions } = await cast.ana.call(forms.list, { query: {} })
  expect(formVersions.find(({ code }) => code === 'L')!.currentVersion).toBe(1)
})

test('tells of a changed condition before it is published, and takes out an emptied one', async () => {
  const cast = await set()
  const id = await publish(cast)
  const [first, ...others] = await onPhone(cast, id)
  const [opened, many] = first!.questions
  const edited = { ...many!, shownIf: '', checks: [] }
  const body = { id, formSections: [{ ...first!, questions: [opened!, edited] }, ...others] }

  const changes = await cast.ana.call(forms.losses, { body })
  await cast.ana.call(forms.edit, { body })

  expect(changes).toMatchObject([{ kind: 'question', change: 'otherwise', code: 'L2' }])
  const [after] = await onPhone(cast, id)
  expect(after!.questions[1]).not.toHaveProperty('shownIf')
  expect(after!.questions[1]).not.toHaveProperty('checks')
})

test('refuses to publish a form with mistakes in its logic, and names the fields', async () => {
  const cast = await set()
  const shownIf = 'L3 = "x" and L9 = 1'
  const checks = [{ ...check, expression: 'L1 + 1 > (', message: { ro: 'Nu', en: '' } }]
  const body = written({ shownIf, checks })

  const refused = {
    code: 'request.invalid',
    details: {
      errors: {
        'formSections.0.questions.1.shownIf': [
          'Names a question that is not asked before: L3 (at 1)',
          'The form has no question with this code: L9 (at 14)',
        ],
        'formSections.0.questions.1.checks.0.expression': ['Cannot be read from here (at 11)'],
        'formSections.0.questions.1.checks.0.message.en': ['Must be said (at 1)'],
      },
    },
  }
  await expect(publish(cast, body)).rejects.toMatchObject(refused)
  // A draft may have them, and is not published without its content either.
  const id = await publish(cast, { ...body, draft: true })
  await expect(cast.ana.call(forms.edit, { body: { id } })).rejects.toMatchObject(refused)
})

test('copies logic with an election', async () => {
  const cast = await set()
  await publish(cast)

  await make(cast, await prepare(cast, { copyFrom: await currentId(cast) }))

  const { formVersions } = await cast.ana.call(forms.list, { query: { draft: true } })
  const { id } = formVersions.find(({ code }) => code === 'L')!
  const { formSections } = await cast.ana.call(forms.whole, { params: { id } })
  expect(formSections[0]!.questions[1]).toMatchObject({ checks: [check, odd] })
  expect(formSections[1]).toMatchObject({ shownIf: 'L2 > 10' })
})
