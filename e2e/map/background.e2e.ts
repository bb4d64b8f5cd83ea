import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { session } from '#features/session/contract.ts'
import { call } from '../phone.ts'
import { organiser, startServer } from '../server.ts'
import { test } from '../stage.ts'
import { withWebGl } from '../web-gl.ts'
import { colourIn, placeInTheMiddle } from './drawing.ts'
import { pmtilesOf, worldIn } from './tiles.ts'

test.use({
  about: 'the drawn map',
  launchOptions: ({ launchOptions: { args, ...rest } }, use) =>
    use({ ...rest, args: withWebGl(args) }),
})

const sea = '#0a5c7a'
/** Only the background is drawn here. */
const corner = { x: 4, y: 4 }

async function expectSea(page: Page): Promise<void> {
  const canvas = page.locator('canvas.maplibregl-canvas')
  await expect(canvas).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => colourIn(page, canvas, corner), { timeout: 60_000 }).toBe(sea)
  expect(await colourIn(page, canvas)).not.toBe(sea)
}

test('draws tiles from the data folder below counties and stations', {
  tag: '@slow',
}, async ({ page, server: { url, attachments } }) => {
  await placeInTheMiddle(url)
  const file = join(dirname(attachments), 'map.pmtiles')
  await writeFile(file, pmtilesOf(await worldIn(sea)), { mode: 0o644 })

  await page.goto('/map')

  await expectSea(page)
  await rm(file)
})

test('draws an organiser’s own map style with its tiles below counties and stations', {
  tag: '@slow',
}, async ({ browser }) => {
  const theirs = await serveStyle()
  const server = await startServer('small election', {
    MAP_STYLE_URL: `${theirs.origin}/style.json`,
  })
  const { access_token } = await call(server.url, session.authorize, { body: organiser })
  const localStorage = [{ name: 'token-id', value: access_token }]
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  })
  try {
    await placeInTheMiddle(server.url)
    const page = await context.newPage()
    await page.goto('/map')

    await expectSea(page)
  } finally {
    await context.close()
    await Promise.all([server.stop(), theirs.stop()])
  }
})

/** A style and its tiles, on an origin of their own. */
async function serveStyle() {
  const tile = await worldIn(sea)
  const server = createServer(({ url }, reply) => {
    reply.setHeader('access-control-allow-origin', '*')
    if (url !== '/style.json') return reply.setHeader('content-type', 'image/png').end(tile)
    const tiles = {
      type: 'raster',
      tiles: [`${origin}/{z}/{x}/{y}.png`],
      tileSize: 256,
      maxzoom: 0,
    }
    const layers = [{ id: 'world', type: 'raster', source: 'world' }]
    return reply.end(JSON.stringify({ version: 8, sources: { world: tiles }, layers }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { origin, stop }
}
