import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { accounts } from '#features/accounts/contract.ts'
import { addCalin, asAna, signIn, toast } from '../acts.ts'
import { organiser } from '../server.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'duties' })

const codeOf = (secret: string, halfMinutes = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + halfMinutes * 30_000,
  })

/** Turns an authenticator app on, on any page that offers it; returns its secret. */
async function turnOnApp(page: Page): Promise<string> {
  await page
    .getByRole('region', { name: 'Code at sign-in' })
    .getByRole('button', { name: 'Turn on' })
    .click()
  const window = page.getByRole('dialog', { name: 'Authenticator app' })
  await expect(window.getByRole('img', { name: 'The code to scan' })).toBeVisible()
  const secret = (await window.locator('code').innerText()).replaceAll(' ', '')
  await window.getByLabel('Code from the app').fill(codeOf(secret))
  await window.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await codes.getByRole('button', { name: 'I have kept them' }).click()
  return secret
}

const given = 'o parolă dată de altcineva'

test.describe(() => {
  test.use({ isSignedIn: false, language: 'ro', viewport: sizes.phone })

  const name = 'maria'
  const words = {
    signIn: 'Autentificare',
    user: 'Utilizator',
    password: 'Parolă',
    heading: 'Alege parola ta',
    field: 'Parolă nouă',
    send: 'Alege și mergi mai departe',
    easy: 'Alege altă parolă',
    logOut: 'Ieșire din cont',
    statistics: 'Statistici',
  }

  const enter = async (page: Page) => {
    await page.getByLabel(words.user).fill(name)
    await page.getByLabel(words.password, { exact: true }).fill(given)
    await page.getByRole('button', { name: words.signIn, exact: true }).click()
    await expect(page.getByRole('heading', { name: words.heading })).toBeVisible()
  }

  test(`requires a new password after sign-in with a given one, and returns to the page`, async ({
    page,
    server,
  }) => {
    await asAna(server.url, accounts.add, { body: { account: name, password: given } })
    await page.goto('/login?next=/statistics')
    await enter(page)
    // It is there again after a reload.
    await page.reload()
    await expect(page.getByRole('heading', { name: words.heading })).toBeVisible()
    await expectNoViolations(page)

    await page.goto('/observatori')
    await expect(page.getByRole('heading', { name: words.heading })).toBeVisible()
    await page.getByRole('button', { name: words.logOut }).click()
    await page.goto('/login?next=/statistics')
    await enter(page)

    const field = page.getByLabel(words.field, { exact: true })
    await field.fill('Password2024')
    await page.getByRole('button', { name: words.send }).click()
    await expect(page.getByText(words.easy)).toBeVisible()
    await field.fill('trei mere și un nor deasupra')
    await page.getByRole('button', { name: words.send }).click()

    await expect(page.getByRole('heading', { level: 1, name: words.statistics })).toBeVisible()
    expect(pathOf(page.url())).toBe('/statistics')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: words.statistics })).toBeVisible()
  })
})

test.describe(() => {
  test.use({ isSignedIn: false })

  test('organiser requires a second factor of all, and accounts without one set it up first', {
    tag: '@slow',
  }, async ({ page, server, elsewhere }) => {
    const calin = await addCalin(server.url)
    await page.goto('/login?next=/settings/accounts')
    await signIn(page, organiser)
    const rule = page.getByRole('region', { name: 'A second factor for everybody' })
    await expect(rule.getByText('accounts have none.')).toBeVisible()
    await rule.getByRole('button', { name: 'Ask everybody for it' }).click()
    await expect(toast(page).getByText('First set up a second factor of your own')).toBeVisible()
    await page.getByRole('link', { name: 'Security' }).click()
    await turnOnApp(page)
    await page.getByRole('link', { name: 'Organisations and accounts' }).click()
    await rule.getByRole('button', { name: 'Ask everybody for it' }).click()
    await expect(rule.getByText('On', { exact: true })).toBeVisible()
    await page.reload()
    await expect(rule.getByText('On', { exact: true })).toBeVisible()
    await expectNoViolations(page)

    const other = await elsewhere()
    await other.goto('/login?next=/statistics')
    await signIn(other, calin)
    await expect(other.getByRole('heading', { name: 'Choose a second factor' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Continue' })).toBeHidden()
    await other.reload()
    await expect(other.getByRole('region', { name: 'Passkeys' })).toContainText('no passkeys')
    await expectNoViolations(other)
    await turnOnApp(other)
    await other.getByRole('button', { name: 'Continue' }).click()
    await expect(other.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()

    await rule.getByRole('button', { name: 'No longer ask for it' }).click()
    await expect(rule.getByText('Off', { exact: true })).toBeVisible()
  })
})
