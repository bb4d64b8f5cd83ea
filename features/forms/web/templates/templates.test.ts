import { expect, test } from 'vitest'
import { languages } from '#kit/contract/copy.ts'
import { FormDraft } from '../../contract.ts'
import { NewForm } from '../../exchange-contract.ts'
import { formOf } from './template.ts'
import { templates } from './templates.ts'

const all = languages.flatMap((language) =>
  templates.map(
    (template) => [language, template.title[language], formOf(template, language)] as const,
  ),
)

test.each(all)('offers in %s a form that can be published: %s', (_language, _title, form) => {
  const questions = form.formSections.flatMap((section) => section.questions)
  const texts = questions.map(({ text }) => text)

  expect(NewForm.parse(form)).toEqual(form)
  expect(FormDraft.parse(form).draft).toBe(false)
  expect(questions.length).toBeGreaterThanOrEqual(8)
  expect(questions.length).toBeLessThanOrEqual(20)
  expect(new Set(texts).size).toBe(texts.length)
  expect(new Set(questions.map(({ code }) => code)).size).toBe(questions.length)
})
