import { expect, type Page } from '@playwright/test'
import { session } from '#features/session/contract.ts'
import { plannedRow, question, signIn } from '../acts.ts'
import { plan } from '../deployment/plan-of.ts'
import { call, nameOf } from '../phone.ts'
import { organiser } from '../server.ts'
import { pathOf, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'expiry' })

/**
 * From here on the server's time is the page's, wherever a story sets it.
 * @param isDated whether replies say it: one on its way while time leaps would say what it was before.
 */
async function sameClock(page: Page, isDated = true): Promise<void> {
  await page.clock.install()
  const now = () => page.evaluate(() => Date.now())
  await page.route('**/api/**', async (route) => {
    const isStream = route.request().url().includes('/api/live')
    // The stream's own date header cannot be rewritten; while both agree it need not be.
    if (isStream) {
      const apart = Math.abs((await now()) - Date.now())
      return apart < 60_000 ? route.continue() : route.abort()
    }
    const reply = await route.fetch()
    const { date: _, ...headers } = reply.headers()
    const dated = isDated && { date: new Date(await now()).toUTCString() }
    await route.fulfill({ response: reply, headers: { ...headers, ...dated } })
  })
}

test('warns before a session ends, then asks to sign in with the page’s address kept', async ({
  page,
  context,
}) => {
  await sameClock(page, false)
  await page.goto('/answers?county=CJ')
  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  const warning = page.getByText(/^Your session ends at \d\d:\d\d/)

  await page.clock.fastForward('11:49:00')
  await expect(warning).toBeHidden()
  await page.clock.fastForward('02:00')
  await expect(warning).toBeVisible()

  await page.clock.fastForward('08:00')
  await expect(page.getByRole('alert').filter({ has: warning })).toBeVisible()
  await page.clock.fastForward('02:00')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(pathOf(page.url())).toBe('/login?next=%2Fanswers%3Fcounty%3DCJ')
  const other = await context.newPage()
  await other.goto('/answers')
  await expect(other.getByText('Your session has ended.')).toBeVisible()
})

test('shows no expiry notice in any tab after logging out', async ({ page, context }) => {
  const other = await context.newPage()
  const tabs = [page, other]
  for (const tab of tabs) {
    await tab.goto('/answers')
    await expect(tab.getByText('Live')).toBeVisible()
  }
  // The server ends the session, and refuses further calls with its token, before the event arrives.
  await page.route('**/api/v1/access/sign-out', async (route) => {
    await route.fetch()
  })
  await page.getByRole('button', { name: 'Account of Ana' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()

  for (const tab of tabs) {
    await expect(tab.getByRole('heading', { name: 'Welcome to Veghe' })).toBeVisible()
    await expect(tab.getByText('Your session has ended.')).toBeHidden()
  }
})

test('keeps the page and its input when the user stays signed in', async ({ page }) => {
  await sameClock(page)
  await page.goto('/formulare/nou')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const title = page.getByRole('textbox', { name: 'Title' }).first()
  await title.fill('Pe jumătate')
  await page.clock.fastForward('11:56:00')
  const stay = page.getByRole('button', { name: 'Stay signed in' })
  await expect(stay).toBeVisible()

  // On the server no time has passed: its new expiry counts from now. Before the request the button would go.
  await page.route('**/api/v1/access/renew', async (route) => {
    await page.clock.setSystemTime(new Date())
    await route.continue()
  })
  await stay.click()

  await expect(stay).toBeHidden()
  await expect(title).toHaveValue('Pe jumătate')
  await page.clock.fastForward('05:00')
  await expect(title).toHaveValue('Pe jumătate')
})

test('offers unsaved input again after the session ended', async ({ page }) => {
  await sameClock(page)
  await page.goto('/formulare/nou')
  const title = page.getByRole('textbox', { name: 'Title' }).first()
  await title.fill('Pe jumătate')
  await page.clock.fastForward('12:01:00')
  const window = page.getByRole('dialog', { name: 'Sign in again' })
  await window.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(question(page)).toContainText('is offered to you again')
  await expect(question(page)).toContainText('New form')
  await question(page).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByText('Your session has ended.')).toBeVisible()

  await page.clock.setSystemTime(new Date())
  await signIn(page, organiser)

  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(title).toHaveValue('Pe jumătate')
})

test('renews a session over the page when it ends during input', async ({ page }) => {
  await sameClock(page)
  await page.goto('/observatori/profil/new')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Pe jumătate')
  await page.clock.fastForward('12:01:00')
  const window = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(window.getByText('still on the page')).toBeVisible()
  await expectNoViolations(page)

  await page.clock.setSystemTime(new Date())
  await window.getByLabel('Password', { exact: true }).fill('not her password')
  await page.keyboard.press('Enter')
  await expect(window.getByRole('alert')).toContainText('password is not correct')
  await window.getByLabel('Password', { exact: true }).fill(organiser.password)
  await page.keyboard.press('Enter')

  await expect(window).toBeHidden()
  await expect(name).toHaveValue('Pe jumătate')
  expect(pathOf(page.url())).toBe('/observatori/profil/new')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
})

/** Ends this tab's session elsewhere, as signing out everywhere does, then signs in again over the page. */
async function endElsewhere(page: Page, url: string): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('token-id') ?? '')
  await call(url, session.signOut, {}, token)
  const window = page.getByRole('dialog', { name: 'Sign in again' })
  await window.getByLabel('Password', { exact: true }).fill(organiser.password)
  await page.keyboard.press('Enter')
  await expect(window).toBeHidden()
}

test('keeps a wall link shown once, and the next name, after a session ended elsewhere', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await page.goto('/situation')
  await page.getByRole('button', { name: 'Wall links' }).click()
  const dialog = page.getByRole('dialog', { name: 'Wall links' })
  const name = dialog.getByRole('textbox', { name: 'Name of the link' })
  await name.fill('Sala mare')
  await endElsewhere(page, url)
  await expect(name).toHaveValue('Sala mare')

  await dialog.getByRole('button', { name: 'Make a link' }).click()
  const link = await dialog.locator('code').innerText()
  await endElsewhere(page, url)
  await expect(dialog.locator('code')).toHaveText(link)
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
})

test('keeps the chosen replacement of an observer after a session ended elsewhere', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const [former, successor] = [nameOf(0), nameOf(1)]
  await plan(url, former, ['CJ-T', 1])
  await page.goto('/deployment/plan')
  await plannedRow(page, former).getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Replace' }).click()
  const dialog = page.getByRole('dialog', { name: `Who replaces ${former}?` })
  await dialog.getByRole('searchbox').fill(successor)
  await page.getByRole('option', { name: successor }).click()
  await endElsewhere(page, url)

  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(plannedRow(page, successor)).toHaveCount(1)
})
