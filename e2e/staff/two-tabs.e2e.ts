import { expect, type Page } from '@playwright/test'
import { observers } from '#features/observers/contract.ts'
import { addCalin, asAna, question, signIn, toast } from '../acts.ts'
import { organiser } from '../server.ts'
import { pathOf, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'two tabs' })

const prompt = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name' })

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account of Ana' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
}

async function signInAgain(page: Page) {
  await prompt(page).getByLabel('Password', { exact: true }).fill(organiser.password)
  await page.keyboard.press('Enter')
}

/** A tab with an unsaved observer, and another without input. */
async function writing(page: Page) {
  const other = await page.context().newPage()
  await other.goto('/answers')
  await expect(other.getByText('Live', { exact: true })).toBeVisible()
  await page.goto('/observatori/profil/new')
  await nameOf(page).fill('Pe jumătate')
  return other
}

test('keeps input in one tab when the user logs out in another', { tag: '@slow' }, async ({
  page,
  server,
}) => {
  const other = await writing(page)
  await logOut(other)

  await expect(other.getByRole('heading', { name: 'Welcome to Veghe' })).toBeVisible()
  await expect(prompt(page).getByText('You go on as Ana.')).toBeVisible()
  await expectNoViolations(page)
  await signInAgain(page)

  await expect(prompt(page)).toBeHidden()
  await expect(nameOf(page)).toHaveValue('Pe jumătate')
  // In all tabs of the account.
  await expect(other.getByRole('heading', { name: 'All answers' })).toBeVisible()
  await page.getByLabel('Phone').fill('0762 000 001')
  await page.getByRole('textbox', { name: 'PIN' }).fill('4821')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Success')
  const { data } = await asAna(server.url, observers.list, { query: { name: 'Pe jumătate' } })
  expect(data).toHaveLength(1)
})

test('resumes an expired session once another tab signs in, and keeps the input', {
  tag: '@slow',
}, async ({ page }) => {
  const other = await writing(page)
  // As if it had ended on the server: only one of the two asks.
  await other.route('**/api/**', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 401, json: { code: 'session.missing' } })
      : route.continue(),
  )
  await other.getByRole('link', { name: 'Observers' }).first().click()
  await expect(other.getByText('Your session has ended.')).toBeVisible()
  await expect(prompt(page)).toBeVisible()
  await expect(nameOf(page)).toHaveValue('Pe jumătate')

  await other.unroute('**/api/**')
  await signIn(other, organiser)
  await expect(prompt(page)).toBeHidden()
  await expect(nameOf(page)).toHaveValue('Pe jumătate')
  expect(pathOf(page.url())).toBe('/observatori/profil/new')
})

test('another user in another tab neither takes over the page nor is signed out', {
  tag: '@slow',
}, async ({ page, server }) => {
  const calin = await addCalin(server.url)
  const other = await writing(page)
  await logOut(other)
  await signIn(other, calin)
  await expect(other.getByRole('button', { name: 'Account of Calin' })).toBeVisible()

  await expect(prompt(page).getByText('You go on as Ana.')).toBeVisible()
  await prompt(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(question(page)).toContainText('Add observer')
  await question(page).getByRole('button', { name: 'Leave without saving' }).click()

  await expect(page.getByRole('button', { name: 'Account of Calin' })).toBeVisible()
  await expect(page.getByText('Pe jumătate')).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Account of Calin' })).toBeVisible()
})

test('keeps input in a dialog until its session resumes', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/answers')
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'Add organisation' }).click()
  const window = page.getByRole('dialog', { name: 'Add organisation' })
  await window.getByLabel('Name', { exact: true }).fill('Pe jumătate')
  await logOut(other)

  await signInAgain(page)
  await expect(prompt(page)).toBeHidden()
  await expect(window.getByLabel('Name', { exact: true })).toHaveValue('Pe jumătate')
  await window.getByLabel('Short name').fill('PJ')
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Pe jumătate')
})

test('sign-in dialog stays until answered, and leaving names what is lost', {
  tag: '@slow',
}, async ({ page }) => {
  const other = await writing(page)
  await logOut(other)
  await expect(prompt(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(prompt(page)).toBeVisible()
  await expect(nameOf(page)).toHaveValue('Pe jumătate')

  await prompt(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(question(page)).toContainText('will be lost')
  await expect(question(page)).toContainText('Add observer')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(prompt(page)).toBeVisible()
  await prompt(page).getByRole('button', { name: 'Leave without saving' }).click()
  await question(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Veghe' })).toBeVisible()
})

test('asks before logging out over unsaved input, and names what is lost', async ({ page }) => {
  await page.goto('/observatori/profil/new')
  await nameOf(page).fill('Pe jumătate')
  await logOut(page)
  await expect(question(page)).toContainText('Add observer')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(nameOf(page)).toHaveValue('Pe jumătate')
  await logOut(page)
  await question(page).getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome to Veghe' })).toBeVisible()
})

test('asks before a stray key or press closes a dialog with input', async ({ page }) => {
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'Add organisation' }).click()
  const window = page.getByRole('dialog', { name: 'Add organisation' })
  const name = window.getByLabel('Name', { exact: true })
  await name.fill('Pe jumătate')
  await page.mouse.click(5, 5)
  await expect(question(page)).toContainText('what you entered is lost')
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toHaveValue('Pe jumătate')
  await name.press('Escape')
  await question(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(window).toBeHidden()
})
