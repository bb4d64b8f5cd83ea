import { expect, type Page } from '@playwright/test'
import { session } from '#features/session/contract.ts'
import { addCalin, addObserver, choose, rowOf, signsIn, toast } from '../acts.ts'
import { call } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'locked' })

/** Strangers fail to sign in until an account is locked for them. */
async function lockOut(url: string, user: string, phone: object = {}): Promise<void> {
  const body = { user, password: 'nu e aceasta', ...phone }
  for (let time = 0; time < 5; time++)
    await call(url, session.authorize, { body }).catch(() => undefined)
}

const lockedPhone = { uniqueId: 'a phone that was never in' }

test('shows at once that strangers locked an observer, and unlocking lets them in', async ({
  page,
  server,
}) => {
  await addObserver(server.url, 'Ludovica Lacăt', '0751 000 001')
  await page.goto('/observatori?name=Ludovica')
  const row = rowOf(page, 'Ludovica Lacăt')
  await expect(row).toBeVisible()

  await lockOut(server.url, '0751 000 001', lockedPhone)

  await expect(row).toContainText(/Locked until \d/)
  await expectNoViolations(page)
  expect(await signsIn(server.url, '0751000001', '4821')).toBe(false)
  await choose(page, 'Ludovica Lacăt', 'Unlock')
  await expect(toast(page)).toContainText('Ludovica Lacăt can sign in again, with the same PIN.')
  await expect(row).not.toContainText('Locked')
  expect(await signsIn(server.url, '0751000001', '4821')).toBe(true)
})

test('observer page says that they are locked and why, and unlocks them', async ({
  page,
  server,
}) => {
  await addObserver(server.url, 'Paul Poartă', '0751 000 002')
  await lockOut(server.url, '0751 000 002', lockedPhone)
  await page.goto('/observatori/profil/view/0751 000 002')
  const note = page.getByRole('status').filter({ hasText: 'Wrong PINs were tried.' })
  await expect(note).toContainText(/Locked until \d/)
  await expectNoViolations(page)

  await note.getByRole('button', { name: 'Unlock' }).click()

  await expect(toast(page)).toContainText('Paul Poartă can sign in again')
  await expect(note).toHaveCount(0)
})

test('new PIN says that it unlocked the observer', async ({ page, server }) => {
  await addObserver(server.url, 'Rada Resetată', '0751 000 003')
  await lockOut(server.url, '0751 000 003', lockedPhone)
  await page.goto('/observatori?name=Rada')

  await choose(page, 'Rada Resetată', 'Reset password')
  await page.getByLabel('New password (PIN)', { exact: true }).fill('907162')
  await page.getByRole('button', { name: 'Confirm' }).click()

  await expect(toast(page)).toContainText('They were locked and can sign in now.')
  await expect(rowOf(page, 'Rada Resetată')).not.toContainText('Locked')
  expect(await signsIn(server.url, '0751000003', '907162')).toBe(true)
})

test('shows at once that strangers locked an account, and unlocks it', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { user, password } = await addCalin(server.url)
  await page.goto('/settings/accounts')
  const row = rowOf(page, user)
  await expect(row).toBeVisible()

  await lockOut(server.url, user)

  await expect(row).toContainText(/Locked until \d/)
  await expectNoViolations(page)
  await choose(page, user, 'Unlock')
  await expect(toast(page)).toContainText('calin can sign in again, with the same password.')
  await expect(row).not.toContainText('Locked')
  expect(await call(server.url, session.authorize, { body: { user, password } })).toHaveProperty(
    'access_token',
  )
})

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  const says = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible()

  test('explains a lock and its removal in Romanian', async ({ page, server }) => {
    await addObserver(server.url, 'Sanda Sigilată', '0751 000 004')
    await lockOut(server.url, '0751 000 004', lockedPhone)
    await page.goto('/observatori/profil/view/0751 000 004')

    await says(page, 'Cineva a încercat PIN-uri greșite.')
    await expect(page.getByText(/^Blocat până la \d/)).toBeVisible()
    await page.getByRole('button', { name: 'Deblochează' }).click()
    await says(page, 'Sanda Sigilată poate intra din nou, cu același PIN.')
  })
})
