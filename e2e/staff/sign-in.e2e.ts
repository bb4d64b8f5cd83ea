import { expect } from '@playwright/test'
import { organiser } from '../server.ts'
import { pathOf, test } from '../stage.ts'

test.use({ isSignedIn: false })

test('explains a wrong password, and opens the answers with the right one', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome to Veghe' })).toBeVisible()

  await page.getByLabel('User').fill(organiser.user)
  await page.getByLabel('Password', { exact: true }).fill('not her password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid credentials')

  await page.getByLabel('Password', { exact: true }).fill(organiser.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  expect(pathOf(page.url())).toBe('/answers')
})

test('asks for a user name and a password when they are empty', async ({ page }) => {
  await page.goto('/login')

  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByText('Enter your user name.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
})

test('shows a password only on request', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })

  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')

  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('accepts a pasted password and names its fields for password managers', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByLabel('User')).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await page.getByLabel('User').fill(organiser.password)
  await page.getByLabel('User').press('ControlOrMeta+a')
  await page.getByLabel('User').press('ControlOrMeta+x')

  await password.focus()
  await page.keyboard.press('ControlOrMeta+v')

  await expect(password).toHaveValue(organiser.password)
})

test('returns to a guarded address after sign-in', async ({ page }) => {
  await page.goto('/answers?urgente=true&county=CJ')
  await expect(page).toHaveURL(/\/login\?next=/)

  await page.getByLabel('User').fill(organiser.user)
  await page.getByLabel('Password', { exact: true }).fill(organiser.password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { name: 'Urgent answers' })).toBeVisible()
  expect(pathOf(page.url())).toBe('/answers?urgente=true&county=CJ')
})

test.describe(() => {
  test.use({ isSignedIn: true })

  test('opens urgent answers at the empty path, and skips the sign-in page when signed in', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Urgent answers' })).toBeVisible()
    expect(pathOf(page.url())).toBe('/answers?urgente=true')

    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  })

  test('redirects to the sign-in page when the token is no longer valid', async ({ page }) => {
    await page.goto('/answers')
    await expect(page.getByText('Live')).toBeVisible()

    // As on a page that was closed when another tab stored it.
    const urgent = page.getByRole('link', { name: 'Urgent', exact: true })
    await urgent.evaluate((link: HTMLAnchorElement) => {
      localStorage.setItem('token-id', 'a.forged.token')
      window.location.assign(link.href)
    })

    await expect(page).toHaveURL(/\/login/)
    expect(await page.evaluate(() => localStorage.getItem('token-id'))).toBeNull()
  })

  test('logging out forgets everything, in every tab', async ({ page, context }) => {
    await page.goto('/answers')
    const other = await context.newPage()
    await other.goto('/answers?urgente=true')
    await expect(other.getByRole('heading', { name: 'Urgent answers' })).toBeVisible()

    await page.getByRole('button', { name: 'Account of Ana' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()

    await expect(page).toHaveURL(/\/login/)
    await expect(other).toHaveURL(/\/login/)
    expect(await page.evaluate(() => localStorage.getItem('token-id'))).toBeNull()
  })

  test('reports an address that does not exist, and leads back', async ({ page }) => {
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()

    await page.getByRole('link', { name: 'Go to the answers' }).click()
    await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  })
})
