import { expect } from '@playwright/test'
import { addCalin, choose, signIn } from '../acts.ts'
import { organiser } from '../server.ts'
import { test } from '../stage.ts'
import { expectNoViolations, expectNoViolationsAnywhere } from '../violations.ts'

test.use({ about: 'invitations' })

test.describe(() => {
  test.use({ isSignedIn: false })

  test('invited user chooses a password by a link that opens once', {
    tag: '@slow',
  }, async ({ page, elsewhere }) => {
    await page.goto('/login?next=/settings/accounts')
    await signIn(page, organiser)
    await page.getByRole('button', { name: 'Add account' }).click()
    const adding = page.getByRole('dialog', { name: 'Add account' })
    await adding.getByLabel('Account', { exact: true }).fill('mihaela')
    await adding.getByRole('button', { name: 'Add account' }).click()
    const window = page.getByRole('dialog', { name: 'The link for mihaela' })
    const link = await window.locator('code').innerText()
    await window.getByRole('button', { name: 'Done' }).click()

    const mihaela = await elsewhere()
    await mihaela.goto(link)
    await expect(mihaela.getByText('For the account mihaela.')).toBeVisible()
    await expectNoViolations(mihaela)
    await mihaela.getByLabel('New password', { exact: true }).fill('scurtă')
    await mihaela.getByRole('button', { name: 'Set it and sign in' }).click()
    await expect(mihaela.getByText('A password has at least ten characters.')).toBeVisible()
    await mihaela.getByLabel('New password', { exact: true }).fill('parola Mihaelei')
    await mihaela.getByRole('button', { name: 'Set it and sign in' }).click()
    await expect(mihaela.getByRole('heading', { name: 'All answers' })).toBeVisible()
    await mihaela.goto('/login')
    await mihaela.goto(link)
    await mihaela.getByLabel('New password', { exact: true }).fill('parola altcuiva')
    await mihaela.getByRole('button', { name: 'Set it and sign in' }).click()
    await expect(mihaela.getByRole('alert')).toContainText('The link no longer works')
  })

  test('confirms the reset link even for an unknown account', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await expectNoViolations(page)

    await page.getByLabel('User').fill('unknown account')
    await page.getByRole('button', { name: 'Send the link' }).click()

    await expect(page.getByText('the link is on its way')).toBeVisible()
  })
})

test('dialog with a link passes accessibility checks in light and dark, on desktop and phone', {
  tag: '@slow',
}, async ({ page, server }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await addCalin(server.url).catch(() => undefined)
  await page.goto('/settings/accounts')
  await choose(page, 'calin', 'Invite by link')
  await expectNoViolationsAnywhere(page, page.getByRole('dialog', { name: 'The link for calin' }))
})
