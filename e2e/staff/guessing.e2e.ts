import { expect, type Page } from '@playwright/test'
import { session } from '#features/session/contract.ts'
import { addCalin, signIn } from '../acts.ts'
import { call } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'guessing' })
// Failures lock the address for all who follow: each has a separate server.
/** A stranger tries so many passwords of accounts that do not exist. */
async function guess(url: string, count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const body = { user: `07990${nth % 40}`, password: '1', uniqueId: 'a guesser’s' }
    await call(url, session.authorize, { body }).catch(() => undefined)
  }
}

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'being guessed' })

test('warns organisers of password guessing at once, and hides the warning until it grows', {
  tag: '@slow',
}, async ({ page, server }) => {
  await page.goto('/observatori')
  await expect(page.getByRole('heading', { name: 'Observers' })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)

  await guess(server.url, 130)

  await expect(banner(page)).toContainText(/1\d\d sign-ins failed, from one network\./)
  await expect(banner(page)).toContainText('All reports are getting through.')
  await expectNoViolations(page)
  await banner(page).getByRole('button', { name: 'Got it' }).click()
  await expect(banner(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Observers' })).toBeVisible()
  await expect(banner(page)).toHaveCount(0)

  await guess(server.url, 200)

  await expect(banner(page)).toContainText(/3\d\d sign-ins failed/)
})

test.describe('elsewhere', () => {
  test.use({ about: 'guessing elsewhere' })

  test('warns an administrator of an organisation too, and in Romanian', {
    tag: '@slow',
  }, async ({ elsewhere, server }) => {
    const calin = await addCalin(server.url)
    const page = await elsewhere()
    await page.goto('/login?next=/observatori')
    await signIn(page, calin)
    await expect(page.getByRole('heading', { name: 'Observers' })).toBeVisible()

    await guess(server.url, 130)

    await expect(banner(page)).toContainText('sign-ins failed')
    await page.evaluate(() => localStorage.setItem('language', 'ro'))
    await page.reload()
    await expect(
      page.getByRole('status').filter({ hasText: 'Cineva încearcă să ghicească parole' }),
    ).toContainText(/autentificări nu au reușit, dintr-o singură rețea\. Rapoartele intră toate\./)
  })
})
