import { expect } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import { asAna, question, toast } from '../acts.ts'
import { chooseFile } from '../choose-file.ts'
import { test } from '../stage.ts'

test.use({ about: 'municipalities' })

test('names the municipalities that hold stations, and locks the county’s station number', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/polling-stations')
  await page.getByRole('link', { name: 'Cluj', exact: true }).click()

  const station = page.getByRole('row').filter({ hasText: 'Casa de Cultură' })
  await expect(station).toContainText('Turda')
  const count = page.getByRole('textbox', { name: 'Number of polling stations' })
  await expect(count).toBeDisabled()
  await expect(count).toHaveAccessibleDescription(/belong to the municipalities/)
  await page.getByRole('textbox', { name: 'Name' }).fill('Cluj de Jos')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Cluj de Jos (CJ)' })).toBeVisible()
})

test('saves the region of a new county', async ({ page, server }) => {
  await page.goto('/polling-stations/nou')
  await page.getByRole('textbox', { name: 'Name' }).fill('Prahova')
  await page.getByRole('textbox', { name: 'Code' }).fill('PH')
  await page.getByRole('button', { name: /Part of/ }).click()
  await page.getByRole('option', { name: 'Muntenia' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Polling stations' })).toBeVisible()

  const added = (await asAna(server.url, places.counties, {})).find(({ code }) => code === 'PH')
  expect(added).toMatchObject({ name: 'Prahova', provinceCode: 'MU' })
})

test('imports a region, its county and a municipality from one file, and removes them again', {
  tag: '@slow',
}, async ({ page, server }) => {
  await page.goto('/polling-stations/import')
  await page.getByRole('button', { name: /What the file holds/ }).click()
  await page.getByRole('option', { name: 'Areas of any level' }).click()
  const rows = ['Cod;Denumire;Cod superior', 'BA;Banat;', 'TM;Timiș;BA', 'TM-L;Lugoj;TM']
  await chooseFile(page, [...rows, 'X;Stradă;TM-L', 'Y;Nicăieri;ZZ'])
  await expect(page.getByText('3 new rows')).toBeVisible()
  await expect(page.getByText('The election has no level of areas below that.')).toBeVisible()
  await expect(
    page.getByText('ZZ does not exist, and does not come earlier in the file.'),
  ).toBeVisible()
  await chooseFile(page, rows)
  await expect(page.getByText('ZZ does not exist')).toBeHidden()
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  await expect(toast(page)).toContainText('3 rows added')
  const added = async () =>
    (await asAna(server.url, places.counties, {})).find(({ code }) => code === 'TM')
  expect(await added()).toMatchObject({ name: 'Timiș', provinceCode: 'BA' })
  await page.goto('/polling-stations/import?what=areas')
  const recent = page
    .getByRole('list', { name: 'Imports of the last seven days' })
    .getByRole('listitem')
    .first()
  await expect(recent).toContainText('3 areas')
  await recent.getByRole('button', { name: /^Undo/ }).click()
  await question(page).getByRole('button', { name: /^Undo/ }).click()
  await expect(recent).toContainText('Deleted: 3 areas.')
  expect(await added()).toBeUndefined()
})

test('adds a county without municipalities next to others, and counts its stations', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/polling-stations/nou')
  await page.getByRole('textbox', { name: 'Name' }).fill('Străinătate')
  await page.getByRole('textbox', { name: 'Code' }).fill('SR')
  await page.getByRole('textbox', { name: 'Number of polling stations' }).fill('3')
  await page.getByRole('checkbox', { name: /^Diaspora/ }).press('Space')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Străinătate', exact: true }).click()

  await expect(page.getByText('3 polling stations').first()).toBeVisible()
  const table = page.getByRole('table', { name: 'Stations of Străinătate' })
  await expect(table.getByRole('columnheader', { name: 'Municipality' })).toHaveCount(0)
  const count = page.getByRole('textbox', { name: 'Number of polling stations' })
  await expect(count).toHaveAccessibleDescription(/numbered from 1 to this/)
  await count.fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('5 polling stations').first()).toBeVisible()
})
