import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { answers, type ListedThread } from '#features/answers/contract.ts'
import { places } from '#features/places/contract.ts'
import { reviews } from '#features/reviews/contract.ts'
import { session } from '#features/session/contract.ts'
import { scrollsSideways } from '../acts.ts'
import { call, fileOf } from '../phone.ts'
import { organiser } from '../server.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'statistics' })

/** Counts are refetched every few seconds at most, so that reports in a storm cost little. */
const soon = { timeout: 8000 }

const stationCard = (page: Page) =>
  page.getByRole('region', { name: 'Irregularities by station', exact: true })

/** The number in a card's row, 0 where it is not among the first. */
async function countOf(page: Page, label: string): Promise<number> {
  const row = stationCard(page).getByRole('row').filter({ hasText: label })
  if ((await row.count()) === 0) return 0
  // Its place, the number and the share.
  return Number(await row.getByRole('cell').nth(1).textContent())
}

test('cards count flagged answers and update live', async ({ page, phone }) => {
  const bogdan = await phone(0)
  // Enough for the station to be among the first five, whatever other stories have left behind.
  await bogdan.answer(['CJ-T', 1], {
    A1: ['Nu'],
    A2: ['Nu, la ora: 8'],
    A3: ['Persoane neautorizate'],
  })
  await page.goto('/statistics')
  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
  await expect(stationCard(page)).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect.poll(() => countOf(page, 'Cluj Turda 1'), soon).toBeGreaterThanOrEqual(3)
  const before = await countOf(page, 'Cluj Turda 1')

  const calina = await phone(1)
  await calina.answer(['CJ-T', 1], { A1: ['Nu'] })

  await expect.poll(() => countOf(page, 'Cluj Turda 1'), soon).toBe(before + 1)
})

test('shows at most five rows on a card, all in a dialog and on a page', {
  tag: '@slow',
}, async ({ page, phone, server }) => {
  const { access_token } = await call(server.url, session.authorize, { body: organiser })
  const numbers = Array.from({ length: 22 }, (_, index) => 101 + index)
  const rows = numbers.map((number) => `BV-B,Strada Lungă ${number},${number}`)
  const file = fileOf('s.csv', 'CommunityCode,Address,Number', ...rows)
  await call(server.url, places.importStations, { body: {} }, access_token, file)
  const zoe = await phone(5)
  for (const number of numbers) await zoe.answer(['BV-B', number], { A1: ['Nu'] })

  await page.goto('/statistics')
  await expect(stationCard(page).getByRole('row')).toHaveCount(5)
  await page.getByRole('button', { name: 'See complete list: Irregularities by station' }).click()
  const window = page.getByRole('dialog', { name: 'Irregularities by station' })
  await expect.poll(() => window.getByRole('row').count()).toBeGreaterThanOrEqual(22)
  await expect(window.getByRole('button', { name: 'Load more' })).toHaveCount(0)
  await expect(window.getByRole('row').first()).toContainText('1.')
  await window.getByRole('button', { name: 'Close' }).last().click()
  await expect(window).toBeHidden()

  await test.step('exports all rows as numbers, not only the five shown', async () => {
    await stationCard(page).getByRole('button', { name: 'Save: Irregularities by station' }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Data (CSV)' }).click()
    const lines = (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      '\uFEFFPlace,Province,County code,Name,Address,Number,Of answers,Flagged (%),Election,As of',
    )
    for (const number of numbers)
      expect(
        lines.filter((line) => line.includes(`BV,Brașov Brașov ${number},Strada Lungă ${number},`)),
      ).toHaveLength(1)
  })

  await page.getByRole('button', { name: 'See complete list: Irregularities by station' }).click()
  await window.getByRole('link', { name: 'Open as a page' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Irregularities by station' }),
  ).toBeVisible()
  expect(pathOf(page.url())).toBe('/statistics/sesizari-sectii')
  await page.reload()
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(22)
  await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0)

  await test.step('loads further rows below on request', async () => {
    await page.route('**/api/v1/statistics/pollingStationIrregularities?**', (route) =>
      route.continue({ url: route.request().url().replace('pageSize=1000', 'pageSize=20') }),
    )
    await page.reload()
    await expect(page.getByRole('row')).toHaveCount(20)
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThanOrEqual(22)
  })
})

test('charts the last hours with a table, and exports both', async ({ page, phone }) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 3], { A1: ['Nu'] })
  await page.goto('/statistics')
  const chart = page.getByRole('figure', { name: 'The last 12 hours' })
  await expect(chart).toBeVisible()

  await chart.getByRole('button', { name: 'Table' }).click()
  await expect(chart.getByRole('columnheader', { name: 'Submissions' })).toBeVisible()
  await expect(chart.getByRole('row')).toHaveCount(1 + 12 * 4)
  await test.step('names the start of the latest count and matches the table', async () => {
    const cells = await chart.getByRole('row').allInnerTexts()
    const lately = cells.slice(-4).map((row) => row.split('\t'))
    const sent = lately.reduce((sum, [, reports]) => sum + Number(reports), 0)
    const since = page.getByRole('region', { name: 'At a glance' }).getByText(/^submissions? since/)
    await expect(since).toHaveText(new RegExp(`^submissions? since ${lately[0]?.[0]}$`))
    await expect(since.locator('..')).toContainText(String(sent))
    expect(sent).toBeGreaterThan(0)
  })
  await chart.getByRole('button', { name: 'Save: The last 12 hours' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Data (CSV)' }).click()
  const numbers = await saving
  expect(numbers.suggestedFilename()).toBe('The last 12 hours.csv')
  const lines = (await readFile(await numbers.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(1 + 12 * 4)
  expect(lines[0]).toBe('\uFEFFQuarter of an hour,Submissions,Flagged answers,Election,As of')

  await stationCard(page).getByRole('button', { name: 'Save: Irregularities by station' }).click()
  const drawing = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Picture (PNG)' }).click()
  const picture = await readFile(await (await drawing).path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
})

test('labels an exported chart with its election, time, source and count', async ({
  page,
  phone,
}) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 3], { A1: ['Nu'] })
  await page.goto('/statistics')
  for (const title of ['Irregularities by station', 'The last 12 hours']) {
    await page.getByRole('button', { name: `Save: ${title}` }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Picture (SVG)' }).click()
    const drawing = await readFile(await (await saving).path(), 'utf8')

    expect(drawing).toContain(title)
    expect(drawing).toMatch(/>Alegeri de probă · as of \d{1,2} \w{3} \d{4}, \d\d:\d\d</)
    expect(drawing).toMatch(/>Source: observers, through Veghe \(127\.0\.0\.1:\d+\) · n = \d+</)
  }
})

test('links a county’s bar to its reports, flagged ones for flagged counts', async ({
  page,
  phone,
}) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 3], { A1: ['Nu'] })
  await page.goto('/statistics')

  await page.getByRole('region', { name: 'Irregularities by county' }).getByText('Cluj').click()
  await expect(page).toHaveURL(/county=CJ/)
  expect(pathOf(page.url())).toContain('urgente=true')
  await page.goBack()
  await page.getByRole('region', { name: 'Observers by county' }).getByText('Cluj').click()

  await expect(page).toHaveURL(/\/answers\?county=CJ/)
  expect(pathOf(page.url())).not.toContain('urgente')
})

