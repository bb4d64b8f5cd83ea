import { expect } from '@playwright/test'
import { rowOf, toast } from '../acts.ts'
import { chooseObservers } from '../choose-file.ts'
import { test } from '../stage.ts'

test.use({ about: 'observers who cannot sign in' })

test('importing counts the doubts, changes a known observer’s phone, and the list shows who cannot sign in', async ({
  page,
}) => {
  const importing = async (rows: readonly string[]) => {
    await page.goto('/observatori/import')
    await chooseObservers(page, ['Phone;Pin;Name', ...rows])
  }
  const button = page.getByRole('button', { name: 'Import', exact: true })
  await importing(['0745 111 001;482101;Zamfira Veche'])
  await button.click()
  await expect(toast(page)).toContainText('1 observer has been added')

  await importing([
    '0745 111 002;482101;Zamfira Veche',
    '0745 111 03;482103;Zamfira Scurtă',
    '0745 111 004;48214;Zamfira Pinescu',
  ])
  const doubt = page.getByRole('listitem').filter({ hasText: 'has too few digits' })
  await expect(doubt).toContainText('1 row is imported unchanged.')
  await page.getByRole('tab', { name: 'Rows to check (3)' }).click()
  const table = page.getByRole('table', { name: 'Rows to check' })
  await expect(table.getByRole('row').nth(1)).toContainText('likely the same person')
  await expect(table.getByRole('row').nth(2)).toContainText('has too few digits')
  await expect(table.getByRole('row').nth(2)).toContainText('3')
  await expect(page.getByText('3 new rows')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Change the phone number of the observer' }).check()
  await expect(page.getByText('2 new rows')).toBeVisible()
  await button.click()
  await expect(toast(page)).toContainText('2 observers have been added')

  await page.getByRole('link', { name: 'See the list' }).click()
  await page.getByRole('checkbox', { name: 'Cannot sign in' }).check()
  await expect(rowOf(page, 'Zamfira Scurtă')).toContainText('Phone with too few digits')
  await expect(rowOf(page, 'Zamfira Pinescu')).toContainText('PIN without its first zero')
  await expect(rowOf(page, 'Zamfira Veche')).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Cannot sign in' }).uncheck()
  await expect(rowOf(page, 'Zamfira Veche')).toContainText('0745 111 002')
})
