import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What keeps somebody out of the page, as far as a machine can tell, in words; by some of the rules, or by all. */
export async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  // A message that leaves meanwhile is there or gone.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await standStill(page)
  // In the page itself: it has no frames, for which another page would have to be opened each time.
  // What holds is not listed, with a selector for each of a thousand elements.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    // React Aria says there for a few seconds what a button is called that may be gone by now.
    .exclude('[data-live-announcer]')
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { violations } = await axe.analyze()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/**
 * Nobody is kept out, as far as a machine can tell. What is wrong for a moment only keeps nobody out: for half a
 * second after a list is narrowed, its field names the option that stood out before.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await expect.poll(() => violationsOf(page), { timeout: 10_000 }).toEqual([])
}

/** The same in light and in dark, between which only colours differ. */
export async function expectNoViolationsInBoth(page: Page): Promise<void> {
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => violationsOf(page, ['color-contrast']), { timeout: 10_000 }).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** What fades or moves has arrived: half-way no colour is the one that was chosen. */
const standStill = (page: Page) =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  })
