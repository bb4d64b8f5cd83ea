import { expect, type Locator, type Page } from '@playwright/test'
import { say as reports } from '#features/answers/copy.ts'
import { say as ending } from '#features/elections/copy.ts'
import { say as opened } from '#features/elections/web/copy.ts'
import { say as deployment } from '#features/milestones/copy.ts'
import { say as now } from '#features/situation/copy.ts'
import { say as menu } from '#features/situation/web/copy.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { say as kit } from '#kit/web/ui/copy.ts'
import { test } from '../stage.ts'

test.use({ about: 'tasks of a night', beginning: 'demonstration' })

const most = 3

/** Clicks what is in sight without scrolling, and counts. */
function counting() {
  let clicks = 0
  return {
    click: async (place: Locator) => {
      await expect(place).toBeInViewport({ ratio: 1 })
      await place.click()
      clicks += 1
      expect(clicks).toBeLessThanOrEqual(most)
    },
  }
}

/** A cell of a table cuts the room above and below a line of text. Rows may be wider than the screen: ask for a cell. */
const inSight = (place: Locator) => expect(place).toBeInViewport({ ratio: 0.8 })

const phones = (place: Page | Locator) => place.locator('a[href^="tel:"]')

const language: Language = 'ro'
const t = (sentence: Copy) => speak(sentence, language)
const sections = (page: Page) => page.getByRole('navigation').first()
const nowPart = (page: Page) => page.getByRole('region', { name: t(now.now), exact: true })
const counties = (page: Page) => page.getByRole('table').filter({ hasText: t(now.county) })

test.describe(`within three clicks at a small desk`, () => {
  test.use({ language, viewport: { width: 1280, height: 720 } })

  test('shows what is wrong now and which county is worst', async ({ page }) => {
    const { click } = counting()
    await page.goto('/')
    await inSight(
      nowPart(page)
        .getByRole('link', { name: new RegExp(t(now.unseen)) })
        .first(),
    )
    await inSight(counties(page).getByRole('rowheader').first())
    await click(counties(page).getByRole('link').first())
    await inSight(phones(page.getByRole('table')).first())
  })

  test('calls the three most delayed observers', async ({ page }) => {
    const { click } = counting()
    await page.goto('/')
    await click(sections(page).getByRole('link', { name: t(deployment.title), exact: true }))
    const list = page.getByRole('table', { name: t(deployment.whoIsExpected) })
    for (const nth of [0, 1, 2]) await inSight(phones(list).nth(nth))
    await click(list.getByRole('checkbox', { name: t(kit.selectPage) }))
    await click(page.getByRole('button', { name: t(deployment.call), exact: true }))
    // The first of the three; the others follow by *Call the next* on each page.
    await expect(page).toHaveURL(/\/observatori\/profil\/view\/id\//)
    await inSight(phones(page).first())
    await inSight(page.getByRole('button', { name: t(deployment.nextToCall), exact: true }))
  })

  test('prints a report', async ({ page }) => {
    const { click } = counting()
    await page.goto('/')
    await click(
      page
        .getByRole('list', { name: t(reports.reports) })
        .getByRole('link')
        .first(),
    )
    const report = page.getByRole('region', { name: t(reports.report), exact: true })
    await inSight(phones(report).first())
    await page.emulateMedia({ media: 'print' })
    await expect(report).toBeVisible()
    await expect(page.getByRole('list', { name: t(reports.reports) })).toBeHidden()
  })

  test('ends the rehearsal for real', async ({ page }) => {
    const { click } = counting()
    await page.goto('/')
    await click(page.getByRole('button', { name: t(opened.end) }))
    const window = page.getByRole('dialog')
    await inSight(window.getByRole('button', { name: t(ending.start) }))
  })
})

test.describe(`within three taps on a phone`, () => {
  test.use({ language, viewport: { width: 390, height: 844 } })

  test('shows what is wrong, the worst county and three to call', async ({ page }) => {
    const first = counting()
    await page.goto('/')
    await first.click(page.getByRole('link', { name: t(menu.menu), exact: true }))
    await inSight(page.getByRole('link', { name: new RegExp(t(now.unseen)) }).first())
    await inSight(counties(page).getByRole('rowheader').first())
    await first.click(page.getByRole('link', { name: new RegExp(t(now.lateNow)) }).first())
    for (const nth of [0, 1, 2]) await inSight(phones(page).nth(nth))
  })
})
