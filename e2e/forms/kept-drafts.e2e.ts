import { expect } from '@playwright/test'
import { question, signIn } from '../acts.ts'
import { addBea, logOut } from '../another-organiser.ts'
import { organiser } from '../server.ts'
import { test } from '../stage.ts'

test.use({ about: 'kept drafts' })

test('offers a kept draft only to its author in a shared browser', {
  tag: '@slow',
}, async ({ page, server }) => {
  const bea = await addBea(server.url)
  const title = page.getByRole('textbox', { name: 'Title' }).first()
  await page.goto('/formulare/nou')
  await title.fill('Numai al Anei')
  // Until it is kept: input is stored a moment later.
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
