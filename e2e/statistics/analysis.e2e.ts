import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { scrollsSideways } from '../acts.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'analysis' })

/** Figures are read again a few seconds after a report at most. */
const soon = { timeout: 12_000 }

const card = (page: Page, code: string) =>
  page.getByRole('region', { name: new RegExp(`^${code} `) })

const barOf = (page: Page, code: string, option: string) =>
  card(page, code).getByRole('row').filter({ hasText: option })

test('moves a bar when a report arrives, narrows by it and leads to its reports', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const [bogdan, calina] = [await phone(0), await phone(1)]
  await bogdan.answer(['CJ-T', 1], { A1: ['Nu'], A3: ['Altcineva: un electrician'] })
  await page.goto('/statistics')
  await page.getByRole('link', { name: 'Analysis', exact: true }).click()
  await expect(barOf(page, 'A1', 'Nu')).toContainText('100% of 1')

  await calina.answer(['CJ-T', 1], { A1: ['Da'], A3: ['Altcineva: un pompier'] })

  await expect(barOf(page, 'A1', 'Nu')).toContainText('50% of 2', soon)
  await expect(barOf(page, 'A3', 'Altcineva')).toContainText('100% of 2')
  await expect(barOf(page, 'A1', 'flagged')).toHaveCount(1)
  await expectNoViolations(page)

  await page.getByRole('button', { name: 'Filter all by the answer “Nu”' }).first().press('Enter')
  await expect(barOf(page, 'A3', 'Altcineva')).toContainText('100% of 1')
  await expect(page.getByRole('button', { name: /With the answer: A1 – Nu/ })).toBeVisible()

  const saving = page.waitForEvent('download')
  await card(page, 'A3').getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  expect(saved).toMatch(
    /Altcineva,,1,100,.*,observers, through Veghe|Altcineva,,1,100,.*"observers/,
  )
  expect(saved).toContain('With the answer: A1 – Nu')

  await card(page, 'A3')
    .getByRole('link', { name: /^Question A3 by county/ })
    .click()
  await expect(page.getByRole('link', { name: 'Cluj', exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the texts' }).fill('electric')
  await expect(page.getByText('un electrician')).toBeVisible()
  await expectNoViolations(page)
  await page.setViewportSize(sizes.phone)
  expect(await scrollsSideways(page)).toBe(false)

  await page.setViewportSize(sizes.desktop)
  await barOf(page, 'A3', 'Altcineva').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All answers')
  await expect(page.getByText('1 report', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: /With the answer: A1 – Nu/ }).click()
  await expect(page.getByText('2 reports', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /With the answer: A3 – Altcineva/ })).toBeVisible()

  await page.goto('/analysis')
  // Until the pins are known it cannot be pressed: a click waits for that.
  await page.getByRole('button', { name: 'Pin question A3 to statistics' }).click()
  await expect(page.getByRole('button', { name: 'Unpin question A3' })).toBeVisible()
  await page.goto('/statistics')
  await card(page, 'A3').scrollIntoViewIfNeeded()
  await expect(barOf(page, 'A3', 'Altcineva')).toContainText('100% of 2')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Unpin question A3' }).press('Enter')
  await expect(card(page, 'A3')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(card(page, 'A3')).toHaveCount(1)
})
