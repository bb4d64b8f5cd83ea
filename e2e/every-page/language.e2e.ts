import { expect } from '@playwright/test'
import { test } from '../stage.ts'

test.use({ language: 'ro' })

test('switches language in place and remembers it', async ({ page }) => {
  await page.goto('/answers?urgente=true&county=CJ')
  await expect(page.getByRole('heading', { name: 'Răspunsuri urgente' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ro')

  await page.getByRole('button', { name: 'EN' }).click()

  await expect(page.getByRole('heading', { name: 'Urgent answers' })).toBeVisible()
  await expect(page).toHaveURL(/\?urgente=true&county=CJ$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto('/answers')
  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
})

test('keeps the language when the user stays on unsaved work', async ({ page, context }) => {
  await page.goto('/notifications')
  const title = page.getByRole('textbox', { name: 'Titlu' })
  await title.fill('Pe jumătate')
  const dialog = page.waitForEvent('dialog')
  const pressed = page.getByRole('button', { name: 'EN' }).click()
  await (await dialog).dismiss()
  await pressed

  await expect(title).toHaveValue('Pe jumătate')
  const beside = await context.newPage()
  await beside.goto('/answers')
  await expect(beside.getByRole('heading', { name: 'Toate răspunsurile' })).toBeVisible()

  // Left later, and for another reason, it is not chosen either.
  await title.fill('')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Notificări' })).toBeVisible()
})

test('enters and picks a date in the app language, regardless of the browser’s', async ({
  page,
}) => {
  expect(await page.evaluate(() => navigator.language)).toBe('en-GB')
  await page.goto('/settings/elections')
  await page.getByRole('button', { name: 'Pregătește alegeri' }).click()
  const day = page.getByRole('dialog').getByRole('group', { name: 'Ziua' })
  const parts = day.getByRole('spinbutton')
  await expect(parts).toHaveText(['zz', 'll', 'aaaa'])

  await parts.first().click()
  await page.keyboard.type('06122026')
  await day.getByRole('button').click()

  await expect(page.getByRole('heading', { name: 'decembrie 2026' })).toBeVisible()
  await page
    .getByRole('gridcell')
    .getByRole('button', { name: /^duminică, 13 decembrie/ })
    .click()
  await expect(parts).toHaveText(['13', '12', '2026'])
})

test('remembers the chosen theme', async ({ page }) => {
  await page.goto('/answers')

  await page.getByRole('button', { name: 'Cont: Ana' }).click()
  await page.getByRole('radio', { name: 'Întunecat' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
