import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, expect, type Page } from '@playwright/test'
import { wall, wallLinks } from '#features/situation/contract.ts'
import playwright from '../playwright.config.ts'
import { asAna } from './acts.ts'
import { type RunningServer, startServer } from './server.ts'

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
  const browser = await chromium.launch({
    ...playwright.use?.launchOptions,
    // With the map, drawn by the processor where there is no graphics card.
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  })
  const reporting = report(server.url, night)
  try {
    const { link } = await asAna(server.url, wallLinks.make, { body: { name: 'Sala mare' } })
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
    await page.addInitScript(fasterClock, night.faster)
    await page.goto(server.url + new URL(link).pathname + new URL(link).hash)
    await expectToBeUpToDate(page)
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

/** Makes the clock and the timers of a page go faster. */
function fasterClock(faster: number): void {
  const began = Date.now()
  const startedAt = performance.now()
  const { setTimeout: timeout, setInterval: interval } = window
  const now = performance.now.bind(performance)
  const at = () => began + (now() - startedAt) * faster
  performance.now = () => startedAt + (now() - startedAt) * faster
  window.Date = class extends Date {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [at()] : given) as [number]))
    }
    static override now = at
  } as DateConstructor
  const sooner = (set: (work: TimerHandler, ms?: number, ...rest: unknown[]) => number) =>
    ((work: TimerHandler, ms = 0, ...rest: unknown[]) =>
      set.call(window, work, ms / faster, ...rest)) as typeof window.setTimeout
  window.setTimeout = sooner(timeout)
  window.setInterval = sooner(interval)
}

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
    for (let turn = 0; turn < 3; turn++) await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    const metric = (name: string) => metrics.find((one) => one.name === name)?.value ?? 0
    const now = {
      heapMB: usedSize / 1_000_000,
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
    }
    console.log(
      `hour ${hour}: heap ${now.heapMB.toFixed(1)} MB, ${now.nodes} nodes, ${now.listeners} listeners`,
    )
    held.push(now)
  }
  await expectToBeUpToDate(page)
  return held
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

/** By what it held in its second hour, when all of its pages have been shown. */
function judge(held: readonly Held[]): void {
  const [, before] = held
  const last = held.at(-1)
  if (!before || !last || before === last) return
  const grown = last.heapMB > before.heapMB * 1.1 + 1 || last.nodes > before.nodes * 1.1 + 100
  if (grown) throw new Error('The memory of the wall has grown')
  console.log('Its memory is flat')
}

await main()
