import { type Browser, chromium, type Page } from '@playwright/test'
import { phoneAt } from '#apps/cli/phone.ts'
import { forms } from '#features/forms/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { signInStaff } from '../calling/signed-in.ts'
import { copyInto } from '../data/copy.ts'
import { countyIdOf, placesOf } from '../data/people.ts'
import { electionId } from '../data/shape.ts'
import type { Figure, Stage } from '../figure.ts'
import { percentile } from '../spread.ts'

const rows = 10_000
const questions = 100
/** As fast as a quick typist. */
const betweenKeysMs = 80
/** What people perceive as immediate (Miller 1968, Nielsen 1993). */
const immediateMs = 100
const sentence = 'Comisia a deschis secția la timp?'

/**
 * Responsiveness: a list of ten thousand rows while it is scrolled from one end to the other, and a form of a
 * hundred questions during typing.
 */
export async function measureHandling(stage: Stage): Promise<Figure[]> {
  await stage.buildWeb()
  const url = await stage.copy()
  await copyInto(url, 'polling_stations', moreStations())
  const token = await signInStaff(url)
  const server = await stage.start(url)
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const call = phoneAt(server.url, { forMs: 0 })
    const form = await call(forms.add, { body: longForm() }, token)
    const list = await openPage(browser, server.url, token, `/polling-stations/${countyIdOf(0)}`)
    const frames = await scroll(list, stage.seconds)
    const editor = await openPage(browser, server.url, token, `/formulare/${form}`)
    const keys = await write(editor)
    return [
      figure(`${rows.toLocaleString('en')} rows scrolled: from frame to frame, p95`, 34, frames),
      figure(`form of ${questions} questions: from key to paint, p95`, immediateMs, keys),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Ten thousand more stations for one county. */
const moreStations = () =>
  Array.from({ length: rows }, (_, row) => {
    const number = 1_000_000 + row
    const facts = { number, address: 'Strada Școlii', registeredVoters: 1000 }
    return { electionId, id: number, ...placesOf(0), ...facts }
  })

const longForm = (): CallInput<typeof forms.add>['body'] => ({
  code: 'LUNG',
  description: 'O sută de întrebări',
  draft: true,
  formSections: [
    {
      questions: Array.from({ length: questions }, (_, index) => ({
        code: `L${index + 1}`,
        text: `Întrebarea ${index + 1}`,
        questionType: 1,
        optionsToQuestions: [{ text: 'Da' }, { text: 'Nu', flagged: true }],
      })),
    },
  ],
})

export async function openPage(browser: Browser, url: string, token: string, path: string) {
  const localStorage = [{ name: 'token-id', value: token }]
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  })
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

/** Scrolls for some seconds; returns the milliseconds from frame to frame. */
async function scroll(page: Page, seconds: number): Promise<number[]> {
  const table = page.getByRole('table').last()
  await table.getByRole('row').nth(5).hover()
  const turns = Math.ceil(seconds * 60)
  return framesDuring(page, async () => {
    // Down over half of them and up again, some rows at each turn.
    for (let turn = 0; turn < turns; turn++)
      await page.mouse.wheel(0, turn < turns / 2 ? 900 : -900)
  })
}

/** The milliseconds from frame to frame while something is done. */
export async function framesDuring(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(noteFrames)
  await work()
  return page.evaluate(() => Reflect.get(globalThis, 'frames') as unknown as number[])
}

const noteFrames = `
  window.frames = []
  let before
  requestAnimationFrame(function note(now) {
    if (before !== undefined) window.frames.push(now - before)
    before = now
    requestAnimationFrame(note)
  })`

/**
 * Types into a question while all of them are unfolded; returns the milliseconds from each key to the frame
 * that shows it.
 */
async function write(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Desfă tot' }).click()
  const text = page.getByRole('textbox', { name: 'Textul întrebării' }).last()
  await text.click()
  await page.evaluate(noteKeys)
  await text.pressSequentially(sentence, { delay: betweenKeysMs })
  return page.evaluate(() => Reflect.get(globalThis, 'keys') as unknown as number[])
}

const noteKeys = `
  window.keys = []
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => setTimeout(() => window.keys.push(performance.now() - timeStamp)))
  }, { capture: true })`

export function figure(what: string, most: number, took: readonly number[]): Figure {
  const at = (part: number) => percentile(took, part)
  const footnote = `p50 ${at(0.5).toFixed(1)}, longest ${at(1).toFixed(1)} ms of ${took.length}`
  return { number: 9, what, value: at(0.95), unit: 'ms', most, footnote }
}
