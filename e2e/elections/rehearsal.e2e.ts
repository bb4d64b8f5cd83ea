import { expect } from '@playwright/test'
import { reportRows } from '../acts.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ beginning: 'demonstration' })

test('offers a newcomer a rehearsal full of reports and clears it once its name is typed', {
  tag: '@slow',
}, async ({ page }) => {
  const end = page.getByRole('button', { name: 'End the rehearsal…' })
  const window = page.getByRole('dialog')
  await page.goto('/answers')
  await expect(page.getByText('nothing you see is real')).toBeVisible()
  await expect(reportRows(page)).not.toHaveCount(0)

  await end.click()
  await window.getByRole('button', { name: 'Delete the rehearsal…' }).click()
  const confirm = window.getByRole('button', { name: 'Delete the rehearsal' })
  await expect(confirm).toBeDisabled()
  const about = await window.getByText(/^Type “/).textContent()
  await window.getByLabel('Name of the rehearsal').fill(about?.slice(6, -2) ?? '')
  await expectNoViolations(page)
  await confirm.click()

  await expect(page.getByText('nothing you see is real')).toBeHidden()
  await expect(page.getByText('No report has arrived yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No report has arrived yet')).toBeVisible()
})
