import { expect, type Page } from '@playwright/test'
import { holdBack } from '../held-back.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'pages that do not come' })

const code = /\/assets\/statistics-screen-[\w-]{8}\.js/
const late = (page: Page) => page.getByRole('alert').filter({ hasText: 'is not responding' })

/** Opens a page whose code does not come; returns what ends that. */
async function openHanging(page: Page) {
  const held = await holdBack(page, code)
  await page.goto('/answers')
  await page.getByRole('link', { name: 'Statistics' }).click()
  await expect(late(page)).toBeVisible({ timeout: 25_000 })
  return held
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Statistics' })

test('reports a page whose code does not arrive, and loads it on retry', {
  tag: '@slow',
}, async ({ page }) => {
  const { lift } = await openHanging(page)
  await expectNoViolations(page)
  lift()

  await late(page).getByRole('button', { name: 'Try again' }).click()

  await expect(heading(page)).toBeVisible()
})

test('shows a page whose code arrives late', { tag: '@slow' }, async ({ page }) => {
  const { letGo } = await openHanging(page)

  letGo()

  await expect(heading(page)).toBeVisible()
  await expect(late(page)).toBeHidden()
})
