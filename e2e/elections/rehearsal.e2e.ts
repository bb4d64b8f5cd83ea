import { expect } from '@playwright/test'
import { reportRows } from '../acts.ts'
import { test } from '../stage.ts'

test.use({ beginning: 'demonstration' })

test('offers a newcomer a rehearsal full of reports and clears it with one click', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/answers')
  await expect(page.getByText('nothing you see is real')).toBeVisible()
  await expect(reportRows(page)).not.toHaveCount(0)

  await page.getByRole('button', { name: 'Delete the rehearsal…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the rehearsal' }).click()

  await expect(page.getByText('nothing you see is real')).toBeHidden()
  await expect(page.getByText('No report has arrived yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No report has arrived yet')).toBeVisible()
})
