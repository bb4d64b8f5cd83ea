import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Locator } from '@playwright/test'
import { map } from '#features/map/contract.ts'
import { signInStaff } from '../calling/signed-in.ts'
import type { Figure, Stage } from '../figure.ts'
import { figure, framesDuring, openPage } from './handling.ts'

/** Sixty frames a second, and some of them late. */
const mostMs = 20

/**
 * The map with all counties and stations while it is dragged, without a graphics card. The longest frame shows the time
 * of a redraw; the footnote has the share of our scripts.
 */
export async function measureMapFrames(stage: Stage): Promise<Figure[]> {
  await stage.buildWeb()
  const url = await stage.copyPlanned()
  const server = await stage.start(url)
  const token = await signInStaff(url)
  await outlineCounties(server.url, token)
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
      '--ignore-gpu-blocklist',
    ],
  })
  try {
    const page = await openPage(browser, server.url, token, '/map')
    const canvas = page.locator('canvas.maplibregl-canvas')
    await canvas.waitFor({ timeout: 120_000 })
    await standsStill(canvas)
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The map is not shown')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    const scripted = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
    }
    const before = await scripted()
    const frames = await framesDuring(page, async () => {
      await page.mouse.move(x, y)
      await page.mouse.down()
      const turns = Math.ceil(stage.seconds * 60)
      for (let turn = 0; turn < turns; turn++)
        await page.mouse.move(x + 200 * Math.sin(turn / 20), y + 100 * Math.sin(turn / 15))
      await page.mouse.up()
    })
    const each = ((await scripted()) - before) / Math.max(1, frames.length)
    const dragged = figure('map of all stations dragged: from frame to frame, p95', mostMs, frames)
    return [{ ...dragged, footnote: `${dragged.footnote}; scripts ${each.toFixed(1)} ms of each` }]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Until a worker has cut shapes and points into tiles, and all are drawn. */
async function standsStill(canvas: Locator): Promise<void> {
  let before: Buffer | undefined
  for (;;) {
    await pause(5000)
    const now = await canvas.screenshot()
    if (before?.equals(now)) return
    before = now
  }
}

/** The evening has as many counties as Romania, by codes of its own. */
async function outlineCounties(url: string, token: string): Promise<void> {
  const shapes = new URL(
    '../../features/map/server/shapes/romania-counties.geojson',
    import.meta.url,
  )
  let county = 0
  const text = (await readFile(shapes, 'utf8')).replace(
    /"code":"\w+"/g,
    () => `"code":"J${++county}"`,
  )
  const body = new FormData()
  body.append('file', new Blob([text], { type: 'application/geo+json' }), 'counties.geojson')
  body.append('anyway', 'true')
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(url + map.uploadShapes.path, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`The shapes were not taken: ${await response.text()}`)
}
