import { expect, type Page } from '@playwright/test'
import { forms } from '#features/forms/contract.ts'
import { asAna } from '../acts.ts'
import { test } from '../stage.ts'

test.use({ language: 'ro', about: 'form width' })

const long = (words: string, length: number) =>
  `${`${words} `.repeat(Math.ceil(length / words.length)).slice(0, length - 1)}?`

const question = (nth: number) => ({
  code: `LUNG${nth}`,
  text: long('Au fost reprezentanții observatorilor împiedicați să asiste', 150),
  questionType: 3 as const,
  optionsToQuestions: [
    { text: long('Da, însă numai după ce au insistat pe lângă președinte', 150), flagged: true },
    { text: long('Nu a fost nevoie de nicio intervenție din partea lor', 120), isFreeText: true },
    { text: 'Nu' },
  ],
})

const draft = {
  code: 'LUNG',
  description: 'Deschiderea secției de votare și primele ore',
  draft: true,
  formSections: [
    {
      code: 'L1',
      description: 'Înainte de sosirea primilor alegători',
      questions: [question(1), question(2)],
    },
  ],
}

/** What is wider than its place, or cut off at its end: element and text. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { documentElement } = document
    const widths = (one: Element) =>
      `${one.tagName} ${one.scrollWidth}>${one.clientWidth} ${one.scrollHeight}>${one.clientHeight} ${(one as HTMLInputElement).value ?? one.textContent?.slice(0, 40)}`
    const fields = [
      ...document.querySelectorAll('main :is(input:not([type=hidden]), textarea)'),
    ].filter((one) => one.checkVisibility() && one.clientWidth > 20)
    const cut = fields.filter(
      (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
    )
    const rows = [...document.querySelectorAll('main :is([data-key], li, form, section)')].filter(
      (one) => one.checkVisibility() && one.clientWidth > 0 && one.scrollWidth > one.clientWidth,
    )
    const around =
      documentElement.scrollWidth > documentElement.clientWidth ? [documentElement] : []
    return [...around, ...cut, ...rows].map(widths)
  })

test('fits questions of real length into the window uncut', async ({ page, server }) => {
  const id = await asAna(server.url, forms.add, { body: draft })
  await page.goto(`/formulare/${id}`)
  const questions = page.getByRole('button', { name: /^LUNG[12] - / })
  await expect(questions).toHaveCount(2)
  for (const one of await questions.all())
    if ((await one.getAttribute('aria-expanded')) === 'false') await one.click()
  await expect(page.getByRole('textbox', { name: /^(Option|Varianta) 1$/ })).toHaveCount(2)

  for (const width of [1024, 1070, 1120, 1160, 1200, 1240, 1280, 1340, 1400, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => tooWide(page), `at ${width}`).toEqual([])
  }
})
