import { expect, type Page } from '@playwright/test'
import { elections } from '#features/elections/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { asAna } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'archived elections' })

const line = (page: Page, name: string) => page.getByRole('complementary', { name })

/** Archives the current election, and makes another current; returns their names. */
async function succeed(url: string, next: string) {
  const { id, name } = await asAna(url, elections.current, {})
  const body = { name: next, day: '2026-12-06', timezone: 'Europe/Bucharest' }
  const params = { id: (await asAna(url, elections.add, { body })) as Id<'elections'> }
  await asAna(url, elections.makeCurrent, { params })
  await asAna(url, elections.archive, { params: { id } })
  return { over: name, next }
}

async function openToRead(page: Page, name: string) {
  await page.goto('/settings/elections')
  await page.getByRole('button', { name: `More actions: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Open to read' }).click()
  await expect(line(page, 'Where you are')).toContainText('Archived, read only')
}

test('shows an archived election in full and offers no changes in it', {
  tag: '@slow',
}, async ({ page, server, phone, elsewhere }) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 1], { A1: ['Nu'] })
  const { over, next } = await succeed(server.url, 'Turul doi')
  const report = page.getByRole('link', { name: nameOf(0) })
  const second = await page.context().newPage()
  await second.goto('/answers')
  await expect(second.getByText('No report has arrived yet')).toBeVisible()

  await openToRead(page, over)

  await expect(report).toBeVisible()
  await expect(line(page, 'Where you are')).toContainText(over)
  await expectNoViolations(page)
  // Another window of the same browser follows, without a reload.
  await expect(second.getByRole('link', { name: nameOf(0) })).toBeVisible()
  await expect(line(second, 'Where you are')).toContainText('Archived, read only')

  await report.click()
  await expect(page.getByRole('checkbox', { name: /^Nu/ }).first()).toBeChecked()
  for (const [path, shown, missing] of [
    ['/observatori', `View ${nameOf(0)}`, 'Add observer'],
    ['/polling-stations', 'Cluj', 'Add county'],
    ['/formulare', 'A', 'Add form'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: shown }).first(), path).toBeVisible()
    await expect(page.getByRole('link', { name: missing }), path).toBeHidden()
    await expect(page.getByRole('button', { name: missing }), path).toBeHidden()
  }
  await page.goto('/history')
  await expect(page.getByText('Election loaded from files')).toBeVisible()

  const other = await elsewhere()
  await other.goto('/answers')
  await expect(other).toHaveURL(/login/)

  await line(page, 'Where you are').getByRole('button', { name: 'Back to the current' }).click()
  await expect(page.getByText('No flagged answers')).toBeVisible()
  await expect(line(page, 'Where you are')).toContainText(next)
  await expect(second.getByText('No report has arrived yet')).toBeVisible()
})

test('returns the reader to the current election when a colleague reopens the archived one', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { over, next } = await succeed(server.url, 'Turul trei')
  await openToRead(page, over)
  const all = await asAna(server.url, elections.list, { query: {} })
  const { id } = all.find(({ name }) => name === over)!

  await asAna(server.url, elections.reopen, { params: { id } })

  await expect(line(page, 'Where you are')).toContainText(next)
  await expect(line(page, 'Where you are')).not.toContainText('read only')
})

test('explains why settings are closed in an archived election, and leads back', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { over, next } = await succeed(server.url, 'Turul patru')
  await openToRead(page, over)

  await page.goto('/settings/elections')
  const main = page.getByRole('main')
  await expect(main).toContainText('You are reading an archived election')
  await expect(main).not.toContainText('The role of your account')
  await expectNoViolations(page)
  await main.getByRole('button', { name: 'Back to the current election' }).click()

  await expect(line(page, 'Where you are')).toContainText(next)
  await page.goto('/settings/elections')
  await expect(page.getByRole('button', { name: `More actions: ${over}` })).toBeVisible()
})

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('shows the read-only notice at a desk and on a phone, and leads back', async ({
    page,
    server,
  }) => {
    const { over, next } = await succeed(server.url, 'Turul dinainte')
    await page.goto('/settings/elections')
    await page.getByRole('button', { name: `Alte acțiuni: ${over}` }).click()
    await page.getByRole('menuitem', { name: 'Deschide pentru citire' }).click()
    const where = line(page, 'Unde ești')
    for (const viewport of [sizes.desktop, sizes.phone]) {
      await page.setViewportSize(viewport)
      await expect(where).toContainText('Arhivate, doar citire')
      await expectNoViolations(page)
    }
    await where.getByRole('button', { name: 'Înapoi la alegerile curente' }).click()
    await expect(where).toContainText(next)
  })
})
