import { expect, type Page } from '@playwright/test'
import { choose, rowOf, toast } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'
import { dueAnHourAgo, plan } from './plan-of.ts'

test.use({ about: 'deployment' })
test.describe.configure({ mode: 'serial' })

const list = (page: Page) => page.getByRole('table', { name: 'Who is expected' })

test('moves the plan of an observer who reports from another station', { tag: '@slow' }, async ({
  page,
  server,
  phone,
}) => {
  const bogdan = await phone(1)
  await plan(server.url, nameOf(1), ['AG-P', 1])
  await dueAnHourAgo(server.url, 'Sosire')
  await bogdan.arrive(['AG-P', 2], '2026-11-22 08:00')

  await page.goto('/deployment')
  await page.getByRole('button', { name: '1 at another station' }).click()
  await expect(page).toHaveURL(/elsewhere=true/)
  await expect(list(page)).toContainText('from Pitești 2')
  await expectNoViolations(page)

  await choose(page, nameOf(1), 'Move in the plan to Pitești 2')
  await expect(page.getByText('No observers match the filters')).toBeVisible()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(list(page)).toContainText('from Pitești 2')
})

test('narrows a milestone to some shifts and says how many it reaches', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/deployment/milestones')
  await page.getByRole('button', { name: 'Edit Sosire' }).click()
  const window = page.getByRole('dialog')
  await expect(window.getByText('Applies to one planned shift.')).toBeVisible()
  await window.getByRole('button', { name: /Owed by/ }).click()
  await page.getByRole('option', { name: 'only some' }).click()
  await expectNoViolations(page)

  await window.getByRole('button', { name: /^(either )?Mobile teams/ }).click()
  await page.getByRole('option', { name: 'mobile teams', exact: true }).click()
  await expect(window.getByText('Applies to 0 planned shifts.')).toBeVisible()
  await window.getByRole('searchbox', { name: 'Find a municipality' }).fill('Pitești')
  await window.getByRole('option', { name: /Pitești/ }).click()
  await expect(window.getByText('At stations in one place')).toBeVisible()
  await window.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, 'Sosire')).toContainText('Pitești, mobile teams')
})
