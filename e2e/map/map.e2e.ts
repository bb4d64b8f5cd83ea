import { expect } from '@playwright/test'
import { test } from '../stage.ts'

test.use({ about: 'the map' })

test('without WebGL the page says so, and its table says what the map would', async ({
  page,
  phone,
}) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-T', 1], { A1: ['Nu'] })
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null
  })
  await page.goto('/map?figure=flagged')
  await expect(page.getByRole('heading', { level: 1, name: 'Map' })).toBeVisible()
  await expect(page.getByText('This browser cannot draw the map')).toBeVisible()

  await page.getByRole('columnheader', { name: 'Flagged' }).getByRole('button').click()
  await page.getByRole('columnheader', { name: 'Flagged' }).getByRole('button').click()

  const first = page.getByRole('row').nth(1)
  await expect(first.getByRole('rowheader', { name: 'Cluj' }).getByRole('link')).toBeVisible()
  await expect(first.getByRole('cell').last()).toHaveText('1')
})

test('outlines are uploaded, and what has none is named', async ({ page }) => {
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
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(dialog.getByText('1 county has an outline.')).toBeVisible()
  await expect(dialog.getByText('Counties without an outline:')).toBeVisible()

  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()

  await expect(dialog.getByText('From the file judete.geojson.')).toBeHidden()
})
