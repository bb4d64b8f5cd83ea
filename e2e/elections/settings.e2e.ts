import { expect } from '@playwright/test'
import { signInFirst, toast } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { pathOf, test } from '../stage.ts'

test.use({ about: 'settings' })

test('reports for a station that does not exist are announced and put in their place', {
  tag: '@slow',
}, async ({ page, phone }) => {
  await page.goto('/answers?county=CJ&pollingStationNumber=2')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const dan = await phone(2)
  await dan.answer(['CJ-N', 9999], { A1: ['Nu'] })
  await dan.note(['CJ-N', 9999], { text: 'Secția e la colț.' })

  await page.getByRole('link', { name: 'Unmatched 2 waiting' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Unmatched reports' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'CJ-N 9999' })
  await expect(row).toHaveCount(2)
  await expect(row.filter({ hasText: 'A1: A fost urna sigilată' })).toContainText('Nu')
  await row.filter({ hasText: 'A1:' }).getByRole('button', { name: 'Match: CJ-N 9999' }).click()
  const window = page.getByRole('dialog', { name: 'Where does it belong?' })
  await expect(window.getByRole('combobox', { name: 'County' })).toHaveValue('CJ – Cluj')
  await expect(window.getByRole('combobox', { name: 'Municipality' })).toHaveValue('Cluj-Napoca')
  await window.getByRole('textbox', { name: 'Station number' }).fill('9998')
  await window.getByRole('button', { name: 'Match', exact: true }).click()
  await expect(window.getByRole('alert')).toContainText('does not fit there either')
  await window.getByRole('textbox', { name: 'Station number' }).fill('2')
  await expect(window.getByLabel('All 2 reports that name this station')).toBeChecked()
  await window.getByRole('button', { name: 'Match', exact: true }).click()

  await expect(toast(page).getByText('2 reports are matched.')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.goto('/answers?county=CJ&pollingStationNumber=2')
  await expect(page.getByRole('link', { name: nameOf(2) })).toContainText('1 flagged')
})

test('restores a dismissed report with one press', async ({ page, phone }) => {
  const iulia = await phone(3)
  await iulia.answer(['BV-B', 8888], { A1: ['Da'] })
  await page.goto('/unmatched')
  const row = page.getByRole('row').filter({ hasText: 'BV-B 8888' })

  await row.getByRole('button', { name: 'More actions: BV-B 8888' }).click()
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await expect(row).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Undo' }).click()

  await expect(row).toHaveCount(1)
})

test('adds an organisation with an account that sees only its own data', {
  tag: '@slow',
}, async ({ page, elsewhere, phone }) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 1], { A1: ['Nu'] })
  await page.goto('/answers')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Organisations and accounts' }).click()
  await page.getByRole('button', { name: 'Add organisation' }).click()
  const ngo = page.getByRole('dialog', { name: 'Add organisation' })
  await ngo.getByLabel('Name', { exact: true }).fill('Ochiul Civic')
  await ngo.getByLabel('Short name').fill('OC')
  await ngo.getByRole('button', { name: 'Add organisation' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Ochiul Civic' })).toBeVisible()

  await page.getByRole('button', { name: 'Add account' }).click()
  const account = page.getByRole('dialog', { name: 'Add account' })
  await account.getByRole('button', { name: /Organisation/ }).click()
  await page.getByRole('option', { name: 'Ochiul Civic' }).click()
  await account.getByRole('button', { name: /^Guest/ }).click()
  await page.getByRole('option', { name: 'Administrator' }).click()
  await account.getByLabel('Account', { exact: true }).fill('sorina')
  await account.getByLabel('Password', { exact: true }).fill('scurtă')
  await account.getByRole('button', { name: 'Add account' }).click()
  await expect(account.getByText('A password has at least ten characters.')).toBeVisible()
  await account.getByLabel('Password', { exact: true }).fill('parola Sorinei')
  await account.getByRole('button', { name: 'Add account' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'sorina' })).toContainText('Ochiul Civic')

  const sorina = await elsewhere()
  await sorina.goto('/login?next=/statistics')
  await signInFirst(
    sorina,
    { user: 'sorina', password: 'parola Sorinei' },
    'luna de pe cer e a mea',
  )
  await expect(sorina.getByText('There is nothing to count yet')).toBeVisible()
  await sorina.goto('/settings/accounts')
  await expect(sorina.getByRole('row').filter({ hasText: 'sorina' })).toContainText('you')
  await expect(sorina.getByText('ana', { exact: true })).toBeHidden()
  await expect(sorina.getByRole('link', { name: 'Elections' })).toBeHidden()
  await sorina.goto('/settings/elections')
  await expect(sorina.getByRole('heading', { name: 'No access' })).toBeVisible()
})

test('prepares another election from this one, and restores it after deletion', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/settings/elections')
  await page.getByRole('button', { name: 'Prepare an election' }).click()
  const window = page.getByRole('dialog', { name: 'Prepare an election' })
  await window.getByLabel('Name', { exact: true }).fill('Turul al doilea')
  // The day is formatted in the app's language, whatever the browser's language is.
  await window.getByRole('spinbutton', { name: /^day, Day/ }).click()
  await page.keyboard.type('06122026')
  await window.getByRole('button', { name: 'Prepare an election' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Turul al doilea' })
  await expect(row).toContainText('6 Dec 2026')
  await expect(row).toContainText('Rehearsal')

  await row.getByRole('button', { name: 'More actions: Turul al doilea' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Bring back Turul al doilea' }).click()

  await expect(row).toHaveCount(1)
  expect(pathOf(page.url())).toBe('/settings/elections')
})

test('shows the name of the open settings page on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 })
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name })

  await page.goto('/settings/elections')

  await expect(section('Elections')).toBeInViewport({ ratio: 0.95 })
  await page.goto('/settings/accounts')
  await expect(section('Organisations and accounts')).toBeInViewport({ ratio: 0.95 })
})
