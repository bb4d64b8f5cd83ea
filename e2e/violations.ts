import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import { sizes } from './stage.ts'

/** Half as long as `axe.source`, which every page would have to parse. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Axed = { readonly axe?: { run(on: ElementContext, how: RunOptions): Promise<AxeResults> } }

/** Four fifths of the time of all rules go into the contrast of colours, which a width hardly changes. */
type Rules = 'all' | 'contrast'

const rulesOf: Readonly<Record<Rules, RunOptions>> = {
  all: {},
  contrast: { runOnly: ['color-contrast'] },
}

/** Accessibility violations, as far as a machine can tell, in words. */
export async function violationsOf(page: Page, rules: Rules = 'all'): Promise<string[]> {
  // A disappearing toast is there or gone.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Once per document: a single-page app keeps it through all of its pages.
  if (!(await standStill(page))) await page.evaluate(source)
  const violations = await page.evaluate(
    async (how) => {
      // React Aria keeps a button's name there for a few seconds, even if the button is gone.
      const on = { exclude: [['[data-live-announcer]']] }
      const found = await (window as Axed).axe?.run(on, how)
      return found?.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    },
    // Passes are not listed, with a selector for each of a thousand elements.
    { resultTypes: ['violations' as const], ...rulesOf[rules] },
  )
  if (!violations) throw new Error('axe is not on the page')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  return violations
}

/**
 * No accessibility violations, as far as a machine can tell. Transient ones do not count: for half a second
 * after a list is filtered, its field refers to the option that was active before.
 */
export async function expectNoViolations(page: Page, rules: Rules = 'all'): Promise<void> {
  await expect.poll(() => violationsOf(page, rules), { timeout: 30_000 }).toEqual([])
}

/** The same in light and in dark mode, between which only colours differ. */
export async function expectNoViolationsInBoth(page: Page): Promise<void> {
  await expectNoViolations(page)
  await inTheDark(page, 'contrast')
}

/** The same on a phone in the dark and on a light desktop screen, where a part that was opened is still open. */
export async function expectNoViolationsAnywhere(page: Page, opened: Locator): Promise<void> {
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    // A page learns of its width just before the next frame.
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await expect(opened).toBeVisible()
    await (size === sizes.phone ? inTheDark(page, 'all') : expectNoViolations(page))
  }
}

async function inTheDark(page: Page, rules: Rules): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, rules)
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Animations have ended: half-way no colour is the intended one. Tells whether the document has axe. */
const standStill = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    return 'axe' in window
  })
