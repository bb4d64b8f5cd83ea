import { expect, type Page } from '@playwright/test'

/** Waits until the page hears its keys, whose code is loaded after it is drawn: by the list of all keys. */
export async function untilKeysAreHeard(page: Page): Promise<void> {
  const window = page.getByRole('dialog')
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(window).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Escape')
  await expect(window).toHaveCount(0)
}
