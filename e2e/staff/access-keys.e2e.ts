import { expect } from '@playwright/test'
import { toast } from '../acts.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'access keys' })

test('makes a key by keyboard, with which a program reads until it is revoked', async ({
  page,
  server,
}) => {
  const read = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    return (await fetch(`${server.url}/api/v1/observer`, { headers })).status
  }
  await page.goto('/settings/keys')
  await expect(page.getByText('There are no keys')).toBeVisible()
  await page.getByRole('button', { name: 'New key' }).first().press('Enter')
  await page.getByRole('textbox', { name: 'Program' }).fill('Public map')
  await page.keyboard.press('Enter')

  const window = page.getByRole('dialog', { name: 'The key of Public map' })
  const key = await window.locator('code').innerText()
  expect(key).toMatch(/^veghe_[0-9a-f]{72}$/)
  await window.getByRole('button', { name: 'I have copied it' }).press('Enter')
  await expect(page.getByText('never', { exact: true })).toBeVisible()
  await expectNoViolations(page)
  expect(await read(key)).toBe(200)

  await page.getByRole('button', { name: 'Revoke the key of Public map' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(toast(page)).toContainText('was revoked')
  expect(await read(key)).toBe(401)
})
