import type { Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { session } from '#features/session/contract.ts'
import { asAna } from './acts.ts'
import { call } from './phone.ts'

/** Another organiser, who has chosen her password. */
export async function addBea(url: string) {
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

/** Adds Bea, who is signed in on this screen from its next page on. */
export async function signBeaIn(url: string, hers: Page) {
  const { access_token } = await call(url, session.authorize, { body: await addBea(url) })
  await hers.addInitScript((token) => localStorage.setItem('token-id', token), access_token)
}

/** By the account menu with this name. */
export async function logOut(page: Page, name: string) {
  await page.getByRole('button', { name: `Account of ${name}` }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
}
