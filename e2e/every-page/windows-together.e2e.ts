import { expect, type Locator, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { addCalin, addObserver, asAna, choose, rowOf, signsIn, toast } from '../acts.ts'
import { call } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'windows of two people' })

const both = (part: Page | Locator) =>
  part.getByRole('alert', { name: 'Another user has changed the same thing in the meantime' })

/** Of one account, by its name. */
const accountOf = async (url: string, name: string) => {
  const account = (await asAna(url, accounts.list, {})).find((one) => one.account === name)
  if (!account) throw new Error(`No account ${name}`)
  return account
}

const signsInAs = (url: string, user: string, password: string) =>
  call(url, session.authorize, { body: { user, password } }).then(
    () => true,
    () => false,
  )

test('shows a colleague’s new organisation name next to the user’s own', async ({
  page,
  server,
}) => {
  const ngo = { name: 'Două Mâini', shortName: 'DM' }
  const id = (await asAna(server.url, accounts.addNgo, { body: ngo })) as never
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'Edit Două Mâini' }).click()
  const window = page.getByRole('dialog', { name: 'Edit organisation' })
  const name = window.getByLabel('Name', { exact: true })
  await name.fill('A mea')

  const change = { name: 'A colegei', shortName: 'AC' }
  await asAna(server.url, accounts.editNgo, { params: { id }, body: change })

  await expect(both(window)).toContainText('A mea')
  await expect(both(window)).toContainText('A colegei')
  await expect(window.getByLabel('Short name')).toHaveValue('AC')
  await expect(name).toHaveValue('A mea')
  await expect(window.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()

  await both(window).getByRole('button', { name: 'Keep what I wrote' }).click()
  await window.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Changes have been saved')
  const stored = (await asAna(server.url, accounts.listNgos, {})).find((one) => one.id === id)
  expect(stored).toMatchObject({ name: 'A mea', shortName: 'AC' })
})

test('offers the colleague’s e-mail address when two users change it', async ({ page, server }) => {
  const { user } = await addCalin(server.url)
  const { id } = await accountOf(server.url, user)
  await page.goto('/settings/accounts')
  await choose(page, user, 'Change e-mail')
  const window = page.getByRole('dialog', { name: 'E-mail of calin' })
  await window.getByLabel('E-mail').fill('eu@exemplu.ro')

  const email = 'colega@exemplu.ro'
  await asAna(server.url, accounts.setEmail, { params: { id }, body: { email } })

  await expect(both(window)).toContainText('eu@exemplu.ro')
  await both(window).getByRole('button', { name: 'Take what is saved' }).click()
  await expect(window.getByLabel('E-mail')).toHaveValue(email)
  await expect(both(window)).toHaveCount(0)
})

test('shows and merges a colleague’s role and counties with the user’s own', async ({
  page,
  server,
}) => {
  const { id } = await accountOf(server.url, 'calin')
  await page.goto('/settings/accounts')
  await choose(page, 'calin', 'Change role')
  const window = page.getByRole('dialog', { name: 'Role of calin' })
  await window.getByRole('button', { name: /^Administrator/ }).click()
  await page.getByRole('option', { name: 'Guest' }).click()

  const given = { role: 'reviewer', countyCodes: ['CJ'] } as const
  await asAna(server.url, accounts.setRole, {
    params: { id },
    body: { role: given.role, countyCodes: [...given.countyCodes] },
  })

  await expect(both(window)).toContainText('Guest')
  await expect(both(window)).toContainText('Reviewer')
  await expect(window.getByRole('checkbox', { name: /Cluj/ })).toBeChecked()
  await both(window).getByRole('button', { name: 'Keep what I wrote' }).click()
  await window.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Changes have been saved')
  expect(await accountOf(server.url, 'calin')).toMatchObject({
    role: 'guest',
    countyCodes: ['CJ'],
  })
})

test('keeps a colleague’s new election day when saving the name', async ({ page, server }) => {
  const values = { name: 'Turul întâi', day: '2026-11-22', timezone: 'Europe/Bucharest' }
  const id = (await asAna(server.url, elections.add, { body: values })) as never
  await page.goto('/settings/elections')
  await page.getByRole('button', { name: 'Edit Turul întâi' }).click()
  const window = page.getByRole('dialog', { name: 'Edit the election' })
  await window.getByLabel('Name', { exact: true }).fill('Turul meu')

  const change = { name: 'Turul colegei', day: '2026-11-29' }
  await asAna(server.url, elections.editOne, { params: { id }, body: change })

  await expect(both(window)).toContainText('Turul colegei')
  await expect(window.getByRole('group', { name: 'Day' })).toContainText('29/11/2026')
  await both(window).getByRole('button', { name: 'Keep what I wrote' }).click()
  await window.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(rowOf(page, 'Turul meu')).toContainText('29 Nov 2026')
})

