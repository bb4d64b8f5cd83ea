import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type CDPSession, chromium, expect, type Page } from '@playwright/test'
import { wall, wallLinks } from '#features/situation/contract.ts'
import playwright from '../playwright.config.ts'
import { asAna } from './acts.ts'
import { type RunningServer, startServer } from './server.ts'
import { withWebGl } from './web-gl.ts'

/**
 * A night on the wall: the screen of a wall link, whose clock and timers go faster, while observers report and the
 * server is killed now and then. Fails if its memory grows, or if it does not come back by itself.
 */
const usage = 'Usage: npm run test:wall -- [--hours 8] [--faster 100]'

type Night = { readonly hours: number; readonly faster: number }

/** What the page holds after it has been cleaned up. */
type Held = { readonly heapMB: number; readonly nodes: number; readonly listeners: number }

/** In which of its hours the server is killed. */
const killedIn = [3, 6]
const stale = /^(No connection since|Fără legătură de la)/
/** Observers who report, each every twenty seconds. */
const observers = 120

function readArguments(): Night {
  const { values } = parseArgs({
    options: {
      hours: { type: 'string', default: '8' },
      faster: { type: 'string', default: '100' },
    },
  })
  const [hours, faster] = [Number(values.hours), Number(values.faster)]
  if (!(hours >= 1) || !(faster >= 1)) throw new Error(usage)
  return { hours, faster }
}

async function main(): Promise<void> {
  const night = readArguments()
  const server = await startServer('demonstration')
  const { args, ...launch } = playwright.use?.launchOptions ?? {}
  const browser = await chromium.launch({ ...launch, args: withWebGl(args) })
  const reporting = report(server.url, night)
  try {
    const { link } = await asAna(server.url, wallLinks.make, { body: { name: 'Sala mare' } })
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.addInitScript(ownClock)
    await page.goto(server.url + new URL(link).pathname + new URL(link).hash)
    await expectToBeUpToDate(page)
    // The map's library is loaded when the map is first shown, which is the last of the pages.
    await page.keyboard.press('ArrowLeft')
    await page.locator('canvas.maplibregl-canvas').waitFor({ timeout: 60_000 })
    await page.evaluate(`goFaster(${night.faster})`)
    judge(await watch(page, server, night))
  } finally {
    reporting.kill('SIGTERM')
    await once(reporting, 'exit')
    await browser.close()
    await server.stop()
  }
}

const minutesOf = ({ hours, faster }: Night) => (hours * 60) / faster

/** Observers who go on reporting, also while the server is away. */
const report = (url: string, night: Night) =>
  spawn(
    process.execPath,
    [
      ...['dist/server/rehearse.js', '--url', url, '--observers', String(observers)],
      ...['--minutes', String(minutesOf(night) + 1)],
    ],
    { stdio: 'ignore' },
  )

/** Gives a page a clock and timers of its own, which `goFaster` makes run faster. */
const ownClock = `
  let [rate, began, since] = [1, Date.now(), performance.now()]
  const at = () => began + (performance.now() - since) * rate
  window.goFaster = (faster) => {
    ;[rate, began, since] = [faster, at(), performance.now()]
  }
  window.Date = class extends Date {
    constructor(...given) {
      super(...(given.length === 0 ? [at()] : given))
    }
    static now = at
  }
  for (const set of ['setTimeout', 'setInterval']) {
    const own = window[set].bind(window)
    window[set] = (work, ms = 0, ...rest) => own(work, ms / rate, ...rest)
  }`

/** Looks at what the page holds every hour of its clock. */
async function watch(page: Page, server: RunningServer, { hours, faster }: Night): Promise<Held[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const hourMs = 3_600_000 / faster
  const began = performance.now()
  const held: Held[] = []
  for (let hour = 1; hour <= hours; hour++) {
    if (killedIn.includes(hour)) {
      await server.restart()
      await expectToBeUpToDate(page)
    }
    await pause(Math.max(0, began + hour * hourMs - performance.now()))
    const now = await leastHeld(devtools)
    console.log(
      `hour ${hour}: heap ${now.heapMB.toFixed(1)} MB, ${now.nodes} nodes, ${now.listeners} listeners`,
    )
    held.push(now)
  }
  await expectToBeUpToDate(page)
  return held
}

/** What it holds with the smallest of its pages on it: each stays for a moment. */
async function leastHeld(devtools: CDPSession): Promise<Held> {
  const looks: Held[] = []
  for (let look = 0; look < 15; look++) {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
    const [nodes, listeners] = [metric('Nodes'), metric('JSEventListeners')]
    looks.push({ heapMB: usedSize / 1_000_000, nodes, listeners })
  }
  const least = (what: keyof Held) => Math.min(...looks.map((one) => one[what]))
  return { heapMB: least('heapMB'), nodes: least('nodes'), listeners: least('listeners') }
}

/** It reads figures, and no notice says that they are old. */
async function expectToBeUpToDate(page: Page): Promise<void> {
  await page.waitForResponse(
    (response) => response.url().endsWith(wall.read.path) && response.ok(),
    {
      timeout: 60_000,
    },
  )
  await expect(page.getByText(stale)).toBeHidden({ timeout: 60_000 })
}

/** What it holds at most in the second half of the night, by what it held in the first. */
function judge(held: readonly Held[]): void {
  const half = Math.ceil(held.length / 2)
  const most = (of: readonly Held[], what: keyof Held) => Math.max(...of.map((one) => one[what]))
  const [first, second] = [held.slice(0, half), held.slice(half)]
  if (second.length === 0) return
  const hasGrown =
    most(second, 'heapMB') > most(first, 'heapMB') * 1.1 + 1 ||
    most(second, 'nodes') > most(first, 'nodes') * 1.1 + 100 ||
    most(second, 'listeners') > most(first, 'listeners') * 1.1 + 20
  if (hasGrown) throw new Error('The memory of the wall has grown')
  console.log('Its memory is flat')
}

await main()
