import type { Page } from '@playwright/test'

/**
 * Requests get no answer, as where a network stalls. `letGo` answers them; `lift` only those that are made from then on.
 */
export async function holdBack(page: Page, which: string | RegExp) {
  let isHeld = true
  const lift = () => {
    isHeld = false
  }
  let letGo = lift
  const isGone = new Promise<void>((resolve) => {
    letGo = () => {
      lift()
      resolve()
    }
  })
  await page.route(which, async (route) => {
    if (isHeld) await isGone
    await route.continue()
  })
  return { letGo, lift }
}
