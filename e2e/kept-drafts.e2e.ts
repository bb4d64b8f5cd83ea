import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { session } from '#features/session/contract.ts'
import { asAna, question, signIn } from './acts.ts'
import { call } from './phone.ts'
import { organiser } from './server.ts'
import { test } from './stage.ts'

test.use({ about: 'kept drafts' })

/** Another organiser, who has chosen her password. */
async function addBea(url: string) {
  const ana = (await asAna(url, accounts.list, {})).find(({ account }) => account === 'ana')
  const [user, password, first] = ['bea', 'parola aleasă de Bea', 'parola primită de Bea']
  const standing = { role: 'organiser', countyCodes: null } as const
  await asAna(url, accounts.add, {
    body: { account: user, password: first, ngoId: ana?.ngoId as never, ...standing },
  })
  const { access_token } = await call(url, session.authorize, { body: { user, password: first } })
  await call(url, accounts.choosePassword, { body: { password } }, access_token)
  return { user, password }
}

async function logOut(page: Page, name: string) {
  await page.getByRole('button', { name: `Account of ${name}` }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
}

test('what is kept of a form is offered to whoever wrote it, and to nobody else in that browser', async ({
  page,
  server,
}) => {
  const bea = await addBea(server.url)
  const title = page.getByRole('textbox', { name: 'Title' }).first()
  await page.goto('/formulare/nou')
  await title.fill('Numai al Anei')
  // Until it is kept: what is written goes there a moment later.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .toContain('Numai al Anei')
  await logOut(page, 'Ana')
  await question(page).getByRole('button', { name: 'Log out' }).click()
  await signIn(page, bea)
  await expect(page.getByRole('button', { name: 'Account of Bea' })).toBeVisible()

  await page.goto('/formulare/nou')
  await expect(title).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await logOut(page, 'Bea')
  await signIn(page, organiser)
  await expect(page.getByRole('button', { name: 'Account of Ana' })).toBeVisible()
  await page.goto('/formulare/nou')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(title).toHaveValue('Numai al Anei')
})
