import { expect, type Page } from '@playwright/test'
import { observers } from '#features/observers/contract.ts'
import { addObserver, asAna, choose, signsIn, toast } from '../acts.ts'
import { pathOf, test } from '../stage.ts'

test.use({ about: 'observer profile' })

const both = (page: Page) =>
  page.getByRole('alert', { name: 'Another user has changed the same thing in the meantime' })

test('adds an observer and explains a taken phone next to its field', {
  tag: '@slow',
}, async ({ page, server }) => {
  await page.goto('/observatori')
  await page.getByRole('link', { name: 'Add observer' }).click()
  await expect(page.getByRole('heading', { name: 'Add observer' })).toBeFocused()
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()

  await page.getByLabel('Name', { exact: true }).fill('  Adela   Adăugată ')
  await page.getByLabel('Phone', { exact: true }).fill('0722-100-001')
  await page.getByRole('button', { name: 'Generate a PIN' }).click()
  const pin = await page.getByLabel('PIN', { exact: true }).inputValue()
  expect(pin).toMatch(/^\d{6}$/)
  await save.click()
  await expect(page.getByText('Another observer has this phone.')).toBeVisible()
  await expect(page.getByLabel('Phone', { exact: true })).toHaveAttribute('aria-invalid', 'true')

  await page.getByLabel('Phone', { exact: true }).fill('0736 000 001')
  await save.click()

  await expect(toast(page)).toContainText('Observer has been added')
  await expect(page).toHaveURL(/\/observatori$/)
  await expect(page.getByRole('link', { name: 'Adela Adăugată', exact: true })).toBeVisible()
  expect(await signsIn(server.url, '0736000001', pin)).toBe(true)
})

test('asks to retry a save that did not reach the server, and stores the retry', async ({
  page,
  server,
}) => {
  await page.goto('/observatori/profil/new')
  await page.getByLabel('Name', { exact: true }).fill('Oana Departe')
  await page.getByLabel('Phone', { exact: true }).fill('0736 000 009')
  await page.getByLabel('PIN', { exact: true }).fill('4821')
  await page.route('**/api/v1/observer', (route) => route.abort())
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(page.getByRole('alert')).toContainText('try again in a few seconds')
  expect(await signsIn(server.url, '0736000009', '4821')).toBe(false)

  await page.unroute('**/api/v1/observer')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Observer has been added')
  expect(await signsIn(server.url, '0736000009', '4821')).toBe(true)
})

test('asks before discarding unsaved input', async ({ page }) => {
  await page.goto('/observatori/profil/new')
  await page.getByLabel('Name', { exact: true }).fill('Vlad Nesalvat')

  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Vlad Nesalvat')

  await page.getByRole('link', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Observers' })).toBeVisible()
})

test('opens the observer with exactly the phone in the address, or reports none', {
  tag: '@slow',
}, async ({ page, server }) => {
  await addObserver(server.url, 'Lung', '0737 000 0011')
  const id = await addObserver(server.url, 'Scurt', '0737 000 001')
  for (const state of ['view', 'edit']) {
    await page.goto(`/observatori/profil/${state}/0737%20000%20001?sort=phone`)
    if (state === 'view') await expect(page.getByRole('heading', { name: 'Scurt' })).toBeVisible()
    else await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Scurt')
    expect(pathOf(page.url())).toBe(`/observatori/profil/${state}/id/${id}?sort=phone`)
  }

  await page.goto('/observatori/profil/edit/07370')
  await expect(page.getByText('No observer has the phone 07370')).toBeVisible()
  for (const unknownId of ['2147483647', '0', 'ana']) {
    await page.goto(`/observatori/profil/edit/id/${unknownId}`)
    await expect(page.getByText('There is no such observer')).toBeVisible()
  }
})

test('keeps an open page on its observer when the phone moves to another', {
  tag: '@slow',
}, async ({ page, server }) => {
  const change = (observerId: number, phone: string) =>
    asAna(server.url, observers.edit, { body: { observerId: observerId as never, phone } })
  const first = await addObserver(server.url, 'Întâia', '0746 000 001')
  const second = await addObserver(server.url, 'A Doua', '0746 000 002')
  await page.goto('/observatori?name=Întâia')
  await page.getByRole('link', { name: 'Edit Întâia' }).click()
  // The list has a field of this name as well.
  await expect(page.getByRole('heading', { name: 'Edit observer' })).toBeFocused()
  await page.getByLabel('Name', { exact: true }).fill('Întâia corectată')
  expect(page.url()).not.toContain('0746')

  await change(first, '0746 000 003')
  await change(second, '0746 000 001')
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('0746 000 003')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Changes have been saved')
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Întâia corectată')
  await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('0746 000 003')
})

test('keeps unsaved input when a colleague deletes the observer', async ({ page, server }) => {
  const id = await addObserver(server.url, 'Dusă Acum', '0747 000 001')
  await page.goto(`/observatori/profil/edit/id/${id}`)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Încă scrisă')
  await asAna(server.url, observers.remove, { query: { id } })

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('It does not exist, or no longer exists.')).toBeVisible()
  await expect(name).toHaveValue('Încă scrisă')
})

