import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { notifications } from '#features/notifications/contract.ts'
import { session } from '#features/session/contract.ts'
import playwright from '../playwright.config.ts'
import { asAna } from './acts.ts'
import { call, phoneOf } from './phone.ts'
import { organiser, startServer } from './server.ts'
import { type Shot, shots } from './shots.ts'
import { withWebGl } from './web-gl.ts'

/**
 * Takes the documents' screenshots: `npm run screens`, or with `-- report` only those whose names begin so.
 * The server and its rehearsal are removed afterwards.
 */
const folder = 'docs/screens'
const sizes = {
  wide: { width: 1280, height: 800 },
  phone: { width: 390, height: 780 },
} as const
/** The largest picture in a document. */
const mostBytes = 250_000
/** How long nothing changes on a page that is complete. */
const stillMs = 500

const wanted = process.argv[2] ?? ''
const server = await startServer('whole demonstration')
const { args, ...launch } = playwright.use?.launchOptions ?? {}
const browser = await chromium.launch({ ...launch, args: withWebGl(args) })
try {
  await prepare()
  await mkdir(folder, { recursive: true })
  for (const shot of shots) if (shot.name.startsWith(wanted)) await take(shot)
} finally {
  await browser.close()
  await server.stop()
}

/** What the rehearsal lacks: a message, and reports from stations that do not exist. */
async function prepare(): Promise<void> {
  const messages = [
    ['Prezența', 'Notați prezența de la ora 13 și fotografiați procesul-verbal afișat.'],
    ['Schimb de tură', 'La ora 18 vine echipa de seară. Rămâneți în secție până ajung colegii.'],
  ] as const
  for (const [title, message] of messages)
    await asAna(server.url, notifications.sendAll, {
      body: { channel: 'Firebase', from: 'Veghe', title, message },
    })
  const observer = await phoneOf(server.url, { phone: '0700 000 001', pin: '6468' })
  for (const number of [9001, 731]) await observer.arrive(['CJ', number], '2026-11-22 08:00')
}

async function take(shot: Shot): Promise<void> {
  const context = await openBrowser(browser, shot)
  const page = await context.newPage()
  await page.goto(shot.path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await shot.act?.(page)
  await page.evaluate(() => document.fonts.ready)
  const picture = await pictureOf(page)
  await context.close()
  const { name, language, theme, size } = shot
  const path = join(folder, `${name}-${language}-${theme}${size === 'phone' ? '-phone' : ''}.png`)
  await writeFile(path, picture)
  console.log(`${path} ${picture.length}`)
  if (picture.length > mostBytes) throw new Error(`${path} is larger than ${mostBytes} bytes`)
}

/** A screenshot of the page when it is stable: parts of it are deferred. */
async function pictureOf(page: Page): Promise<Buffer> {
  let seen: Buffer | undefined
  for (;;) {
    const picture = await page.screenshot({ animations: 'disabled', caret: 'initial' })
    if (seen?.equals(picture)) return picture
    seen = picture
    await page.waitForTimeout(stillMs)
  }
}

async function openBrowser(
  opened: Browser,
  { language, theme, size, isSignedOut }: Shot,
): Promise<BrowserContext> {
  const localStorage = [{ name: 'language', value: language as string }]
  if (!isSignedOut) {
    const { access_token } = await call(server.url, session.authorize, { body: organiser })
    localStorage.push({ name: 'token-id', value: access_token })
  }
  const { timezoneId } = playwright.use ?? {}
  return opened.newContext({
    baseURL: server.url,
    viewport: sizes[size],
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    colorScheme: theme,
    reducedMotion: 'reduce',
    ...(timezoneId && { timezoneId }),
    storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
  })
}
