import { expect } from '@playwright/test'
import { signBeaIn } from '../another-organiser.ts'
import { untilKeysAreHeard } from '../keys-heard.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ language: 'en', about: 'bulk reviewing' })

test('verifies the selected reports by keys and undoes it, and leaves one that a colleague changed', async ({
  page,
  elsewhere,
  server,
  phone,
}) => {
  for (const person of [2, 3, 5])
    await (await phone(person)).answer(['AG-P', person === 2 ? 2 : 3], { A1: ['Nu'] })
  await page.goto('/answers?urgente=true')
  const list = page.getByRole('list', { name: 'Reports' })
  const row = (person: number) => list.getByRole('listitem').filter({ hasText: nameOf(person) })
  await expect(row(5)).toBeVisible()
  await untilKeysAreHeard(page)

  await page.keyboard.press('x')
  for (const person of [2, 3]) await row(person).getByRole('checkbox').check()
  const bar = page.getByRole('region', { name: 'What is selected' })
  await expect(bar).toContainText('2 reports selected')
  await bar.getByRole('button', { name: 'Select all shown' }).click()
  await expect(bar).toContainText('3 reports selected')
  await row(5).getByRole('checkbox').uncheck()

  await page.keyboard.press('v')
  await expect(page.getByText('2 reports are now verified.')).toBeVisible()
  for (const person of [2, 3]) await expect(row(person)).toContainText('verified')
  await expect(row(5)).not.toContainText('verified')
  await expect(bar).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(2)).not.toContainText('verified')

  // Selected as it was: a colleague's change since then stays.
  for (const person of [2, 3]) await row(person).getByRole('checkbox').check()
  const hers = await elsewhere()
  await signBeaIn(server.url, hers)
  await hers.goto('/answers?urgente=true')
  await hers.getByRole('link', { name: nameOf(3) }).click()
  await hers.getByRole('button', { name: 'Follow up' }).click()
  await expect(row(3)).toContainText('needs follow-up')
  await page.keyboard.press('v')
  await expect(page.getByText('A colleague changed 1 report meanwhile: it stays so.')).toBeVisible()
  await expect(row(2)).toContainText('verified')
  await expect(row(3)).toContainText('needs follow-up')
})