test('reports a statistic that does not exist, and leads back', async ({ page }) => {
  await page.goto('/statistics/altceva')
  await expect(
    page.getByRole('heading', { level: 1, name: 'There is no such statistic' }),
  ).toBeVisible()

  await page.getByRole('link', { name: 'All statistics' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
})

test('on a phone the numbers fit the screen', async ({ page, phone }) => {
  await page.setViewportSize(sizes.phone)
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 1], { A1: ['Nu'] })
  await page.goto('/statistics')

  await expect(stationCard(page)).toBeVisible()
  expect(await scrollsSideways(page)).toBe(false)
})

test('narrows figures to verified reports on screen, in the file and on the map', {
  tag: '@slow',
}, async ({ page, phone, server }) => {
  const { access_token } = await call(server.url, session.authorize, { body: organiser })
  await (await phone(2)).answer(['CJ-T', 1], { A1: ['Nu'] })
  await (await phone(3)).answer(['BV-B', 1], { A1: ['Nu'] })
  const query = { county: 'BV', urgent: true }
  const { threads } = await call(server.url, answers.list, { query }, access_token)
  const body = { state: 'verified' as const, reports: threads.map(shownAs) }
  await call(server.url, reviews.change, { body }, access_token)

  await page.goto('/statistics')
  await expect(stationCard(page)).toContainText('Cluj Turda 1', soon)
  await page.getByRole('checkbox', { name: 'Verified reports only' }).press('Space')
  await expect(page).toHaveURL(/reviewState=verified/)
  await expect(stationCard(page)).not.toContainText('Cluj Turda 1')
  await expect(stationCard(page)).toContainText('Brașov Brașov 1')
  await expectNoViolations(page)

  const saving = page.waitForEvent('download')
  await stationCard(page).getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Verified reports only')

  await page.goto('/map?reviewState=verified')
  await expect(page.getByRole('checkbox', { name: 'Verified reports only' })).toBeChecked()
  const row = page.getByRole('row').filter({ hasText: 'Cluj' })
  await expect(row.getByRole('cell').last()).toHaveText('0')
})

const shownAs = ({ observerId, pollingStationId, lastModified }: ListedThread) => ({
  ...{ observerId, pollingStationId },
  lastModified: lastModified.toISOString(),
})
