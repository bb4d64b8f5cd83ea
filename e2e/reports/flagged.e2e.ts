import { expect, type Page } from '@playwright/test'
import { nameOf, type Station } from '../phone.ts'
import { test } from '../stage.ts'
import { isTruncated } from '../truncation.ts'

test.use({ about: 'flagged' })

const station: Station = ['AG-P', 1]

const opened = (page: Page) => page.getByRole('region', { name: 'Report' })
const questionAt = (page: Page, code: string) =>
  opened(page).getByRole('group', { name: new RegExp(`^${code}:`) })
const place = (page: Page) => opened(page).getByRole('status').filter({ hasText: 'flagged' })

test('shows what is flagged in a row, opens it there and steps through all forms', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const dana = await phone(2)
  await dana.answer(station, { A4: ['Da'], B1: ['Nu'], B2: ['Nimic deosebit'] })
  await dana.answer(station, { B1: ['Da'], A2: ['Nu, la ora: 07:25'], A1: ['Nu'] })
  await page.goto('/answers?county=AG')

  const row = page.getByRole('list', { name: 'Reports' }).getByRole('link', { name: nameOf(2) })
  await expect(row).toContainText('A1: A fost urna sigilată în fața observatorilor?')
  await expect(row).toContainText('2 more flagged')
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await isTruncated(row, 'Nu'), `the answer at ${width}`).toBe(false)
  }

  await row.focus()
  await page.keyboard.press('Enter')
  await expect(questionAt(page, 'A1')).toBeFocused()
  await expect(questionAt(page, 'A1')).toBeInViewport()
  await expect(place(page)).toHaveText('1 of 3 flagged')

  await page.keyboard.press('n')
  await expect(questionAt(page, 'A2')).toBeFocused()
  await expect(questionAt(page, 'A2')).toBeInViewport()
  await expect(place(page)).toHaveText('2 of 3 flagged')
  await opened(page).getByRole('button', { name: 'Next flagged answer' }).click()
  await expect(page.getByRole('tab', { name: /^Votare/ })).toHaveAttribute('aria-selected', 'true')
  await expect(questionAt(page, 'B1')).toBeFocused()
  await expect(questionAt(page, 'B1')).toBeInViewport()

  // A report that arrives during reading is counted, and moves nothing.
  await dana.answer(station, { A3: ['Persoane neautorizate'] })
  await expect(place(page)).toHaveText(/of 4 flagged$/)
  await expect(questionAt(page, 'B1')).toBeFocused()

  await page.keyboard.press('n')
  await expect(page.getByRole('tab', { name: /^Deschidere/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(questionAt(page, 'A1')).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Next flagged answer of the report',
  )
})

test('opens the linked answer, and stays there when another is flagged', async ({
  page,
  phone,
}) => {
  const dana = await phone(3)
  await dana.answer(station, { A1: ['Nu'], A4: ['Da'] })
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: nameOf(3) }).click()
  await expect(questionAt(page, 'A1')).toBeFocused()
  const id = await questionAt(page, 'A4').locator('xpath=..').getAttribute('id')
  const tab = /\d+$/.exec((await page.getByRole('tab').first().getAttribute('id')) ?? '')?.[0]

  await page.goto(`${page.url()}&tab=${tab}#${id}`)
  await page.reload()
  await expect(questionAt(page, 'A4')).toBeFocused()
  await expect(questionAt(page, 'A4')).toBeInViewport()
  await expect(place(page)).toHaveText('1 flagged')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  await dana.answer(station, { A2: ['Nu, la ora: 08:00'] })
  await expect(place(page)).toHaveText('2 flagged')
  await expect(questionAt(page, 'A4')).toBeFocused()
})

test('opens a report with nothing flagged at its beginning, and stays there', async ({
  page,
  phone,
}) => {
  const dana = await phone(4)
  await dana.answer(station, { B1: ['Nu'] })
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: nameOf(4) }).click()
  await expect(questionAt(page, 'B1')).toBeVisible()
  await expect(opened(page)).toBeFocused()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  await dana.answer(station, { A1: ['Nu'] })
  await expect(place(page)).toHaveText('1 flagged')
  await expect(page.getByRole('tab', { name: 'Votare' })).toHaveAttribute('aria-selected', 'true')
  await expect(opened(page)).toBeFocused()

  await page.keyboard.press('n')
  await expect(questionAt(page, 'A1')).toBeFocused()
})
