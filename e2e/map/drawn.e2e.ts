import { expect, type Locator } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import { asAna } from '../acts.ts'
import { test } from '../stage.ts'
import { withWebGl } from '../web-gl.ts'
import { colourIn, outlineArea, placeInTheMiddle } from './drawing.ts'

test.use({
  about: 'the drawn map',
  launchOptions: ({ launchOptions: { args, ...rest } }, use) =>
    use({ ...rest, args: withWebGl(args) }),
})

/** The colours of stations without observers and with a flagged answer, and of the ground. */
const colours = {
  none: '#d0ccd6',
  flagged: '#b42318',
  ground: '#f8f8f8',
  flaggedInTheDark: '#f88d84',
}

test('software-drawn map moves with the drag and redraws when it rests', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await placeInTheMiddle(url)
  await page.goto('/map')
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect.poll(() => colourIn(page, canvas), { timeout: 60_000 }).toBe(colours.none)
  const { width, height, ...corner } = (await canvas.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  const middle = { x: corner.x + width / 2, y: corner.y + height / 2 }
  const [right, down] = [60, 40]
  const moves = await movesOf(canvas)

  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x + right / 2, middle.y + down / 2)
  await expect.poll(() => moves.jsonValue()).toContain(`${right / 2} ${down / 2}`)
  await page.mouse.move(middle.x + right, middle.y + down)
  const place = { x: Math.floor(width / 2) + right, y: Math.floor(height / 2) + down }
  await expect.poll(() => colourIn(page, canvas, place)).toBe(colours.none)

  // The hand still holds it.
  await expect.poll(async () => (await moves.jsonValue()).at(-1)).toBe('0 0')
  expect(await colourIn(page, canvas, place)).toBe(colours.none)
  await page.mouse.up()
  await page.mouse.click(middle.x + right, middle.y + down)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turda 1')
})

/** Where its picture is moved to from now on, in pixels right and down from where it was drawn. */
const movesOf = (canvas: Locator) =>
  canvas.evaluateHandle((element: HTMLCanvasElement) => {
    const moves: string[] = []
    let before = element.style.transform
    new MutationObserver(() => {
      const { transform } = element.style
      if (transform === before) return
      before = transform
      const { e, f } = new DOMMatrix(transform)
      moves.push(`${Math.round(e)} ${Math.round(f)}`)
    }).observe(element, { attributeFilter: ['style'] })
    return moves
  })

test('draws a county and a station in the colours of the legend, updates them live and links to their pages', {
  tag: '@slow',
}, async ({ page, phone, server: { url } }) => {
  const bogdan = await phone(0)
  await placeInTheMiddle(url)
  await page.goto('/map?figure=flagged')
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect.poll(() => colourIn(page, canvas), { timeout: 60_000 }).toBe(colours.none)

  await bogdan.answer(['CJ-T', 1], { A1: ['Nu'] })

  await expect.poll(() => colourIn(page, canvas), { timeout: 30_000 }).toBe(colours.flagged)
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 }
  const place = { x: Math.floor(width / 2 + 80), y: Math.floor(height / 2 + 60) }
  const inLegend = page.getByRole('main').locator('svg rect').last()
  await expect.poll(() => colourIn(page, canvas, place)).toBe(await inLegend.getAttribute('fill'))
  await canvas.click({ position: place })
  const county = page.getByRole('region', { name: 'Cluj' })
  await expect(county.getByRole('link', { name: 'Stations of the county' })).toBeVisible()
  await expect(page).toHaveURL(/county=\d/)

  await canvas.click({ position: { x: width / 2, y: height / 2 } })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turda 1')

  await page.goBack()
  await expect(county).toBeVisible()
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('prints the map in the light colours of its legend', { tag: '@slow' }, async ({
    page,
    phone,
    server: { url },
  }) => {
    await (await phone(0)).answer(['CJ-T', 1], { A1: ['Nu'] })
    await placeInTheMiddle(url)
    await page.goto('/map?figure=flagged')
    const canvas = page.locator('canvas.maplibregl-canvas')
    await expect
      .poll(() => colourIn(page, canvas), { timeout: 60_000 })
      .toBe(colours.flaggedInTheDark)

    await page.emulateMedia({ media: 'print' })

    const printed = page.getByRole('main').locator('canvas:visible')
    await expect(printed).not.toHaveClass(/maplibregl/)
    const { width, height } = (await printed.boundingBox()) ?? { width: 0, height: 0 }
    const county = { x: Math.floor(width / 2 + 60), y: Math.floor(height / 2 + 40) }
    const inLegend = page.getByRole('main').locator('svg rect').last()
    expect(await colourIn(page, printed, county)).toBe(await inLegend.getAttribute('fill'))
    expect(await colourIn(page, printed, { x: 4, y: 4 })).toBe(colours.ground)
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => colourIn(page, canvas)).toBe(colours.flaggedInTheDark)
  })
})

test('draws a municipality in the chosen county and links to its stations', {
  tag: '@slow',
}, async ({ page, phone, server: { url } }) => {
  const bogdan = await phone(0)
  await placeInTheMiddle(url)
  await outlineArea(url, { nume: 'Cluj-Napoca' })
  for (const code of ['CJ-N', 'CJ-T']) await bogdan.answer([code, 1], { A1: ['Nu'] })
  await page.goto('/map?figure=flagged')
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect.poll(() => colourIn(page, canvas), { timeout: 60_000 }).toBe(colours.flagged)
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 }
  const beside = { x: width / 2 + 80, y: height / 2 + 60 }

  await canvas.click({ position: beside })
  await expect(page.getByRole('region', { name: 'Cluj', exact: true })).toBeVisible()
  await expect(async () => {
    await canvas.click({ position: beside })
    await expect(page).toHaveURL(/municipality=\d/, { timeout: 500 })
  }).toPass()

  const panel = page.getByRole('region', { name: 'Cluj-Napoca' })
  await expect(panel.getByText('Flagged answers').locator('..')).toContainText('1')
  const stations = page.getByRole('table', { name: 'Stations of Cluj' })
  await expect(stations.getByRole('row')).toHaveCount(4)
  await panel.getByRole('button', { name: 'The whole county' }).click()
  await expect(stations.getByRole('row')).toHaveCount(7)
})

