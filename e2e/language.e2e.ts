import { expect } from '@playwright/test'
import { test } from './stage.ts'

test.use({ language: 'ro' })

test('the other language loads the page again where it was, and is remembered', async ({
  page,
}) => {
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

test('the look that was chosen is remembered', async ({ page }) => {
  await page.goto('/answers')

  await page.getByRole('button', { name: 'Contul lui Ana' }).click()
  await page.getByRole('radio', { name: 'Întunecat' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')

  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
