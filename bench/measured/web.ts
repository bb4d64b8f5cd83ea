import { type Browser, chromium } from '@playwright/test'
import { signInStaff } from '../calling/signed-in.ts'
import type { Figure, Stage } from '../figure.ts'
import { percentile } from '../spread.ts'

/** A slow machine on a poor line. */
const slowdown = 4
const line = { offline: false, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

/** The page, the element that shows it is usable, and the distance to the server. */
type MeasuredScreen = {
  readonly what: string
  readonly path: string
  readonly sign: string
  readonly isSignedIn: boolean
  readonly awayMs: number
  readonly most?: number
}

const answers = { path: '/answers', sign: 'main li a', isSignedIn: true } as const
const screens: readonly MeasuredScreen[] = [
  {
    what: 'sign-in screen',
    path: '/login',
    sign: 'button[type=submit]',
    isSignedIn: false,
    awayMs: 0,
  },
  { ...answers, what: 'answers list', awayMs: 0, most: 2500 },
  // As Lighthouse simulates a phone's network; each round trip counts then.
  { ...answers, what: 'answers list, 150 ms away', awayMs: 150 },
]

/** The first screens in Chromium, with an empty cache. */
export async function measureWeb(stage: Stage): Promise<Figure[]> {
  await stage.buildWeb()
  const url = await stage.copy()
  const token = await signInStaff(url)
  const server = await stage.start(url)
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const opened = screens.map((screen) => ({ screen, times: [] as Opened[] }))
    for (let round = 0; round < stage.rounds; round++)
      for (const { screen, times } of opened)
        times.push(await openScreen(browser, server.url, screen, token))
    return opened.flatMap(({ screen, times }) => figuresOf(screen, times))
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** A usable screen: after how many milliseconds, and with how many bytes received. */
type Opened = { readonly ms: number; readonly bytes: number }

async function openScreen(
  browser: Browser,
  url: string,
  { path, sign, isSignedIn, awayMs }: MeasuredScreen,
  token: string,
): Promise<Opened> {
  const localStorage = isSignedIn ? [{ name: 'token-id', value: token }] : []
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    let bytes = 0
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { ...line, latency: awayMs })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watchFor(sign))
    await page.goto(url + path, { waitUntil: 'commit' })
    const stood = await page.waitForFunction(() => Number(Reflect.get(globalThis, 'stoodAt')))
    return { ms: await stood.jsonValue(), bytes }
  } finally {
    await context.close()
  }
}

/** Records when an element is painted, and the page responds to clicks. */
const watchFor = (sign: string) => `
  new MutationObserver((_, watching) => {
    if (!document.querySelector(${JSON.stringify(sign)})) return
    watching.disconnect()
    requestAnimationFrame(() => setTimeout(() => { window.stoodAt = performance.now() }))
  }).observe(document, { childList: true, subtree: true })`

function figuresOf({ what, most }: MeasuredScreen, times: readonly Opened[]): Figure[] {
  const middle = (of: (opened: Opened) => number) => percentile(times.map(of), 0.5)
  const ms = middle((one) => one.ms)
  return [
    {
      number: 9,
      what: `${what}: can be used, 4× slower, at 1.6 Mbit/s`,
      value: ms,
      unit: 'ms',
      ...(most !== undefined && { most }),
      ms,
      footnote: `${times.map((one) => one.ms.toFixed(0)).join(', ')} ms, nothing of ours in the cache`,
    },
    {
      number: 9,
      what: `${what}: over the line until then`,
      value: middle(({ bytes }) => bytes) / 1000,
      unit: 'kB',
    },
  ]
}
