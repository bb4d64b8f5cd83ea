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

const library = /\/assets\/maplibre-gl-[\w-]{8}\.js/
const worker = /\/assets\/maplibre-gl-worker-/

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

test('reports a map whose code cannot load, and draws it later', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await placeInTheMiddle(url)
  await page.route(library, (route) => route.abort())
  await page.goto('/map')

  await expectTheMapLater(page, () => page.unroute(library))
})

test('reports a map whose worker is slow, and draws it on arrival', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await placeInTheMiddle(url)
  const { letGo } = await holdBack(page, worker)
  await page.goto('/map')

  await expectTheMapLater(page, async () => letGo())
})
