import { expect, type Page } from '@playwright/test'
import { type FormMeta, forms, type WholeForm } from '#features/forms/contract.ts'
import { addForm, asAna } from '../acts.ts'
import { sizes, test } from '../stage.ts'

test.use({ about: 'form together', language: 'ro' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const exact = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const textOf = (page: Page, number: number) =>
  page.getByRole('textbox', { name: 'Textul întrebării' }).nth(number)
const someoneElse = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'schimbat între timp de altcineva' })

type Written = { formSections: { questions: { text: string }[] }[] }

const read = (url: string, id: FormMeta['id']) => asAna(url, forms.whole, { params: { id } })
const textsOf = ({ formSections }: WholeForm) =>
  formSections.flatMap(({ questions }) => questions.map(({ text }) => text))

/** A colleague's save, based on what is stored now. */
async function colleague(url: string, id: FormMeta['id'], change: (form: Written) => void) {
  const { revision, formSections } = structuredClone(await read(url, id))
  change({ formSections } as unknown as Written)
  await asAna(url, forms.edit, { body: { id, revision, draft: true, formSections } as never })
}

test('merges input of two users in one form, and lets the user choose on conflict', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addForm(server.url, 'DOI')
  await page.goto(`/formulare/${id}`)
  await textOf(page, 0).fill('Ce am scris eu?')
  await textOf(page, 1).fill('Numai eu?')

  await colleague(server.url, id, ({ formSections: [first] }) => {
    first!.questions[0]!.text = 'Ce a scris colega?'
    first!.questions[2]!.text = 'Numai ea?'
    const fresh = { code: 'DOI9', text: 'Nouă, de la ea?', questionType: 1 }
    first!.questions.push({ ...fresh, optionsToQuestions: [] } as never)
  })
  await expect(someoneElse(page)).toBeVisible()
  await button(page, 'Îmbină-le').click()

  const choosing = page.getByRole('dialog', { name: 'Ați schimbat amândoi același lucru' })
  await expect(choosing.getByRole('group')).toHaveCount(1)
  await expect(
    choosing.getByRole('radio', { name: /Ce ai scris tu Ce am scris eu\?/ }),
  ).toBeChecked()
  await choosing.getByRole('radio', { name: /Ce a scris colega\?/ }).check()
  // Another form is saved, and everything is refetched: the choice being made stays.
  const again = page.waitForResponse(/\/whole$/)
  await addForm(server.url, 'ALT')
  await again
  await expect(choosing.getByRole('radio', { name: /Ce a scris colega\?/ })).toBeChecked()
  await choosing.getByRole('button', { name: 'Îmbină-le' }).click()
  await expect(someoneElse(page)).toHaveCount(0)
  await expect(textOf(page, 3)).toHaveValue('Nouă, de la ea?')
  await exact(page, 'Salvează ca ciornă').click()

  await expect(page.getByText('Ciorna este salvată')).toBeVisible()
  expect(textsOf(await read(server.url, id)).slice(0, 4)).toEqual([
    'Ce a scris colega?',
    'Numai eu?',
    'Numai ea?',
    'Nouă, de la ea?',
  ])
})

test('refuses a save that a colleague overtook, and loses no input', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addForm(server.url, 'TRZ')
  await page.goto(`/formulare/${id}`)
  await textOf(page, 0).fill('Al meu?')
  let isFirst = true
  await page.route('**/api/v1/form', async (route) => {
    // The colleague's save overtakes it.
    if (isFirst && route.request().method() === 'PUT') {
      isFirst = false
      await colleague(server.url, id, ({ formSections: [first] }) => {
        first!.questions[1]!.text = 'Al ei?'
      })
    }
    await route.continue()
  })
  await exact(page, 'Salvează ca ciornă').click()

  await expect(someoneElse(page)).toBeVisible()
  await expect(textOf(page, 0)).toHaveValue('Al meu?')
  expect(textsOf(await read(server.url, id)).slice(0, 2)).toEqual(['Cum a fost 1?', 'Al ei?'])
  await button(page, 'Îmbină-le').click()
  await exact(page, 'Salvează ca ciornă').click()

  await expect(page.getByText('Ciorna este salvată')).toBeVisible()
  expect(textsOf(await read(server.url, id)).slice(0, 2)).toEqual(['Al meu?', 'Al ei?'])
})

test('merges a draft kept in the browser from the version it began from', async ({
  page,
  server,
}) => {
  const id = await addForm(server.url, 'PST')
  await page.goto(`/formulare/${id}`)
  await textOf(page, 0).fill('Scris aseară?')
  await page.goto('about:blank')
  await colleague(server.url, id, ({ formSections: [first] }) => {
    first!.questions[1]!.text = 'Scris azi?'
  })

  await page.goto(`/formulare/${id}`)
  await button(page, 'Reia-le').click()
  await button(page, 'Îmbină-le').click()
  await expect(textOf(page, 0)).toHaveValue('Scris aseară?')
  await expect(textOf(page, 1)).toHaveValue('Scris azi?')
})

test('offers both texts of two users on a phone', async ({ page, server }) => {
  const id = await addForm(server.url, 'TEL')
  await page.setViewportSize(sizes.phone)
  await page.goto(`/formulare/${id}`)
  await textOf(page, 0).fill('Al meu?')
  await colleague(server.url, id, ({ formSections: [first] }) => {
    first!.questions[0]!.text = 'Al ei?'
  })
  await button(page, 'Îmbină-le').click()

  const choosing = page.getByRole('dialog')
  await expect(choosing.getByRole('radio')).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
