import { expect } from '@playwright/test'
import { observers } from '#features/observers/contract.ts'
import { asAna, rowOf, signsIn, toast } from '../acts.ts'
import { chooseObservers } from '../choose-file.ts'
import { test } from '../stage.ts'

test.use({ about: 'observer phones' })

test('shows and restores the leading zero that a spreadsheet cut, and the owner signs in', async ({
  page,
  server,
}) => {
  await page.goto('/observatori/import')
  await chooseObservers(page, ['Phone,Pin,Name', '733444555,4821,Ioana', '0733444556,4821,Radu'])

  await expect(page.getByText('One phone number gets its leading zero back')).toBeVisible()
  await expect(page.getByText('733444555 → 0733444555')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  await expect(toast(page)).toContainText('2 observers have been added successfully')
  expect(await signsIn(server.url, '+40 733 444 555', '4821')).toBe(true)
})

test('names two observers whose phones coincide in another home country, and keeps both', {
  tag: '@slow',
}, async ({ page, server }) => {
  const add = (name: string, phone: string) =>
    asAna(server.url, observers.add, { body: { name, phone, pin: '4821' } })
  await add('Ola', '512 345 678')
  await add('Olga', '+48 512 345 678')

  await page.goto('/settings/elections')
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const country = page.getByRole('combobox', { name: 'Country of the phones' })
  await country.fill('Pol')
  await page.getByRole('option', { name: 'Poland' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Success')

  await page.goto('/observatori')
  await expect(page.getByText('2 observers have the same number as another')).toBeVisible()
  await page.getByRole('button', { name: 'Show who' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(rowOf(page, 'Ola')).toBeVisible()
  await expect(rowOf(page, 'Olga')).toBeVisible()
  await page.getByRole('button', { name: 'Show all observers' }).click()
  await expect(page.getByRole('row')).not.toHaveCount(3)
})
