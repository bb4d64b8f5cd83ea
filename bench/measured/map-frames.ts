import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { signInStaff } from '../calling/signed-in.ts'
import type { Figure, Stage } from '../figure.ts'
import { figure, framesDuring, openPage } from './handling.ts'

/** Sixty frames a second, and some of them late. */
const mostMs = 20

/**
 * The map with all stations while it is dragged. A machine without a graphics card draws it by its processor, which
 * takes most of each frame: what our scripts take of it stands in the footnote.
 */
export async function measureMapFrames(stage: Stage): Promise<Figure[]> {
  await stage.buildWeb()
  const url = await stage.copyPlanned()
  const server = await stage.start(url)
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: [
      ...['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
      '--ignore-gpu-blocklist',
    ],
  })
  try {
    const page = await openPage(browser, server.url, await signInStaff(url), '/map')
    const canvas = page.locator('canvas.maplibregl-canvas')
    await canvas.waitFor({ timeout: 120_000 })
    // Meanwhile a worker cuts shapes and points into tiles.
    await pause(5000)
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