test('stays on the page after editing, and an empty PIN field keeps the PIN', async ({
  page,
  server,
}) => {
  await addObserver(server.url, 'Mihai Vechi', '0738 000 001', '5151')
  await page.goto('/observatori?name=Mihai%20Vechi')
  await page.getByRole('link', { name: 'Edit Mihai Vechi' }).click()
  await expect(page.getByRole('heading', { name: 'Edit observer' })).toBeVisible()

  await page.getByLabel('Name', { exact: true }).fill('Mihai Nou')
  await page.getByLabel('Phone', { exact: true }).fill('+40 738 000 001')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Changes have been saved')
  expect(await signsIn(server.url, '40738000001', '5151')).toBe(true)

  await page.getByLabel('PIN', { exact: true }).fill('6262')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('')
  expect(await signsIn(server.url, '40738000001', '6262')).toBe(true)
  expect(await signsIn(server.url, '40738000001', '5151')).toBe(false)

  // The filter of the list is still set.
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/name=Mihai/)
})

test('shows an observer read-only until the user asks to edit', {
  tag: '@slow',
}, async ({ page, server }) => {
  await addObserver(server.url, 'Vera Văzută', '0739 000 001')
  await page.goto('/observatori?name=Vera')
  await page.getByRole('link', { name: 'Vera Văzută', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Vera Văzută' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeEnabled()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  // Identifying data is in the fragment of the URL, which no server gets.
  await expect(page).toHaveURL(/\/observatori#\?name=Vera$/)
  await expect(toast(page)).toContainText('Observer has been removed')
})

test('shows a colleague’s change and overwrites no input', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addObserver(server.url, 'Doina Dublă', '0741 000 001')
  const rename = (name: string) =>
    asAna(server.url, observers.edit, { body: { observerId: id, name } })
  await page.goto('/observatori/profil/edit/0741000001')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue('Doina Dublă')

  await rename('Doina Întâi')
  await expect(name).toHaveValue('Doina Întâi')

  await name.fill('Doina mea')
  await rename('Doina a doua')
  await expect(both(page)).toContainText('Doina mea')
  await expect(both(page)).toContainText('Doina a doua')
  await expect(name).toHaveValue('Doina mea')
  await both(page).getByRole('button', { name: 'Take what is saved' }).click()
  await expect(name).toHaveValue('Doina a doua')
})

test('shows a phone that a colleague corrected next to the input, and loses neither', {
  tag: '@slow',
}, async ({ page, server }) => {
  const observerId = await addObserver(server.url, 'Florin Fir', '0744 000 001')
  await page.goto('/observatori/profil/edit/0744000001')
  const phone = page.getByLabel('Phone', { exact: true })
  await page.getByLabel('Name', { exact: true }).fill('Florin Firu')

  await asAna(server.url, observers.edit, { body: { observerId, phone: '0744 000 002' } })
  await expect(phone).toHaveValue('0744 000 002')
  await phone.fill('0744 000 009')
  await asAna(server.url, observers.edit, { body: { observerId, phone: '0744 000 003' } })
  await expect(both(page)).toContainText('0744 000 009')
  await expect(both(page)).toContainText('0744 000 003')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await both(page).getByRole('button', { name: 'Keep what I wrote' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(toast(page)).toContainText('Changes have been saved')
  const { data } = await asAna(server.url, observers.list, { query: { id: observerId as never } })
  expect(data).toMatchObject([{ name: 'Florin Firu', phone: '0744 000 009' }])
})

test('keeps a PIN that a colleague set while the form was open', async ({ page, server }) => {
  const observerId = await addObserver(server.url, 'Petra Pin', '0745 000 001')
  await page.goto('/observatori/profil/edit/0745000001')
  await page.getByLabel('PIN', { exact: true }).fill('1111')
  await asAna(server.url, observers.edit, { body: { observerId, pin: '2222' } })

  await expect(both(page)).toContainText('a new one, never shown')
  expect(await both(page).textContent()).not.toContain('1111')
  await both(page).getByRole('button', { name: 'Take what is saved' }).click()
  await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('')
  expect(await signsIn(server.url, '0745000001', '2222')).toBe(true)
})

test('accepts a new PIN at once and refuses the old one', async ({ page, server }) => {
  await addObserver(server.url, 'Paula Pin', '0742 000 001', '1212')
  await page.goto('/observatori?name=Paula')
  await choose(page, 'Paula Pin', 'Reset password')
  const dialog = page.getByRole('dialog', { name: 'New password for Paula Pin' })
  const confirm = dialog.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeDisabled()

  const field = dialog.getByLabel('New password (PIN)')
  await field.fill('12')
  await confirm.click()
  await expect(dialog.getByText('A PIN has at least 4 characters.')).toBeVisible()
  await field.fill('343434')
  await confirm.click()

  await expect(toast(page)).toContainText('Success!')
  await expect(toast(page)).toContainText('Password has been reset for the observer.')
  await expect(dialog).toBeHidden()
  expect(await signsIn(server.url, '0742000001', '343434')).toBe(true)
  expect(await signsIn(server.url, '0742000001', '1212')).toBe(false)
})

test('reports a PIN that cannot be reset, and keeps the input', async ({ page, server }) => {
  const id = await addObserver(server.url, 'Sorin Dispărut', '0743 000 001')
  await page.goto('/observatori?name=Sorin')
  await choose(page, 'Sorin Dispărut', 'Reset password')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New password (PIN)').fill('9876')
  await asAna(server.url, observers.remove, { query: { id } })

  await dialog.getByRole('button', { name: 'Confirm' }).click()

  await expect(toast(page)).toContainText('Error!')
  await expect(toast(page)).toContainText('Could not reset password')
  await expect(dialog.getByText('It does not exist, or no longer exists.')).toBeVisible()
  await expect(dialog.getByLabel('New password (PIN)')).toHaveValue('9876')
})
