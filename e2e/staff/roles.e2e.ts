import { expect, type Route } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { session } from '#features/session/contract.ts'
import { asAna, question, signIn, signInFirst, writeMessage } from '../acts.ts'
import { call, nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'roles' })

test('reviewer limited to a county sees only that county and sets up nothing', {
  tag: '@slow',
}, async ({ page, elsewhere, phone }) => {
  const [bogdan, calina] = [await phone(0), await phone(1)]
  await bogdan.answer(['CJ-N', 1], { A1: ['Nu'] })
  await calina.answer(['BV-B', 1], { A1: ['Nu'] })
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'Add account' }).click()
  const window = page.getByRole('dialog', { name: 'Add account' })
  await window.getByLabel('Account', { exact: true }).fill('rodica')
  await window.getByLabel('Password', { exact: true }).fill('o parolă de început')
  await window.getByRole('button', { name: /^Guest/ }).click()
  await page.getByRole('option', { name: 'Reviewer' }).click()
  await expect(window.getByText('changes nothing else')).toBeVisible()
  await window.getByLabel('Some counties only').check()
  await expect(window.getByRole('button', { name: 'Add account' })).toBeDisabled()
  await window.getByLabel('Cluj (CJ)').check()
  await expectNoViolations(page)
  await window.getByRole('button', { name: 'Add account' }).click()
  const row = page.getByRole('row').filter({ hasText: 'rodica' })
  await expect(row).toContainText('Reviewer')
  await expect(row).toContainText('Cluj only')

  const rodica = await elsewhere()
  await rodica.goto('/login?next=/answers')
  const given = { user: 'rodica', password: 'o parolă de început' }
  await signInFirst(rodica, given, 'o parolă numai a Rodicăi')
  await expect(rodica.getByRole('link', { name: nameOf(0) })).toBeVisible()
  await expect(rodica.getByRole('link', { name: nameOf(1) })).toBeHidden()
  await rodica.goto('/observatori')
  await expect(rodica.getByRole('link', { name: `View ${nameOf(0)}` })).toBeVisible()
  await expect(rodica.getByText(nameOf(1))).toBeHidden()
  await expect(rodica.getByRole('link', { name: 'Add observer' })).toBeHidden()
  await rodica.goto('/polling-stations')
  await expect(rodica.getByRole('row').filter({ hasText: 'Cluj' })).toBeVisible()
  await expect(rodica.getByRole('row').filter({ hasText: 'Brașov' })).toBeHidden()
  await expect(rodica.getByRole('link', { name: 'Add county' })).toBeHidden()
  await rodica.goto('/settings/security')
  await rodica.getByRole('button', { name: /^Account of/ }).click()
  await expect(rodica.getByRole('link', { name: 'History' })).toBeVisible()
  await rodica.keyboard.press('Escape')
  await expect(rodica.getByRole('link', { name: 'Elections' })).toBeHidden()
  await rodica.goto('/settings/elections')
  await expect(rodica.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()
  await expectNoViolations(rodica)

  await row.getByRole('button', { name: 'More actions: rodica' }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  const role = page.getByRole('dialog', { name: 'Role of rodica' })
  await role.getByLabel('Some counties only').uncheck()
  await role.getByRole('button', { name: 'Save' }).click()
  await expect(row).not.toContainText('Cluj only')

  await rodica.goto('/answers')
  await expect(rodica.getByRole('link', { name: nameOf(1) })).toBeVisible()
})

test.describe(() => {
  test.use({ viewport: sizes.phone })

  test('lists the rights of each role below the accounts', async ({ page }) => {
    await page.goto('/settings/accounts')

    const table = page.getByRole('table').filter({ hasText: 'Manage accounts' })
    const row = table.getByRole('row').filter({ hasText: 'Manage accounts' })
    await expect(row.getByRole('cell')).toHaveText(['yes', 'yes', '–no', '–no', '–no'])
    await expectNoViolations(page)
  })
})

test('shows account actions only after the organisations load, so that none move', async ({
  page,
}) => {
  const held: Route[] = []
  await page.route('**/api/v1/ngo', (route) => {
    held.push(route)
  })
  await page.goto('/settings/accounts')
  await expect(page.getByRole('button', { name: 'Add organisation' })).toBeVisible()
  await expect.poll(() => held.length).toBe(1)
  await expect(page.getByRole('button', { name: 'Add account' })).toBeHidden()

  await Promise.all(held.map((route) => route.continue()))

  const add = page.getByRole('button', { name: 'Add account' })
  await expect(add).toBeVisible()
  await expect(page.getByRole('table', { name: 'Organisations' })).toBeVisible()
})

test('keeps input when the user loses the role, and says that it cannot be saved', {
  tag: '@slow',
}, async ({ elsewhere, server: { url } }) => {
  const given = { user: 'olga', password: 'o parolă primită de Olga' }
  const { user: account, password: first } = given
  const draft = { account, password: first, role: 'organiser' as const }
  const id = (await asAna(url, accounts.add, { body: draft })) as never
  const { access_token } = await call(url, session.authorize, { body: given })
  const own = { user: 'olga', password: 'o parolă numai a Olgăi' }
  await call(url, accounts.choosePassword, { body: { password: own.password } }, access_token)
  const become = (role: 'organiser' | 'guest') =>
    asAna(url, accounts.setRole, { params: { id }, body: { role } })
  const olga = await elsewhere()
  const notice = olga.getByRole('alert').filter({ hasText: 'may do has changed' })
  const title = olga.getByRole('textbox', { name: 'Title' })
  await olga.goto('/login?next=/notifications')
  await signIn(olga, own)
  await writeMessage(olga, 'Cine vede', 'Un mesaj la care s-a muncit mult')

  await become('guest')

  await expect(notice).toBeVisible()
  await expect(title).toHaveValue('Cine vede')
  await expect(olga.getByRole('textbox', { name: 'Message' })).toHaveValue(/muncit mult/)
  await expectNoViolations(olga)
  await olga.getByRole('link', { name: 'Forms' }).click()
  await question(olga).getByRole('button', { name: 'Leave without saving' }).click()
  await expect(notice).toBeHidden()
  await olga.goto('/notifications')
  await expect(olga.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible()

  await become('organiser')
  await expect(title).toBeVisible()
  await olga.goto('/polling-stations')
  await olga.getByRole('link', { name: 'Cluj', exact: true }).click()
  const name = olga.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Un nume nou')
  await become('guest')
  await expect(notice).toBeVisible()
  await olga.getByRole('button', { name: 'Save' }).click()
  await expect(olga.getByText('not allowed to do this')).toBeVisible()
  await expect(name).toHaveValue('Un nume nou')
})
