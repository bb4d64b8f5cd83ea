import { expect, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '#database/open.ts'
import { milestones } from '#features/milestones/contract.ts'
import { situation, wallLinks } from '#features/situation/contract.ts'
import { say } from '#features/situation/copy.ts'
import { type Copy, type Language, speak, type Values } from '#kit/contract/copy.ts'
import { findLag } from '#kit/server/projections/mark.ts'
import { say as ui } from '#kit/web/ui/copy.ts'
import { asAna } from '../acts.ts'
import { plan } from '../deployment/plan-of.ts'
import { nameOf, type Station } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

const [early, late] = [0, 1] as const
const turda: Station = ['CJ-T', 1]

/** A figure of the screen, with its label and of how many it is. */
const figure = (page: Page, label: string) =>
  page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })

const doesNotScroll = (page: Page) =>
  page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement
    return scrollHeight <= window.innerHeight && scrollWidth <= window.innerWidth
  })

const language: Language = 'en'
const t = (sentence: Copy, values?: Values) => speak(sentence, language, values)

test.describe(() => {
  test.use({ about: 'the situation', language })

  test('wall link shows an arrival and a deadline live, ends on withdrawal and resumes', {
    tag: '@slow',
  }, async ({ page, server: { url }, phone, elsewhere }) => {
    await plan(url, nameOf(early), turda)
    await plan(url, nameOf(late), ['AG-P', 1])
    const dueAt = new Date(Date.now() + 25_000).toISOString()
    await asAna(url, milestones.add, { body: { name: 'Sosire', kind: 'arrival', dueAt } })

    await page.goto('/situation')
    await page.getByRole('button', { name: t(say.links) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: t(say.linkName) }).fill('Sala mare')
    await dialog.getByRole('button', { name: t(say.makeLink) }).click()
    const link = await dialog.locator('code').innerText()
    await expect(dialog.getByRole('listitem')).toContainText(t(say.linkUnused))

    const wall = await elsewhere()
    await wall.setViewportSize({ width: 1920, height: 1080 })
    await wall.goto(link)
    await expect(figure(wall, t(say.covered))).toContainText('2')
    await wall.keyboard.press(' ')
    await expect(wall.getByRole('button', { name: t(say.goOn) })).toBeVisible()
    await expect(figure(wall, t(say.visited)).locator('dd > span').first()).toHaveText('0')
    expect(await doesNotScroll(wall)).toBe(true)
    await (await phone(early)).arrive(turda, '2026-11-22 06:40')
    await expect(figure(wall, t(say.visited)).locator('dd > span').first()).toHaveText('1')
    await (await phone(early)).answer(turda, { A1: ['Nu'] })
    await expect(wall.getByRole('region', { name: t(say.urgent) })).toContainText('Turda')
    await expect(wall.locator('body')).not.toContainText(nameOf(early))
    await wall.keyboard.press('ArrowRight')
    const strip = wall.getByRole('row').filter({ hasText: 'Argeș' })
    await expect(strip).toContainText(t(say.doneOf, { done: 0, expected: 1 }))
    await expect(strip).toContainText(t(say.lateCount, { count: 1 }), { timeout: 40_000 })
    expect(await doesNotScroll(wall)).toBe(true)
    await expectNoViolations(wall)
    await wall.emulateMedia({ media: 'print' })
    await expect(wall.getByText(/\(Europe\/Bucharest\) · http/)).toBeVisible()
    await expect(figure(wall, t(say.covered))).toBeVisible()
    await wall.emulateMedia({ media: 'screen' })

    await dialog.getByRole('button', { name: t(say.withdrawOf, { name: 'Sala mare' }) }).click()
    await expect(wall.getByText(t(say.linkEnded))).toBeVisible()
    await expect(wall.locator('dl')).toHaveCount(0)

    await page.getByRole('button', { name: t(ui.undo) }).click()
    await expect(figure(wall, t(say.covered))).toContainText('2', { timeout: 40_000 })
  })
})

