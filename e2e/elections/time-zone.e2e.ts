import { expect } from '@playwright/test'
import { assignments } from '#features/assignments/contract.ts'
import { asAna, toast } from '../acts.ts'
import { observerIdOf, stationIdOf } from '../deployment/plan-of.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'time zone' })

test('asks whether clock times stay when the time zone changes, and keeps a shift’s hours', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const shift = {
    observerId: await observerIdOf(url, nameOf(0)),
    pollingStationId: await stationIdOf(url, ['CJ-N', 1]),
    from: '2026-11-22 06:30',
    until: '2026-11-22 22:00',
  }
  await asAna(url, assignments.add, { body: { assignments: [shift] } })
  await page.goto('/settings/elections')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin')

  await expect(dialog.getByRole('alert')).toContainText('already set: 1 shift. Choose what stays.')
  await expect(dialog.getByText('1 shift: 2026-11-22 06:30 → 2026-11-22 05:30')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expectNoViolations(page)
  await dialog.getByRole('radio', { name: /^Clock times stay/ }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Success')

  await page.goto('/deployment/plan')
  const row = page.getByRole('table', { name: 'Assignments' }).getByRole('row', { name: nameOf(0) })
  await expect(row).toContainText('06:30')
  await page.getByRole('button', { name: `Edit ${nameOf(0)}` }).click()
  const edit = page.getByRole('dialog')
  await edit.getByRole('spinbutton', { name: 'day, From, day' }).focus()
  await page.keyboard.type('29032026')
  await edit.getByRole('textbox', { name: 'Time' }).first().fill('02:30')
  await expect(edit.getByText('This time does not exist: clocks are put forward.')).toBeVisible()
  await expect(edit.getByText('238 days before election day.')).toBeVisible()
})
