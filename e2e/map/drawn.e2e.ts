import { expect, type Locator, type Page } from '@playwright/test'
import { map } from '#features/map/contract.ts'
import { places } from '#features/places/contract.ts'
import { asAna } from '../acts.ts'
import { test } from '../stage.ts'
import { withWebGl } from '../web-gl.ts'

test.use({
  about: 'the map as it is drawn',
  launchOptions: ({ launchOptions: { args, ...rest } }, use) =>
    use({ ...rest, args: withWebGl(args) }),
})

/** The county, and a station in the middle of its outline. */
const [west, south, east, north] = [23, 46, 24, 47]
const middle = { longitude: 23.5, latitude: 46.5023 }

/** The colours of stations, as the page's palette has them: nobody assigned, and a flagged answer. */
const colours = { none: '#d0ccd6', flagged: '#c2185b' }

test('a county and a station are drawn, change while they are looked at, and lead to their pages', async ({
  page,
  phone,
  server: { url },
}) => {
  const bogdan = await phone(0)
  await placeInTheMiddle(url)
  await page.goto('/map?figure=flagged')
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect.poll(() => colourIn(page, canvas), { timeout: 60_000 }).toBe(colours.none)

  const asked: { readonly countyId: string | null; readonly at: number }[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === map.stations.path)
      asked.push({ countyId: searchParams.get('countyId'), at: Date.now() })
  })
  await bogdan.answer(['CJ-T', 1], { A1: ['Nu'] })

  await expect.poll(() => colourIn(page, canvas), { timeout: 30_000 }).toBe(colours.flagged)
  // Of all counties the one that was reported from, and no other: they are asked for together once a minute only.
  const atOnce = asked.filter(({ at }) => at - (asked[0]?.at ?? 0) < 300)
  expect(new Set(atOnce.map(({ countyId }) => countyId)).size).toBe(1)
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 }
  await canvas.click({ position: { x: width / 2 + 80, y: height / 2 + 60 } })
  const county = page.getByRole('region', { name: 'Cluj' })
  await expect(county.getByRole('link', { name: 'Stations of the county' })).toBeVisible()
  await expect(page).toHaveURL(/county=\d/)

  await canvas.click({ position: { x: width / 2, y: height / 2 } })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turda 1')

  await page.goBack()
  await expect(county).toBeVisible()
})

async function placeInTheMiddle(url: string): Promise<void> {
  const [{ id = 0 as never } = {}] = (
    await asAna(url, places.search, { query: { text: 'CJ Turda 1' } })
  ).stations
  await asAna(url, places.editStation, { params: { id }, body: { coordinates: middle } })
  const outline = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const county = {
    type: 'Feature',
    properties: { code: 'CJ' },
    geometry: { type: 'Polygon', coordinates: [outline] },
  }
  const form = new FormData()
  form.append(
    'file',
    new Blob([JSON.stringify({ type: 'FeatureCollection', features: [county] })]),
    'judete.geojson',
  )
  await asAna(url, map.uploadShapes, {}, form)
}

/** What is drawn in its middle, as `#rrggbb`; read from a picture of the page, because a canvas of WebGL is empty when read. */
async function colourIn(page: Page, canvas: Locator): Promise<string> {
  const picture = (await canvas.screenshot()).toString('base64')
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const at = [Math.floor(bitmap.width / 2), Math.floor(bitmap.height / 2)] as const
    const [red = 0, green = 0, blue = 0] = context?.getImageData(...at, 1, 1).data ?? []
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }, picture)
}

test('the last page of the situation room is the map, and it is drawn', async ({
  page,
  server: { url },
}) => {
  await placeInTheMiddle(url)
  await page.goto('/situation')
  await expect(page.getByRole('button', { name: 'Counties, 2 of 3' })).toBeVisible()

  await page.keyboard.press('ArrowLeft')

  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible({ timeout: 60_000 })
})
