import { expect } from '@playwright/test'
import { type Receiver, startReceiver, verified } from '#testing/receiver.ts'
import { toast } from '../acts.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

const kindsOf = (program: Receiver, secret: string) =>
  verified(program, secret).map(({ type }) => type)

test.use({ about: 'web hooks' })

test('sends a flagged answer to a program, again after it failed, and nothing once it is off', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const program = await startReceiver()
  await page.goto('/settings/hooks')
  await expect(page.getByText('There are no web hooks')).toBeVisible()
  await page.getByRole('button', { name: 'New web hook' }).first().press('Enter')
  await page.getByRole('textbox', { name: 'Address' }).fill('sheets')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Type a whole address')).toBeVisible()
  await page.getByRole('textbox', { name: 'Address' }).fill(program.url)
  for (const kind of ['Report received', 'Report changed', 'Review changed'])
    await page.getByRole('checkbox', { name: kind }).press('Space')
  await page.getByRole('textbox', { name: 'Address' }).press('Enter')

  const shown = page.getByRole('dialog', { name: `The secret for ${program.url}` })
  const secret = await shown.locator('code').innerText()
  await shown.getByRole('button', { name: 'I have copied it' }).press('Enter')
  await page.getByRole('button', { name: `More actions: ${program.url}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Send a test event' }).press('Enter')
  await expect(toast(page)).toContainText('on its way')
  await expect.poll(() => kindsOf(program, secret)).toEqual(['hook.test'])

  program.status = 500
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 1], { A1: ['Nu'] })
  await page.getByRole('button', { name: `Deliveries to ${program.url}` }).press('Enter')
  const log = page.getByRole('dialog', { name: `Deliveries to ${program.url}` })
  const flagged = log.getByRole('listitem').filter({ hasText: 'Answer flagged' })
  await expect(flagged).toContainText('retried')
  await expect(flagged).toContainText('answered 500')
  await expectNoViolations(page)
  program.status = 200
  await flagged.getByRole('button', { name: /^Send again/ }).press('Enter')
  await expect(flagged).toContainText('arrived')
  expect(new Set(kindsOf(program, secret))).toEqual(new Set(['hook.test', 'answer.flagged']))
  await log.getByRole('button', { name: 'Close' }).press('Enter')

  await page.getByRole('button', { name: `More actions: ${program.url}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Switch off' }).press('Enter')
  await expect(page.getByText('switched off by organisers')).toBeVisible()
  await expectNoViolations(page)

  const other = await page.context().newPage()
  await other.goto('/settings/hooks')
  await other.getByRole('button', { name: `Deliveries to ${program.url}` }).click()
  await expect(other.getByRole('dialog')).toBeVisible()
  await page.getByRole('button', { name: `More actions: ${program.url}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  for (const tab of [page, other])
    await expect(tab.getByText('There are no web hooks')).toBeVisible()
  await expect(other.getByRole('dialog')).toBeHidden()
  program.stop()
})
