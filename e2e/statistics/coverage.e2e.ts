import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { scrollsSideways, toast } from '../acts.ts'
import { dueAnHourAgo, plan } from '../deployment/plan-of.ts'
import { nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'coverage' })
test.describe.configure({ mode: 'serial' })

/** Figures are read again a few seconds after a report at most. */
const soon = { timeout: 12_000 }

const table = (page: Page, name: string) => page.getByRole('table', { name })

const rowIn = (page: Page, name: string, row: string) =>
  table(page, name).getByRole('row').filter({ hasText: row })

async function linesOf(page: Page, item: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: item }).click()
  const text = await readFile(await (await saving).path(), 'utf8')
  return text.replace('\uFEFF', '').trimEnd().split('\r\n')
}

test('explains the basis of participation without a plan', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/statistics')
  await page.getByRole('link', { name: 'Coverage', exact: true }).click()
  await expect(page.getByText('Nothing is expected here yet')).toBeVisible()
  await expect(rowIn(page, 'Coverage of stations', 'Cluj')).toContainText('0%')
  await expectNoViolations(page)
})

test('updates coverage, visits and participation live down to municipalities, and exports both', {
  tag: '@slow',
}, async ({ page, phone, server }) => {
  await plan(server.url, nameOf(0), ['CJ-T', 1])
  await plan(server.url, nameOf(1), ['CJ-T', 2])
  await dueAnHourAgo(server.url, 'Arrival')
  await page.goto('/statistics/coverage')
  const cluj = rowIn(page, 'Coverage of stations', 'Cluj')
  const arrival = rowIn(page, 'Participation by milestone', 'Arrival')
  await expect(cluj.getByRole('cell').nth(1)).toHaveText(/^2/)
  await expect(cluj.getByRole('cell').nth(2)).toHaveText(/^0/)
  await expect(arrival.getByRole('cell').nth(4)).toHaveText('2')

  const bogdan = await phone(0)
  await bogdan.answer(['CJ-T', 1], { A1: ['Da'] })

  await expect(cluj.getByRole('cell').nth(2), 'of the covered').toHaveText(/^1.*50%/, soon)
  await expect(cluj.getByRole('cell').nth(3), 'visited').toHaveText(/^1/)
  await expect(arrival.getByRole('cell').nth(0), 'share').toHaveText('50%', soon)
  await expect(arrival.getByRole('cell').nth(4), 'late').toHaveText('1')

  await arrival.getByRole('link', { name: 'Arrival' }).press('Enter')
  await expect(page).toHaveURL(/milestoneId=/)
  const ofCluj = rowIn(page, 'Participation by milestone', 'Cluj')
  await expect(ofCluj.getByRole('cell').nth(0)).toHaveText('50%')
  await cluj.getByRole('link', { name: 'Cluj' }).press('Enter')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Coverage and participation: Cluj',
  )
  const turda = rowIn(page, 'Coverage of stations', 'Turda')
  await expect(turda.getByRole('cell').nth(2)).toHaveText(/^1/)
  await expectNoViolations(page)
  expect(await linesOf(page, 'Coverage (CSV)')).toContainEqual(
    expect.stringMatching(/^CJ-T,Turda,\d+,2,[\d.]+,1,50,1,[\d.]+$/),
  )
  expect(await linesOf(page, 'Participation (CSV)')).toContainEqual(
    expect.stringMatching(/^CJ-T,Turda,Arrival,.*,2,1,0,1,0,50$/),
  )
})

test('pastes a target from a sheet, reports unreadable lines, and undoes it', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/statistics/coverage')
  await page.getByRole('button', { name: 'Target of coverage' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Target of coverage' })
  const list = dialog.getByRole('textbox', { name: 'Stations' })
  await expectNoViolations(page)
  await list.fill('County\tStation\nCJ-T\t1\nCJ-T')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(list).toHaveAccessibleDescription(/No code and number.*line 3, “CJ-T”/)
  await list.fill('County\tStation\nCJ-T\t1\nCJ-T\t99')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(list).toHaveAccessibleDescription(/does not have.*\(1\).*line 3, “CJ-T 99”/)
  await list.fill('County\tStation\nCJ-T\t1')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(
    page.getByText('Figures are of the target of the election: 1 station.'),
  ).toBeVisible()
  await expect(rowIn(page, 'Coverage of stations', 'Cluj').getByRole('cell').nth(1)).toHaveText(
    /^1.*100%/,
  )
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Figures are of the target')).toBeHidden()
  await expect(rowIn(page, 'Coverage of stations', 'Cluj').getByRole('cell').nth(1)).toHaveText(
    /^2/,
  )
})

test('sorts by a figure, and links the last area to its stations in the plan', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/statistics/coverage')
  const heading = page.getByRole('columnheader', { name: 'Covered' }).getByRole('button')
  await heading.click()
  await heading.click()
  await expect(table(page, 'Coverage of stations').getByRole('row').nth(1)).toContainText('Cluj')
  await page.getByRole('link', { name: 'Cluj' }).first().click()
  await page.getByRole('link', { name: 'Turda', exact: true }).first().click()
  await expect(page).toHaveURL(/deployment\/plan\?.*areaId=/)
  await expect(page.getByText(nameOf(0)).first()).toBeVisible()
})

test('limits the page to a readable width on a very wide screen, but not lists', {
  tag: '@slow',
}, async ({ page }) => {
  await page.setViewportSize({ width: 3840, height: 2160 })
  const widthOf = async (path: string) => {
    await page.goto(path)
    await page.getByRole('table').first().waitFor()
    return (await page.getByRole('table').first().boundingBox())?.width ?? 0
  }

  expect(await widthOf('/statistics/coverage')).toBeLessThan(1700)
  expect(await widthOf('/observatori')).toBeGreaterThan(3700)
  await page.goto('/deployment/areas')
  const matrix = page.getByRole('region', { name: 'By area' }).first()
  expect((await matrix.boundingBox())?.width ?? 0).toBeGreaterThan(3700)
})

test.describe('in Romanian, on a phone', () => {
  test.use({ language: 'ro', viewport: sizes.phone })

  test('shows each area as a card without horizontal scrolling', { tag: '@slow' }, async ({
    page,
  }) => {
    await page.goto('/statistics/coverage')
    await expect(
      page.getByRole('heading', { level: 1, name: 'Acoperire și participare' }),
    ).toBeVisible()
    await expect(page.getByText(/Acoperite: 2 din \d+/)).toBeVisible()
    await expect(page.getByText('Făcute: 1 din 2')).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
    const card = page.getByRole('region', { name: 'Acoperirea secțiilor' })
    for (const order of await card.locator('button[aria-pressed]').all())
      await expect(order).toBeInViewport({ ratio: 1 })
    await expectNoViolations(page)
  })
})
