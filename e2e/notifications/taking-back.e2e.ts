import { expect, type Page } from '@playwright/test'
import { notifications } from '#features/notifications/contract.ts'
import { asAna, question, scrollsSideways, toast } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'taking back' })

async function send(page: Page, title: string, button: RegExp): Promise<void> {
  await page.goto('/notifications')
  await page.getByRole('textbox', { name: /^(Title|Titlu)/ }).fill(title)
  await page.getByRole('textbox', { name: /^(Message|Mesaj)/ }).fill('A text')
  await page.getByRole('button', { name: button }).click()
  await question(page).getByRole('button', { name: button }).click()
}

const named = async (url: string, title: string) =>
  (await asAna(url, notifications.list, { query: {} })).data.find((one) => one.title === title)

test('holds a message for thirty seconds across pages and tabs, and cancels it', {
  tag: '@slow',
}, async ({ page, server }) => {
  await send(page, 'By mistake', /^Send to/)
  const waiting = page.getByRole('region', { name: /^About to go to/ })
  await expect(waiting).toContainText(/leaves in \d+ seconds/)
  await expect(waiting).toContainText(nameOf(0))
  await expectNoViolations(page)

  await page.goto('/observatori')
  await page.goto('/notifications')
  await expect(waiting).toContainText('By mistake')
  const other = await page.context().newPage()
  await other.goto('/notifications/history')
  await other.getByRole('link', { name: 'By mistake' }).click()
  const there = other.getByRole('region', { name: /^About to go to/ })
  await expect(there).toContainText(/leaves in \d+ seconds/)
  await expect(other.getByText('Live', { exact: true })).toBeAttached()

  await waiting.getByRole('button', { name: 'Take back By mistake' }).click()
  await expect(toast(page).last()).toContainText('is not sent')
  await expect(waiting).toHaveCount(0)
  await expect(there).toHaveCount(0)
  await expect(other.getByText('Taken back by ana')).toBeVisible()
  await expect(other.getByRole('button', { name: /^Send again/ })).toHaveCount(0)
  await other.goto('/notifications/history')
  await expect(other.getByRole('row').filter({ hasText: 'By mistake' })).toContainText('taken back')
  const stored = await named(server.url, 'By mistake')
  expect(stored).toMatchObject({ queued: 0, sent: 0, failed: stored?.recipients })
})

test('sends an urgent message at once by a second press', async ({ page, server }) => {
  await send(page, 'Urgent', /^Send to/)
  await page.getByRole('button', { name: 'Send Urgent at once' }).click()
  await expect(page.getByRole('region', { name: /^About to go to/ })).toHaveCount(0)
  await expect.poll(async () => (await named(server.url, 'Urgent'))?.queued).toBe(0)
  expect((await named(server.url, 'Urgent'))?.heldUntil).toBeNull()
})

test.describe('in Romanian, on a phone', () => {
  test.use({ language: 'ro', viewport: sizes.phone })

  test('cancels a message on a phone', async ({ page }) => {
    await send(page, 'Din greșeală', /^Trimite la/)
    const waiting = page.getByRole('region', { name: /^Pleacă la/ })
    await expect(waiting).toContainText(/pleacă în \d+ de secunde/)
    await expectNoViolations(page)
    expect(await scrollsSideways(page)).toBe(false)
    await waiting.getByRole('button', { name: 'Ia înapoi: Din greșeală' }).click()
    await expect(page.getByText('Luat înapoi de ana')).toBeVisible()
  })
})
