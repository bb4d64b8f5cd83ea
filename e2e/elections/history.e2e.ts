import { expect } from '@playwright/test'
import { nameOf } from '../phone.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'history' })

test('seals, verifies and downloads the history', async ({ page, phone }) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 1], { A1: ['Nu'] })
  await page.goto('/history')

  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible()
  await expect(page.getByText(/lines are sealed/)).toBeVisible()
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  await expect(page.getByText(/^The chain is whole/)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the latest seal' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^veghe-history-head-\d+\.json$/)
  await expectNoViolations(page)
})

test('proves stored data at the press of a button', { tag: '@slow' }, async ({ page, phone }) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 5], { A1: ['Nu'] })
  await page.goto('/history')

  await page.getByRole('button', { name: 'Prove now' }).click()

  await expect(page.getByText(/^Last proved .*, up to link/)).toBeVisible()
  await expect(page.getByText('Nothing differs')).toBeVisible()
  await expectNoViolations(page)
})

test('links a report to its history, which unfolds to the answers', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const dan = await phone(2)
  await dan.answer(['CJ-N', 2], { A1: ['Nu'] })
  await dan.answer(['CJ-N', 2], { A1: ['Da'] })
  await page.goto('/answers?county=CJ&pollingStationNumber=2')
  await page.getByRole('link', { name: nameOf(2) }).click()

  await page.getByRole('link', { name: 'History', exact: true }).click()

  await expect(page).toHaveURL(/\/history\?observerId=\d+&pollingStationId=\d+/)
  const lines = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(lines.filter({ hasText: 'Answers received' })).not.toHaveCount(0)
  await expect(lines.filter({ hasText: nameOf(0) })).toHaveCount(0)
  await lines.first().getByRole('button').click()
  const difference = lines.first().getByRole('table')
  await expect(difference).toContainText('A1: Nu')
  await expect(difference).toContainText('A1: Da')
  await expectNoViolations(page)
})

test('filters the list by actor and act, and keeps the filters in the address', async ({
  page,
  phone,
}) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 3], { A1: ['Nu'] })
  await page.goto('/history')
  const search = page.getByRole('search', { name: 'Filters' })
  await search.getByRole('textbox', { name: 'Who' }).fill('admin')

  await expect(page).toHaveURL(/actor=admin/)
  const list = page.getByRole('list', { name: 'History' })
  await expect(list.getByText(nameOf(0))).toHaveCount(0)
  await page.goto('/history?act=answers.received')
  await expect(search.getByRole('combobox', { name: 'What was done' })).toHaveValue(
    'Answers received',
  )
  await expect(list.getByText(nameOf(0)).first()).toBeVisible()

  await search.getByRole('textbox', { name: 'From' }).fill('ieri')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Enter a date and a time/)).toBeVisible()
  await search.getByRole('button', { name: 'Reset' }).click()
  expect(pathOf(page.url())).toBe('/history')
})

test('unfolds the history on a phone', async ({ page, phone }) => {
  await page.setViewportSize(sizes.phone)
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 3], { A1: ['Nu'] })
  await page.goto('/history?act=answers.received')

  const line = page.getByRole('list', { name: 'History' }).getByRole('listitem').first()
  await line.getByRole('button').click()

  await expect(line.getByRole('table')).toBeVisible()
  await expectNoViolations(page)
})
