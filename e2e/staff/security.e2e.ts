import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { session } from '#features/session/contract.ts'
import { addCalin, choose, question, rowOf, signIn, toast } from '../acts.ts'
import { call } from '../phone.ts'
import { organiser } from '../server.ts'
import { test } from '../stage.ts'
import { expectNoViolations, expectNoViolationsAnywhere } from '../violations.ts'

test.use({ about: 'security' })

const app = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) })

/** A code of the app, for now or for the next time step, which is valid as well where this one was used. */
const codeOf = (secret: string, halfMinutes = 0) =>
  app(secret).generate({ timestamp: Date.now() + halfMinutes * 30_000 })

const section = (page: Page, name: string) => page.getByRole('region', { name })

/** As if so much time had passed since the user's last proof of identity. */
async function forgetConfirmation(page: Page): Promise<void> {
  let isForgotten = false
  await page.route('**/api/v1/**', async (route) => {
    const request = route.request()
    if (request.url().endsWith('/access/confirm') && request.method() === 'POST') {
      isForgotten = true
      return route.continue()
    }
    const isDangerous = request.method() === 'DELETE' || request.url().endsWith('/export')
    if (isForgotten || !isDangerous) return route.continue()
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'session.unconfirmed', status: 403, title: '', error: '' }),
    })
  })
}

test('sends a proxy’s XSRF token with writes but not with reads', async ({ page, server }) => {
  await call(server.url, session.authorize, { body: organiser })
  const url = server.url
  await page.context().addCookies([
    { name: 'OTHER', value: 'not it', url },
    { name: 'XSRF-TOKEN', value: 'the%20mark', url },
  ])
  const reading = page.waitForRequest('**/api/v1/observer?**')
  await page.goto('/observatori')
  expect((await reading).headers()).not.toHaveProperty('x-xsrf-token')
  await page.goto('/settings/security')
  const ending = page.waitForRequest((request) => request.method() !== 'GET')
  await section(page, 'Where you are signed in')
    .getByRole('button', { name: 'Sign out everywhere else' })
    .click()

  expect((await ending).headers()).toMatchObject({ 'x-xsrf-token': 'the mark' })
  await expect(toast(page).getByText(/other sessions? ha(s|ve) ended/)).toBeVisible()
})

test('lists own sessions and signs out everywhere else', async ({ page, server }) => {
  const { access_token } = await call(server.url, session.authorize, { body: organiser })
  await page.goto('/settings/security')
  const sessions = section(page, 'Where you are signed in')
  await expect(sessions.getByText('this one')).toBeVisible()

  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()

  await expect(toast(page).getByText(/other sessions? ha(s|ve) ended/)).toBeVisible()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expect(call(server.url, session.me, {}, access_token)).rejects.toMatchObject({
    code: 'session.missing',
  })
})