test('keeps a password that a colleague set while the dialog was open', async ({
  page,
  server,
}) => {
  const given = { account: 'parolat', password: 'prima parolă dată', role: 'guest' } as const
  const { ngoId } = await accountOf(server.url, 'ana')
  const body = { ...given, ngoId: ngoId as never, countyCodes: null }
  const id = (await asAna(server.url, accounts.add, { body })) as never
  // The connection is cut: only the server can say that it was changed.
  await page.route('**/api/live**', (route) => route.abort())
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'New password for parolat' }).click()
  const window = page.getByRole('dialog', { name: 'New password for parolat' })
  const password = window.getByLabel('New password', { exact: true })
  await password.fill('parola scrisă de mine')

  const theirs = 'parola dată de colegă'
  await asAna(server.url, accounts.setPassword, { params: { id }, body: { password: theirs } })
  await window.getByRole('button', { name: 'Set password', exact: true }).click()

  await expect(both(window)).toContainText('a new one, never shown')
  expect(await both(window).textContent()).not.toContain('parola scrisă')
  expect(await signsInAs(server.url, 'parolat', theirs)).toBe(true)
  await both(window).getByRole('button', { name: 'Keep what I wrote' }).click()
  await window.getByRole('button', { name: 'Set password', exact: true }).click()
  await expect(window).toBeHidden()
  expect(await signsInAs(server.url, 'parolat', 'parola scrisă de mine')).toBe(true)
})

test('keeps a PIN that a colleague reset while the dialog was open', async ({ page, server }) => {
  const id = await addObserver(server.url, 'Pia Pin', '0749 000 001', '1111')
  await page.goto('/observatori?name=Pia')
  await choose(page, 'Pia Pin', 'Reset password')
  const window = page.getByRole('dialog', { name: 'New password for Pia Pin' })
  await window.getByLabel('New password (PIN)').fill('2222')
  const body = { action: 'reset-password', observerId: id as never, pin: '3333' } as const
  await asAna(server.url, observers.resetPin, { body })

  await expect(both(window)).toContainText('a new one, never shown')
  await expect(window.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await both(window).getByRole('button', { name: 'Take what is saved' }).click()
  await expect(window.getByLabel('New password (PIN)')).toHaveValue('')
  expect(await signsIn(server.url, '0749000001', '3333')).toBe(true)
})

test('undoes switching an organisation off even when a colleague changed it meanwhile', async ({
  page,
  server,
}) => {
  const ngo = { name: 'Stinge Aprinde', shortName: 'SA' }
  const id = (await asAna(server.url, accounts.addNgo, { body: ngo })) as never
  await page.goto('/settings/accounts')
  await choose(page, ngo.name, 'Switch off')
  await asAna(server.url, accounts.editNgo, { params: { id }, body: { shortName: 'S2' } })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch off' }).click()
  await toast(page).getByRole('button', { name: 'Undo' }).click()

  await expect(toast(page)).toContainText('is active again')
  const stored = (await asAna(server.url, accounts.listNgos, {})).find((one) => one.id === id)
  expect(stored).toMatchObject({ isActive: true, shortName: 'S2' })
})

test('refuses to switch on an organisation that a colleague switched meanwhile', async ({
  page,
  server,
}) => {
  const ngo = { name: 'Pe Rând', shortName: 'PR', isActive: false }
  const id = (await asAna(server.url, accounts.addNgo, { body: ngo })) as never
  // The connection is cut: the colleague's event does not arrive.
  await page.route('**/api/live**', (route) => route.abort())
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'More actions: Pe Rând' }).click()
  for (const isActive of [true, false])
    await asAna(server.url, accounts.editNgo, { params: { id }, body: { isActive } })
  await page.getByRole('menuitem', { name: 'Switch on' }).click()

  await expect(toast(page)).toContainText('another user has changed the same thing in the meantime')
  const stored = (await asAna(server.url, accounts.listNgos, {})).find((one) => one.id === id)
  expect(stored).toMatchObject({ isActive: false })
})
