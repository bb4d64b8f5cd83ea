import { expect } from '@playwright/test'
import { plan } from '../deployment/plan-of.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'double clicks' })

test('who double-clicks what opens a window gets it: the second click does not close it', async ({
  page,
  server: { url },
}) => {
  await plan(url, nameOf(0), ['CJ-N', 1])
  await page.goto('/deployment/plan')
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: `Edit ${nameOf(0)}` }).dblclick()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: `More actions: ${nameOf(0)}` }).click()
  await page.getByRole('menuitem', { name: 'Replace' }).dblclick()
  await expect(dialog.getByRole('searchbox')).toBeVisible()
})

test('who double-clicks what opens a menu gets it', async ({ page, server: { url } }) => {
  await plan(url, nameOf(1), ['CJ-N', 2])
  await page.goto('/deployment/plan')

  await page.getByRole('button', { name: `More actions: ${nameOf(1)}` }).dblclick()

  await expect(page.getByRole('menuitem', { name: 'Replace' })).toBeVisible()
})
