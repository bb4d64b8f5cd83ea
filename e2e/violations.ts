import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Accessibility violations, as far as a machine can tell, in words; by some of the rules, or by all. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // A disappearing toast is there or gone.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await standStill(page)
  // In the page itself: it has no frames, for which another page would have to be opened each time. Passes
  // are not listed, with a selector for each of a thousand elements.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    // React Aria keeps a button's name there for a few seconds, even if the button is gone.
    .exclude('[data-live-announcer]')
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations } = await axe.analyze()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/**
 * No accessibility violations, as far as a machine can tell. Transient ones do not count: for half a second
 * after a list is filtered, its field refers to the option that was active before.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await expect.poll(() => violationsOf(page), { timeout: 10_000 }).toEqual([])
}

/** The same in light and in dark mode, between which only colours differ. */
export async function expectNoViolationsInBoth(page: Page): Promise<void> {
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => violationsOf(page, ['color-contrast']), { timeout: 10_000 }).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Animations have ended: half-way no colour is the intended one. */
const standStill = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  })