test('centres the map on a station opened from its page', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await placeInTheMiddle(url)
  const { stations } = await asAna(url, places.search, { query: { text: 'CJ Turda 2' } })
  const id = stations[0]?.id as never
  const coordinates = { longitude: 23.15, latitude: 46.85 }
  await asAna(url, places.editStation, { params: { id }, body: { coordinates } })

  await page.goto(`/stations/${id}`)
  await page.getByRole('link', { name: 'On the map of the election' }).click()

  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect.poll(() => colourIn(page, canvas), { timeout: 60_000 }).toBe(colours.none)
  const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 }
  await canvas.click({ position: { x: width / 2, y: height / 2 } })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turda 2')
})

test('legend covers no part of the map, and its buttons follow dark mode', async ({
  page,
  server: { url },
}) => {
  await placeInTheMiddle(url)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/map')
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect(canvas).toBeVisible({ timeout: 60_000 })
  const drawn = (await canvas.boundingBox()) ?? { y: 0, height: 0 }
  const legend = await page.getByText('station with flagged answers').boundingBox()
  expect(legend?.y).toBeGreaterThanOrEqual(drawn.y + drawn.height)

  await expect(page.getByRole('button', { name: 'Zoom in' }).locator('..')).toHaveCSS(
    'background-color',
    'rgb(28, 24, 33)',
  )
})

test('draws the map as the last part of the situation room', { tag: '@slow' }, async ({
  page,
  server: { url },
}) => {
  await placeInTheMiddle(url)
  await page.goto('/situation')

  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible({ timeout: 60_000 })
})

test('shows the figures when the map cannot load, and the map later', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await placeInTheMiddle(url)
  const parts = '**/assets/map-page-*.js'
  await page.route(parts, (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('map-page'),
  )
  await page.goto('/situation')
  await refused
  await page.waitForEvent('requestfailed', (request) => request.url().includes('map-page'))
  await expect(page.getByText('Stations covered')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()

  await page.unroute(parts)
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible({ timeout: 60_000 })
})

test('draws the map later when its code cannot load at first', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await placeInTheMiddle(url)
  const parts = '**/assets/drawing-*.js'
  await page.route(parts, (route) => route.abort())
  const refused = () =>
    page.waitForEvent('requestfailed', (request) => request.url().includes('/drawing-'))
  const first = refused()
  await page.goto('/situation')
  await first
  await refused()

  await page.unroute(parts)
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible({ timeout: 60_000 })
})

test('frames an area on both sides of the 180th meridian as one, on the map and on the situation screen', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const [west, east] = [
    [177, -18, 180, -16],
    [-180, -18, -178, -16],
  ] as const
  await outlineArea(url, { code: 'CJ' }, [west, east])
  const canvas = page.locator('canvas.maplibregl-canvas')
  const isFramed = async () => {
    const { width, height } = (await canvas.boundingBox()) ?? { width: 0, height: 0 }
    const at = (share: number) => ({ x: Math.floor(width * share), y: Math.floor(height / 2) })
    // Its middle is in the western piece.
    const [ground, ...pieces] = [
      await colourIn(page, canvas, { x: 2, y: 2 }),
      await colourIn(page, canvas, at(0.5)),
      await colourIn(page, canvas, at(0.6)),
    ]
    return pieces.every((colour) => colour !== ground)
  }

  await page.goto('/map')
  await expect.poll(isFramed, { timeout: 60_000 }).toBe(true)
  await page.goto('/situation')
  await expect.poll(isFramed, { timeout: 60_000 }).toBe(true)
})

test('asks before it stores outlines of another place, and reports swapped axes', {
  tag: '@slow',
}, async ({ page }) => {
  const fileOf = (...corners: readonly (readonly [number, number])[]) => ({
    name: 'judete.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          { properties: { code: 'CJ' }, geometry: { type: 'Polygon', coordinates: [corners] } },
          { properties: { code: 'BV' }, geometry: null },
        ].map((feature) => ({ type: 'Feature', ...feature })),
      }),
    ),
  })
  await page.goto('/map')
  await page.getByRole('button', { name: 'Outlines' }).click()
  const dialog = page.getByRole('dialog')
  const file = dialog.getByLabel('GeoJSON file')
  await file.setInputFiles(fileOf([1, 2], [2, 2], [2, 3], [1, 2]))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was replaced.')
  await dialog.getByRole('button', { name: 'Upload anyway' }).click()
  await expect(dialog.getByText('From the file judete.geojson.')).toBeVisible()
  await expect(dialog.getByText('1 outline was left out:')).toBeVisible()
  await expect(dialog.getByText('Outline 2 of the file: BV It is not a polygon.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove the outlines from judete.geojson' }).click()

  await file.setInputFiles(fileOf([46, 22.5], [48, 22.5], [48, 24.5], [46, 24.5], [46, 22.5]))
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    /\d+ areas have an outline now, have no good one in the file, and would lose it: .*Brașov/,
  )
  await expect(dialog.getByText('Outline 2 of the file: BV It is not a polygon.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload anyway' }).click()

  await expect(dialog.getByText('Latitude came before longitude')).toBeVisible()
})
