import { expect } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { assignments } from '#features/assignments/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { places } from '#features/places/contract.ts'
import { addCounty, asAna, plannedRow, toast } from '../acts.ts'
import { chooseFile } from '../choose-file.ts'
import { holdBack } from '../held-back.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'
import { observerIdOf } from './plan-of.ts'

test.use({ about: 'plan' })
test.describe.configure({ mode: 'serial' })

const headings = 'Phone,County code,Municipality code,Station number,From,Until'

const good = '0722 100 001,CJ,CJ-T,1,2026-11-22 06:30,2026-11-22 23:59'

test('imports a plan once its errors are corrected', async ({ page }) => {
  await page.goto('/deployment/plan')
  await page.getByRole('link', { name: 'Import' }).click()
  const bad = '0722 999 999,CJ,CJ-T,2,2026-11-22 06:30,2026-11-22 23:59'
  await chooseFile(page, [headings, good, bad], 'plan.csv')
  await expect(page.getByRole('table', { name: 'Wrong rows' })).toContainText('0722 999 999')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Remove the file plan.csv' }).click()
  await chooseFile(page, [headings, good])
  await expect(page.getByRole('table', { name: 'Wrong rows' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  await expect(toast(page)).toContainText('1 row added')
  await page.getByRole('link', { name: 'See the list' }).click()
  await expect(plannedRow(page, nameOf(0))).toContainText('Turda 1')
})

test('counts observers without a station and plans them from that list', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/deployment/plan')
  await page.getByRole('tab', { name: 'Observers without a station' }).click()
  const table = page.getByRole('table', { name: 'Observers without a station' })
  await expect(table).toBeInViewport()
  const iulia = table.getByRole('row', { name: nameOf(3) })
  await expect(table.getByRole('row', { name: nameOf(0) })).toHaveCount(0)
  await expectNoViolations(page)

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the observers without a station' }).click()
  await page.getByRole('menuitem', { name: 'Excel workbook' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/)
  const count = (await table.getByRole('row').count()) - 1
  await page.getByRole('button', { name: 'Message all of them' }).click()
  await expect(page.getByRole('button', { name: `Send to ${count} observers` })).toBeVisible()
  await page.goBack()

  await iulia.getByRole('button', { name: `Add ${nameOf(3)} to the plan` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: /^Station/ }).fill('Turda 2')
  await dialog.getByRole('option', { name: /Turda 2/ }).click()
  await dialog.getByRole('button', { name: 'Add to the plan' }).click()

  await expect(toast(page)).toContainText('One assignment was added.')
  await expect(iulia).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(iulia).toBeVisible()
})

test('fills in a county with proposals and undoes it', { tag: '@slow' }, async ({
  page,
  phone,
}) => {
  await (await phone(1)).arrive(['BV-B', 1], '2026-11-22 08:00')
  await (await phone(2)).arrive(['BV-B', 2], '2026-11-22 08:00')
  await page.goto('/deployment/plan?list=areas')
  await page.getByRole('button', { name: 'Suggest observers: Brașov' }).click()
  await expectNoViolations(page)
  const lines = page.getByRole('dialog').getByRole('listitem')
  await expect(lines).toHaveCount(3)
  await expect(lines.first()).toContainText('Has reported from the county')
  await expect(lines.last()).toContainText('Nothing is known of where they were')
  await page.getByRole('button', { name: 'Assign the 2 known here' }).click()
  await expect(toast(page)).toContainText('2 assignments were added.')
  await expect(page.getByRole('button', { name: 'Assign the proposal' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const brasov = page.getByRole('table', { name: 'Cover by area' }).getByRole('row', {
    name: /^Brașov/,
  })
  await expect(brasov).toContainText('2 of 3')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(brasov).toContainText('0 of 3')
})

test('names the planned observer when it refuses all proposals, and proposes again', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await page.goto('/deployment/plan?list=areas')
  await page.getByRole('button', { name: 'Suggest observers: Brașov' }).click()
  await expect(page.getByRole('button', { name: 'Assign all 3' })).toBeVisible()
  // The list is not read again before it is taken.
  const { letGo } = await holdBack(page, '**/assignment/proposals?*')
  const counties = await asAna(url, places.counties, {})
  const countyId = counties.find(({ code }) => code === 'BV')!.id
  const [one] = await asAna(url, assignments.proposals, { query: { countyId } })
  const { observerId, pollingStationId, observerName, pollingStationNumber } = one!
  const { day } = await asAna(url, elections.current, {})
  const shift = { from: `${day} 06:30`, until: `${day} 20:00` }
  const body = { assignments: [{ observerId, pollingStationId, ...shift }] }
  const ids = await asAna(url, assignments.add, { body })

  await page.getByRole('button', { name: 'Assign all 3' }).click()

  await expect(toast(page)).toContainText(
    `${observerName} is already assigned to Brașov · Station ${pollingStationNumber}`,
  )
  letGo()
  await expect(page.getByRole('button', { name: 'Assign the one known here' })).toBeVisible()
  await asAna(url, assignments.remove, { body: { ids } })
})

test('counts, pages, plans and exports the uncovered stations of an area', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/deployment/plan?list=areas')
  await page.getByRole('link', { name: 'Brașov', exact: true }).click()
  await page.getByRole('tab', { name: 'Stations without an observer' }).click()
  const table = page.getByRole('table', { name: 'Stations without an observer' })
  await expect(table).toBeInViewport()
  await expect(table.getByRole('row')).toHaveCount(4)
  await expectNoViolations(page)
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export the stations without an observer' }).click()
  await page.getByRole('menuitem', { name: 'CSV file' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.csv$/)

  await table.getByRole('button', { name: /^Add Brașov.* 3 to the plan$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: 'Observer: name' }).fill(nameOf(3))
  await dialog.getByRole('option', { name: nameOf(3) }).click()
  await dialog.getByRole('button', { name: 'Add to the plan' }).click()
  await expect(toast(page)).toContainText('One assignment was added.')
  await expect(table.getByRole('row')).toHaveCount(3)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(table.getByRole('row')).toHaveCount(4)

  await page.goto('/deployment/plan?list=uncovered&uncoveredPage=7')
  await expect(page).not.toHaveURL(/uncoveredPage/)
  await expect(table).toBeVisible()
})

test('drills down from an area to its stations and shows uncovered ones', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/deployment/plan')
  await page.getByRole('tab', { name: 'Cover by area' }).click()
  await page.getByRole('link', { name: 'Cluj', exact: true }).click()
  await page.getByRole('link', { name: 'Turda', exact: true }).click()
  const stations = page.getByRole('table', { name: 'Stations with an observer' })
  await expect(stations.getByRole('row', { name: /^Station 1/ })).toContainText(nameOf(0))
  await expect(stations.getByRole('row', { name: /^Station 2/ })).toContainText('none')
  await expectNoViolations(page)

  await page.reload()
  await expect(stations.getByRole('row', { name: /^Station 2/ })).toContainText('none')
  await page.getByRole('tab', { name: 'Assignments' }).click()
  await expect(plannedRow(page, nameOf(0))).toContainText('Turda 1')
  await page.getByRole('button', { name: 'Reset' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab', { name: 'Assignments' })).toBeFocused()
})

test('keeps the organisation filter in all plan lists after drilling down and a reload', async ({
  page,
  server: { url },
}) => {
  await asAna(url, accounts.addNgo, {
    body: { name: 'Vot Curat', shortName: 'VC', isActive: true },
  })
  await page.goto('/deployment/plan?list=areas')
  const cluj = page
    .getByRole('table', { name: 'Cover by area' })
    .getByRole('row', { name: /^Cluj/ })
  await expect(cluj).toContainText(/[1-9] of 6/)
  await page.getByRole('button', { name: /All organisations/ }).click()
  await page.getByRole('option', { name: 'Vot Curat' }).click()

  await expect(cluj).toContainText('0 of 6')
  await page.getByRole('link', { name: 'Cluj', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: /Vot Curat/ }).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Assignments' }).click()
  await expect(page.getByText('No assignment here')).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(plannedRow(page, nameOf(0))).toContainText('Turda 1')
})

for (const [what, address, add] of [
  ['a shift', '/deployment/plan', 'Add to the plan'],
  ['a deadline', '/deployment/milestones', 'Add milestone'],
] as const)
  test(`asks before discarding ${what} as the only input`, async ({ page }) => {
    await page.goto(address)
    await page.getByRole('button', { name: add }).first().click()
    const dialog = page.getByRole('dialog').first()
    await dialog.getByRole('textbox', { name: 'Time' }).first().fill('07:45')
    await page.keyboard.press('Escape')

    await expect(page.getByRole('alertdialog')).toContainText('what you entered is lost')
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('undoes a change of an assignment and its removal from the plan', { tag: '@slow' }, async ({
    page,
  }) => {
    await page.goto('/deployment/plan')
    await page.getByRole('button', { name: `Modifică: ${nameOf(0)}` }).click()
    await page.getByRole('textbox', { name: 'Ora' }).last().fill('21:30')
    await page.getByRole('button', { name: 'Salvează' }).click()
    await expect(plannedRow(page, nameOf(0))).toContainText('06:30–21:30')
    await page.getByRole('button', { name: 'Anulează', exact: true }).click()
    await expect(plannedRow(page, nameOf(0))).toContainText('06:30–23:59')

    await page.getByRole('button', { name: `Alte acțiuni: ${nameOf(0)}` }).click()
    await page.getByRole('menuitem', { name: 'Scoate din plan' }).click()
    await expect(page.getByText('Încă nu este un plan')).toBeVisible()
    await page.getByRole('button', { name: 'Anulează', exact: true }).click()
    await expect(plannedRow(page, nameOf(0))).toBeVisible()
  })
})

test('selects assignments of all pages, removes them at once and restores them', async ({
  page,
  server: { url },
}) => {
  const areaId = (await addCounty(url, 'MR', 'Mare', 101)) as never
  const observerId = await observerIdOf(url, nameOf(2))
  const there = await asAna(url, places.stations, { params: { id: areaId } })
  const shift = { from: '2026-11-22T05:00:00Z', until: '2026-11-22T18:00:00Z' }
  await asAna(url, assignments.add, {
    body: { assignments: there.map(({ id }) => ({ observerId, pollingStationId: id, ...shift })) },
  })
  await page.goto(`/deployment/plan?areaId=${areaId}`)
  const table = page.getByRole('table', { name: 'Assignments' })
  await expect(table.getByRole('row')).toHaveCount(101)
  await table.getByRole('checkbox').nth(1).check({ force: true })
  const bar = page.getByRole('region', { name: 'What is selected' })
  await page.getByRole('button', { name: 'Next page' }).last().click()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(bar).toContainText('1 assignment')
  await bar.getByRole('button', { name: 'Select all 101' }).click()
  await table.getByRole('checkbox').nth(1).uncheck({ force: true })
  await expect(bar).toContainText('100 assignments')
  await bar.getByRole('button', { name: 'Remove' }).click()

  await expect(toast(page)).toContainText('100 assignments')
  await expect(table.getByRole('row')).toHaveCount(2)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(table.getByRole('row')).toHaveCount(101)
})