test.describe(() => {
  test.use({ about: 'the situation: desk' })

  test('shows all on one page at a desk and on a phone, worst counties first, and turns pages in full screen', {
    tag: '@slow',
  }, async ({ page, phone, server: { url } }) => {
    await plan(url, nameOf(late), ['AG-P', 1])
    await plan(url, nameOf(early), turda)
    await (await phone(early)).answer(turda, { A1: ['Nu'] })
    const dueAt = new Date(Date.now() + 3_600_000).toISOString()
    await asAna(url, milestones.add, { body: { name: 'Sosire', kind: 'arrival', dueAt } })
    await page.goto('/situation')
    await expect(figure(page, 'Stations covered')).toContainText('2')
    await expectNoViolations(page)
    await expect(page.getByRole('row').filter({ hasText: 'Argeș' })).toContainText('0 of 1')
    await expect(page.getByRole('row').nth(1)).toContainText('Cluj')
    await expect(page.getByRole('button', { name: 'Next page' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    const second = page.getByRole('button', { name: /^Counties, 2 of/ })
    await expect(second).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(second).toHaveAttribute('aria-current', 'page')
    await page.getByRole('button', { name: 'Leave full screen' }).click()

    await page.setViewportSize(sizes.phone)
    await expect(figure(page, 'Stations covered')).toContainText('2')
    await expect(page.getByRole('row').filter({ hasText: 'Cluj' })).toContainText('1 of 1')
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true)
    await expectNoViolations(page)
  })

  test('wall shows the time of outdated data, and resumes once the server answers', {
    tag: '@slow',
  }, async ({ page, context }) => {
    await page.goto('/situation')
    await expect(figure(page, 'Stations covered')).toBeVisible()
    await context.setOffline(true)
    // At once when a reading fails; where none is begun without a network, once the last is 45 s old.
    await expect(page.getByText(/^No connection since/)).toBeVisible({ timeout: 60_000 })
    await context.setOffline(false)
    await expect(page.getByText(/^No connection since/)).toBeHidden({ timeout: 30_000 })
  })

  test('wall with a clock an hour late shows no age while it is read', {
    tag: '@slow',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      const { now } = Date
      Date.now = () => now() - 3_600_000
    })
    await page.goto('/situation')
    await expect(figure(page, 'Stations covered')).toBeVisible()
    await page.waitForResponse((response) => response.url().endsWith(situation.read.path))
    await expect(page.getByText(/^No connection since/)).toBeHidden()
  })

  test('shows the day of older urgent reports, and the occurrence of a repeated hour', async ({
    page,
    server,
    phone,
  }) => {
    await (await phone(early)).answer(turda, { A1: ['Nu'] })
    await (await phone(late)).answer(['AG-P', 1], { A1: ['Nu'] })
    const database = openDatabase({ url: await server.databaseUrl(), connections: 1 })
    await database.write((tx) =>
      sql`update visits set last_modified = '2024-10-27 00:15Z'::timestamptz
                            + interval '1 hour' * (rank - 1)
            from (select id, rank() over (order by id) from visits) as of (of_id, rank)
           where id = of_id`.execute(tx),
    )
    await database.close()

    await page.goto('/situation')

    const times = page.getByRole('region', { name: 'Newest flagged' }).getByRole('time')
    await expect(times).toHaveText(['03:15 (second time)27 Oct', '03:15 (first time)27 Oct'])
  })

  test('keeps figures of six digits within their frames, on a wall and on a phone', {
    tag: '@slow',
  }, async ({ page, server }) => {
    await plan(server.url, nameOf(early), ['CJ-N', 1])
    const dueAt = new Date(Date.now() + 5000).toISOString()
    await asAna(server.url, milestones.add, { body: { name: 'Sosire', kind: 'arrival', dueAt } })
    const { link } = await asAna(server.url, wallLinks.make, { body: { name: 'Sala mare' } })
    await page.goto(server.url + new URL(link).pathname + new URL(link).hash)
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    const late = figure(page, 'Deadlines missed')
    await expect(late).toContainText('1', { timeout: 30_000 })
    const database = openDatabase({ url: await server.databaseUrl(), connections: 1 })
    await database.write((tx) =>
      sql`update expectation_counts set expected = 109387 where expected > 0`.execute(tx),
    )
    await database.close()

    for (const size of [{ width: 1920, height: 1080 }, sizes.phone]) {
      await page.setViewportSize(size)
      const number = late.getByText(/^\d{3},\d{3}$/)
      await expect(number).toBeVisible({ timeout: 30_000 })
      const fits = await number.evaluate((shown) => {
        const text = document.createRange()
        text.selectNodeContents(shown)
        const frame = shown.closest('div')?.getBoundingClientRect()
        return text.getBoundingClientRect().right <= (frame?.right ?? 0)
      })
      expect(fits).toBe(true)
    }
  })

  test('never truncates figures in county strips with all milestones, on a wall and a phone', {
    tag: '@slow',
  }, async ({ page, server }) => {
    await plan(server.url, nameOf(early), ['CJ-N', 2])
    const dueAt = new Date(Date.now() - 3_600_000).toISOString()
    const names = ['Deschidere', 'Prezență', 'Votarea', 'Închidere', 'Numărare', 'Procese', 'Final']
    for (const name of names)
      await asAna(server.url, milestones.add, { body: { name, kind: 'arrival', dueAt } })
    await expect
      .poll(async () => {
        const { counties } = await asAna(server.url, situation.read, {})
        const cells = counties.find(({ name }) => name === 'Cluj')?.cells ?? []
        return cells.filter(({ expected }) => expected > 0).length
      })
      .toBeGreaterThanOrEqual(names.length)
    const database = openDatabase({ url: await server.databaseUrl(), connections: 1 })
    await expect.poll(async () => (await findLag(database.primary)).waiting).toBe(0)
    await database.write((tx) =>
      sql`update expectation_counts set done = 1234, expected = 2345 where expected > 0`.execute(
        tx,
      ),
    )
    await database.close()

    for (const size of [{ width: 1920, height: 1080 }, sizes.phone]) {
      await page.setViewportSize(size)
      await page.goto('/situation')
      await expect(figure(page, 'Stations covered')).toBeVisible()
      const row = page.getByRole('row').filter({ hasText: 'Cluj' })
      const cells = row.getByTitle(/^1,?234 of 2,?345$/)
      await expect(cells.first()).toBeVisible()
      const isCut = await cells.evaluateAll((shown) =>
        shown.some((one) => one.scrollWidth > one.clientWidth),
      )
      expect(isCut).toBe(false)
    }
    await expect(page.getByRole('row').filter({ hasText: 'Cluj' })).toHaveCount(1)
    await expect(page.getByRole('columnheader', { name: 'Final' })).toBeAttached()
  })
})
