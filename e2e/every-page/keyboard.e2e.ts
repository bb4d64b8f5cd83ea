import { expect } from '@playwright/test'
import { reportRows, tabTo } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { organiser } from '../server.ts'
import { test } from '../stage.ts'

test.use({ about: 'keyboard', isSignedIn: false })

test('signing in, opening a report and turning its tabs need no mouse', async ({ page, phone }) => {
  const zoe = await phone(5)
  await zoe.answer(['AG-P', 2], { A1: ['Da'] })
  await zoe.answer(['AG-P', 3], { A1: ['Nu'] })
  await page.goto('/answers?county=AG')
  await expect(page.getByLabel('User')).toBeFocused()

  await page.keyboard.type(organiser.user)
  await page.keyboard.press('Tab')
  await page.keyboard.type(organiser.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'All answers' })).toBeFocused()

  const rows = reportRows(page)
  await tabTo(page, rows.first())
  // As soon as the page handles keys; there is no third row.
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(rows.nth(1)).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')

  const report = page.getByRole('region', { name: 'Report' })
  await expect(report.getByRole('group', { name: /^A1:/ })).toBeFocused()
  await expect(report).toContainText(nameOf(5))
  await tabTo(page, page.getByRole('tab', { name: /^Deschidere/ }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Votare' })).toHaveAttribute('aria-selected', 'true')

  await page.keyboard.press('Escape')
  await expect(rows.first()).toBeFocused()
})
