import { expect } from '@playwright/test'
import { organiser } from '../server.ts'
import { pathOf, test } from '../stage.ts'

test.use({ isSignedIn: false })

test('a wrong password is refused in words, and the right one leads to the answers', async ({
  page,
}) => {
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

test('an empty field says what it wants, and nothing is sent', async ({ page }) => {
  await page.goto('/login')

  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByText('Enter your user name.')).toBeVisible()
  await expect(page.getByText('Enter your password.')).toBeVisible()
})

test('a password is shown only while somebody asks for it', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })

  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')

  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('a password may be pasted, and a manager of passwords finds its fields', async ({ page }) => {
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

test('a guarded address leads through the sign-in and back to itself', async ({ page }) => {
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

  test('the empty path shows what is urgent, and the sign-in page is closed to who is in', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Urgent answers' })).toBeVisible()
    expect(pathOf(page.url())).toBe('/answers?urgente=true')

    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  })

  test('a token that no longer counts leads to the sign-in page', async ({ page }) => {
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

  test('an address that does not exist says so and leads back', async ({ page }) => {
    await page.goto('/nowhere')
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()

    await page.getByRole('link', { name: 'Go to the answers' }).click()
    await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  })
})
