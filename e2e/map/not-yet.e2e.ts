import { expect, type Page } from '@playwright/test'
import { holdBack } from '../held-back.ts'
import { test } from '../stage.ts'
import { withWebGl } from '../web-gl.ts'
import { placeInTheMiddle } from './drawing.ts'

test.use({
  about: 'a map that is not drawn yet',
  language: 'ro',
  launchOptions: ({ launchOptions: { args, ...rest } }, use) =>
    use({ ...rest, args: withWebGl(args) }),
})

const parts = [
  ['the library', /\/assets\/maplibre-gl-[\w-]{8}\.js/],
  ['its worker', /\/assets\/maplibre-gl-worker-/],
] as const

const notYet = (page: Page) => page.getByText('Harta nu poate fi desenată încă')
const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas')

/** The table goes on, and the map comes once what draws it does. */
async function expectTheMapLater(page: Page, come: () => Promise<void>): Promise<void> {
  await expect(notYet(page)).toBeVisible({ timeout: 25_000 })
  const flagged = page.getByRole('columnheader', { name: 'Semnalate' })
  await flagged.getByRole('button').click()
  await expect(flagged).toHaveAttribute('aria-sort', /ending$/)

  await come()
  await expect(canvas(page)).toBeVisible({ timeout: 60_000 })
  await expect(notYet(page)).toBeHidden()
}

for (const [name, part] of parts)
  test(`reports a map whose code cannot load, and draws it later (${name})`, {
    tag: '@slow',
  }, async ({ page, server: { url } }) => {
    await placeInTheMiddle(url)
    await page.route(part, (route) => route.abort())
    await page.goto('/map')

    await expectTheMapLater(page, () => page.unroute(part))
  })

for (const [name, part] of parts)
  test(`reports a map whose code is slow, and draws it on arrival (${name})`, {
    tag: '@slow',
  }, async ({ page, server: { url } }) => {
    await placeInTheMiddle(url)
    const { letGo } = await holdBack(page, part)
    await page.goto('/map')

    await expectTheMapLater(page, async () => letGo())
  })
