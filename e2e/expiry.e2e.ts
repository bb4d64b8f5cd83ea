import { expect } from '@playwright/test'
import { organiser } from './server.ts'
import { pathOf, test } from './stage.ts'

test.use({ about: 'expiry' })

test('a session warns before it ends, and ends where it can be taken up again', async ({
  page,
  context,
}) => {
  await page.clock.install()
  await page.goto('/answers?county=CJ')
  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  const warning = page.getByText(/^Your session ends at \d\d:\d\d/)

  await page.clock.fastForward('11:54:00')
  await expect(warning).toBeHidden()
  await page.clock.fastForward('02:00')
  await expect(warning).toBeVisible()

  await page.clock.fastForward('05:00')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(pathOf(page.url())).toBe('/login?next=%2Fanswers%3Fcounty%3DCJ')
  const other = await context.newPage()
  await other.goto('/answers')
  await expect(other.getByText('Your session has ended.')).toBeVisible()
})

test('whoever signs in again before the end is back where they were', async ({ page }) => {
  await page.clock.install()
  await page.goto('/answers?county=CJ')
  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  await page.clock.fastForward('11:56:00')

  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByLabel('User').fill(organiser.user)
  await page.getByLabel('Password', { exact: true }).fill(organiser.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  expect(pathOf(page.url())).toBe('/answers?county=CJ')
})

test('whoever logs out is not told that something ended', async ({ page }) => {
  await page.goto('/answers')
  await page.getByRole('button', { name: 'Account of Ana' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()

  await expect(page.getByRole('heading', { name: 'Welcome to Veghe' })).toBeVisible()
  await expect(page.getByText('Your session has ended.')).toBeHidden()
})

test('what was being written when the session ended is there again', async ({ page }) => {
  await page.clock.install()
  await page.goto('/formulare/nou')
  const title = page.getByRole('textbox', { name: 'Title' }).first()
  await title.fill('Pe jumătate')
  await page.clock.fastForward('11:56:00')

  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByLabel('User').fill(organiser.user)
  await page.getByLabel('Password', { exact: true }).fill(organiser.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(title).toHaveValue('Pe jumătate')
})
