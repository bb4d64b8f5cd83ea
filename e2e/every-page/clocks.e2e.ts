import { expect, type Page } from '@playwright/test'
import { signIn } from '../acts.ts'
import { organiser } from '../server.ts'
import { pathOf, test } from '../stage.ts'

test.use({ about: 'clocks' })

const hourMs = 3_600_000

/** This machine's clock is so many hours ahead of the server's, or behind it. */
const off = (page: Page, hours: number) =>
  page.clock.install({ time: new Date(Date.now() + hours * hourMs) })

for (const [how, hours] of [
  ['fourteen hours ahead', 14],
  ['nine days behind', -9 * 24],
] as const)
  test(`keeps a user signed in through pages and reloads with a clock ${how}`, async ({ page }) => {
    await off(page, hours)
    await page.goto('/answers')
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
    await page.getByRole('link', { name: 'Observers' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Observers' })).toBeVisible()
    // Time passes on both.
    await page.clock.runFor(30_000)
    await expect(page.getByText(/^Your session ends at/)).toBeHidden()
    expect(pathOf(page.url())).toBe('/observatori')
  })

test.describe('before sign-in', () => {
  test.use({ isSignedIn: false })

  test('signs in and stays signed in with a clock days ahead', async ({ page }) => {
    await off(page, 5 * 24)
    await page.goto('/login?next=/answers')
    await signIn(page, organiser)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  })
})

test('keeps working when the clock is changed during use', async ({ page }) => {
  await page.clock.install()
  await page.goto('/answers')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.clock.setSystemTime(new Date(Date.now() + 30 * hourMs))
  await page.getByRole('link', { name: 'Observers' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Observers' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Observers' })).toBeVisible()
})

test('warns of session expiry by the server clock when the local clock is behind', async ({
  page,
}) => {
  await off(page, -14)
  // Eight minutes before the session ends, by the server's clock.
  await page.route('**/api/v1/**', async (route) => {
    const reply = await route.fetch()
    const date = new Date(Date.now() + 12 * hourMs - 8 * 60_000).toUTCString()
    await route.fulfill({ response: reply, headers: { ...reply.headers(), date } })
  })
  await page.route('**/api/live**', (route) => route.abort())
  await page.goto('/answers')
  await expect(page.getByText(/^Your session ends at \d\d:\d\d/)).toBeVisible()
  expect(pathOf(page.url())).toBe('/answers')
  // The page may still be asking.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
