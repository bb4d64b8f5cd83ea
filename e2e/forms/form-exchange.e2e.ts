import { expect } from '@playwright/test'
import { forms } from '#features/forms/contract.ts'
import { workbookOf } from '#testing/workbook.ts'
import { addForm, asAna, toast } from '../acts.ts'
import { test } from '../stage.ts'

test.use({ about: 'forms from elsewhere' })

test('imports an XLSForm after showing what is not taken over', async ({ page, server }) => {
  const rows = [
    ['type', 'name', 'label::English (en)', 'label::Română (ro)', 'relevant'],
    ['select_one yn', 'sealed', 'Was the box sealed?', 'Urna e sigilată?', null],
    ['geopoint', 'place', 'Where is it?', 'Unde e?', null],
    ['integer', 'voters', 'Voters', 'Alegători', 'today() > 3'],
  ]
  const choices = [
    ['list_name', 'name', 'label'],
    ['yn', 'y', 'Yes'],
    ['yn', 'n', 'No'],
  ]
  const buffer = await workbookOf([
    { name: 'survey', rows },
    { name: 'choices', rows: choices },
    {
      name: 'settings',
      rows: [
        ['form_title', 'form_id'],
        ['Boxes', 'BX'],
      ],
    },
  ])
  await page.goto('/formulare')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const file = page.getByLabel('File', { exact: true })
  await file.setInputFiles({ name: 'a.json', mimeType: 'text/json', buffer: Buffer.from('{') })
  await expect(page.getByText(/The file is not a form/)).toBeVisible()

  await file.setInputFiles({ name: 'boxes.xlsx', mimeType: 'application/octet-stream', buffer })

  const report = page.getByRole('region', { name: 'What is not taken over exactly' })
  await expect(report).toContainText('survey, row 3: place – geopoint')
  await expect(report).toContainText('survey, row 4: relevant – today() > 3')
  await page.getByRole('button', { name: 'Open the form' }).click()
  await expect(page.getByRole('textbox', { name: 'Question text' }).first()).toHaveValue(
    'Was the box sealed?',
  )
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(page)).toContainText('The draft is saved')
  const { formVersions } = await asAna(server.url, forms.list, { query: { draft: true } })
  const { id } = formVersions.find(({ code }) => code === 'BX')!
  const { formSections } = await asAna(server.url, forms.whole, { params: { id } })
  expect(formSections[0]?.questions.map(({ code, kind }) => [code, kind])).toEqual([
    ['sealed', 'choice'],
    ['voters', 'whole'],
  ])
})

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('starts a form from a template, and prints it on paper', async ({ page }) => {
    await page.goto('/formulare/nou')
    await page.getByRole('button', { name: 'Deschidere', exact: true }).click()

    await expect(page.getByRole('textbox', { name: 'Titlu' }).first()).toHaveValue('Deschidere')
    await expect(page.getByRole('region', { name: 'Pornește de la un model' })).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    const paper = page.getByRole('main')
    await expect(paper.getByText('Județ, localitate, secția')).toBeVisible()
    await expect(paper.getByRole('listitem').getByText('Buletine de vot')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('link', { name: 'Înapoi la formulare' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Pleacă' }).click()
  })
})

test('compares two versions of a form', async ({ page, server }) => {
  const id = await addForm(server.url, 'VER', { draft: false })
  const { formSections } = await asAna(server.url, forms.whole, { params: { id } })
  const [section] = formSections
  const [question, ...rest] = section!.questions
  const reworded = { ...section!, questions: [{ ...question!, text: 'Cine era?' }, ...rest] }
  await asAna(server.url, forms.edit, { body: { id, formSections: [reworded] as never } })
  await page.goto(`/formulare/${id}`)

  await page.getByRole('button', { name: 'Versions' }).click()

  const shown = page.getByRole('dialog', { name: 'Versions of the form' })
  await expect(shown.getByRole('row')).toHaveCount(3)
  await expect(
    shown.getByText(`question ${question!.code}: ${question!.text} → Cine era?`),
  ).toBeVisible()
})
