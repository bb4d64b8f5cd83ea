import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { scrollsSideways } from '../acts.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'the map' })

const takeWebGlAway = (page: Page) =>
  page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })

test('says that WebGL is missing, and shows the map’s figures in a table', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-T', 1], { A1: ['Nu'] })
  await takeWebGlAway(page)
  await page.goto('/map?figure=flagged')
  await expect(page.getByRole('heading', { level: 1, name: 'Map' })).toBeVisible()
  await expect(page.getByText('This browser cannot draw the map')).toBeVisible()

  await page.getByRole('columnheader', { name: 'Flagged' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Flagged' }).getByRole('button').click()

  const first = page.getByRole('row').nth(1)
  await expect(first.getByRole('rowheader', { name: 'Cluj' }).getByRole('link')).toBeVisible()
  await expect(first.getByRole('cell').last()).toHaveText('1')

  // And station by station, those first where something is wrong.
  await first.getByRole('link', { name: 'Cluj' }).click()
  const stations = page.getByRole('table', { name: 'Stations of Cluj' })
  const worst = stations.getByRole('row').nth(1)
  await expect(worst).toContainText('Turda 1')
  await expect(worst).toContainText('flagged answer')
  await expectNoViolations(page)
  await bogdan.answer(['CJ-T', 2], { A1: ['Da'] })
  await expect(stations.getByRole('row').nth(2)).toContainText(/Turda 2.*visited/)

  await page.getByRole('button', { name: /^Any \(/ }).click()
  await page.getByRole('option', { name: 'visited (1)', exact: true }).click()
  await expect(stations.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(stations.getByRole('row')).toHaveCount(2)
  await stations.getByRole('link', { name: 'Turda 2' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turda 2')
  await page.goBack()
  await page.getByRole('button', { name: 'All counties' }).click()
  await expect(page.getByRole('table', { name: 'Figures by county' })).toBeVisible()
})

test('reports a county that does not exist, and lists and exports all without it', async ({
  page,
}) => {
  await page.goto('/map?county=999999&municipality=7')
  await expect(page.getByText('There is no such county')).toBeVisible()
  await page.getByRole('button', { name: 'Show without this filter' }).click()
  await expect(page.getByRole('table', { name: 'Figures by county' })).toBeVisible()

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()

  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Cluj')
})

test.describe('in Romanian, on a phone', () => {
  test.use({ language: 'ro', viewport: sizes.phone })

  test('links a county to its stations and reports a state that has none', async ({ page }) => {
    await page.goto('/map?view=table')
    await page.getByRole('link', { name: 'Argeș' }).click()
    await expect(page.getByRole('heading', { name: 'Secțiile din Argeș' })).toBeVisible()
    const first = page
      .getByRole('list', { name: 'Secțiile din Argeș' })
      .getByRole('listitem')
      .first()
    await expect(first).toContainText('fără observator')
    expect(await scrollsSideways(page)).toBe(false)
    await expectNoViolations(page)

    await page.getByRole('button', { name: 'Filtre' }).click()
    await page.getByRole('button', { name: /^Oricare \(/ }).click()
    await page.getByRole('option', { name: 'întârziere (0)' }).click()
    await expect(page.getByText('Nicio secție nu e așa acum')).toBeVisible()
    await page.getByRole('button', { name: 'Arată-le pe toate' }).click()
    await expect(first).toContainText('fără observator')
  })
})

test('outlines are uploaded, and what has none is named', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/map')
  await page.getByRole('button', { name: 'Outlines' }).click()
  const dialog = page.getByRole('dialog', { name: 'Outlines' })
  const triangle = '[[[23,46],[24,46],[24,47],[23,46]]]'
  const file = (code: string) => ({
    name: 'judete.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(
      `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"code":"${code}"},"geometry":{"type":"Polygon","coordinates":${triangle}}}]}`,
    ),
  })
  await dialog.getByLabel('GeoJSON file').setInputFiles(file('CJ'))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText(/not where .* present outlines are/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload anyway' }).click()
  await expect(dialog.getByText('1 county has an outline.')).toBeVisible()
  await expect(dialog.getByText('Counties without an outline:')).toBeVisible()

  const triangles = ['Turda', 'Cluj-Napoca'].map((nume) => ({
    type: 'Feature',
    properties: { nume, judet: 'Cluj' },
    geometry: { type: 'Polygon', coordinates: JSON.parse(triangle) },
  }))
  const municipalities = { type: 'FeatureCollection', features: triangles }
  await dialog.getByLabel('GeoJSON file').setInputFiles({
    name: 'localitati.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(municipalities)),
  })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(dialog.getByText('2 municipalities have an outline.')).toBeVisible()
  await expect(dialog.getByText(/Pitești \(Argeș\)/)).toBeVisible()
  await expect(dialog.getByText('1 county has an outline.')).toBeVisible()

  await dialog.getByRole('button', { name: 'Remove the outlines from judete.geojson' }).click()

  await expect(dialog.getByText('From the file judete.geojson.')).toBeHidden()
  await expect(dialog.getByText('2 municipalities have an outline.')).toBeVisible()
})

test('shows the figures of a county’s municipalities in a table without WebGL', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-T', 1], { A1: ['Nu'] })
  await takeWebGlAway(page)
  await page.goto('/map')
  await page.getByRole('link', { name: 'Cluj' }).click()
  await page.getByRole('button', { name: 'By municipality' }).click()

  const table = page.getByRole('table', { name: 'Municipalities of Cluj' })
  const turda = table.getByRole('row', { name: /Turda/ })
  await expect(turda.getByRole('cell').last()).toHaveText('1')
  await expectNoViolations(page)
  await bogdan.answer(['CJ-T', 2], { A1: ['Nu'] })
  await expect(turda.getByRole('cell').last()).toHaveText('2', { timeout: 30_000 })

  await turda.getByRole('link', { name: 'Turda' }).click()
  const stations = page.getByRole('table', { name: 'Stations of Cluj' })
  await expect(stations.getByRole('row')).toHaveCount(4)
  await page.reload()
  await expect(stations.getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: /^Turda/ }).click()
  await page.getByRole('option', { name: 'Any' }).click()
  await expect(stations.getByRole('row')).toHaveCount(7)
})