test.describe(() => {
  test.use({ isSignedIn: false })

  test('sign-in requires an app code, accepts a recovery code once, and neither after removal', {
    tag: '@slow',
  }, async ({ page, server, elsewhere }) => {
    const calin = await addCalin(server.url)
    await page.goto('/login?next=/settings/security')
    await signIn(page, calin)
    const card = section(page, 'Code at sign-in')
    await card.getByRole('button', { name: 'Turn on' }).click()
    const window = page.getByRole('dialog', { name: 'Authenticator app' })
    await expect(window.getByRole('img', { name: 'The code to scan' })).toBeVisible()
    const secret = (await window.locator('code').innerText()).replaceAll(' ', '')
    await window.getByLabel('Code from the app').fill('000000')
    await window.getByRole('button', { name: 'Turn on' }).click()
    await expect(window.getByRole('alert')).toContainText('The code is not correct.')
    await window.getByLabel('Code from the app').fill(codeOf(secret))
    await window.getByRole('button', { name: 'Turn on' }).click()
    const codes = page.getByRole('dialog', { name: 'Recovery codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    const recovery = await codes.getByRole('listitem').first().innerText()
    await codes.getByRole('button', { name: 'I have kept them' }).click()
    await expect(card.getByText('10 recovery codes are left.')).toBeVisible()

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await signIn(page, calin)
    await expect(page.getByText('Now enter the code as well.')).toBeVisible()
    const code = page.getByLabel('Code', { exact: true })
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await code.fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Invalid credentials')
    await code.fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await signIn(page, calin)
    await code.fill(recovery)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()

    const ana = await elsewhere()
    await ana.goto('/login?next=/settings/accounts')
    await signIn(ana, organiser)
    await choose(ana, 'calin', 'Remove second factor')
    await question(ana).getByRole('button', { name: 'Remove second factor' }).click()
    await expect(
      toast(ana).getByText('The account calin now needs only its password'),
    ).toBeVisible()
    await expect(rowOf(ana, 'calin')).toBeVisible()
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await signIn(page, calin)
    await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  })

  test('reports failed attempts after sign-in until the user acknowledges them', {
    tag: '@slow',
  }, async ({ page, server }) => {
    const wrong = { user: organiser.user, password: 'a guess' }
    for (let time = 0; time < 2; time++)
      await call(server.url, session.authorize, { body: wrong }).catch(() => undefined)
    await page.goto('/login?next=/settings/security')
    await signIn(page, organiser)
    const notice = page.getByText('Before you signed in, 2 wrong passwords were tried')
    await expect(notice).toBeVisible()
    await page.reload()
    await expect(notice).toBeVisible()
    await expect(section(page, 'Passkeys')).toContainText('There are no passkeys')
    await expectNoViolations(page)

    await page.getByRole('button', { name: 'Got it' }).click()
    await expect(notice).toBeHidden()
    await page.reload()
    await expect(page.getByText('Live', { exact: true })).toBeVisible()

    await expect(notice).toBeHidden()
  })

  test('adds a passkey, signs in and confirms dangerous acts with it, and removes it', {
    tag: '@slow',
  }, async ({ page, server }) => {
    const devices = await page.context().newCDPSession(page)
    await devices.send('WebAuthn.enable')
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    // A passkey belongs to a host name, never to an IP address.
    const url = server.url.replace('127.0.0.1', 'localhost')
    await page.addInitScript(() => localStorage.setItem('language', 'en'))
    await page.goto(`${url}/login?next=/settings/security`)
    await signIn(page, organiser)
    const card = section(page, 'Passkeys')
    await card.getByRole('button', { name: 'Add a passkey' }).click()
    const window = page.getByRole('dialog', { name: 'Add a passkey' })
    await window.getByLabel('Name').fill('Laptopul Anei')
    await window.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(card.getByText('Laptopul Anei')).toBeVisible()

    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()

    await page.goto(`${url}/settings/security`)
    await forgetConfirmation(page)
    await card.getByRole('button', { name: 'Remove: Laptopul Anei' }).click()
    await question(page).getByRole('button', { name: 'Remove' }).click()
    const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await confirming.getByRole('button', { name: 'With a passkey' }).click()

    await expect(toast(page).getByText('The passkey Laptopul Anei has been removed')).toBeVisible()
    await expect(card.getByText('There are no passkeys')).toBeVisible()
  })
})

test('asks for confirmation over the page before a dangerous act, then continues', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { user } = await addCalin(server.url).catch(() => ({ user: 'calin' }))
  await page.goto('/settings/accounts')
  await forgetConfirmation(page)
  const confirming = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const remove = async () => {
    await choose(page, user, 'Delete')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(confirming.getByLabel('Password', { exact: true })).toBeFocused()
  }

  await remove()
  await page.keyboard.press('Escape')
  await expect(toast(page).getByText('so nothing was done')).toBeVisible()
  await expect(rowOf(page, user)).toBeVisible()

  await remove()
  await confirming.getByLabel('Password', { exact: true }).fill('not her password')
  await page.keyboard.press('Enter')
  await expect(confirming.getByRole('alert')).toContainText('password is not correct')
  await confirming.getByLabel('Password', { exact: true }).fill(organiser.password)
  await page.keyboard.press('Enter')
  await expect(confirming).toBeHidden()
  await expect(page.getByRole('button', { name: `Bring back ${user}` })).toBeVisible()
  await expect(page.getByRole('button', { name: `More actions: ${user}` })).toHaveCount(0)
})

test('security page and dialogs pass accessibility checks in light and dark, on desktop and phone', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/settings/security')
  await expect(section(page, 'Passkeys')).toContainText('There are no passkeys')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expectNoViolationsAnywhere(page, page.getByRole('img', { name: 'The code to scan' }))
})
