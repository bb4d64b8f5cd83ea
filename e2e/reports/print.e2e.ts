import { expect } from '@playwright/test'
import { test } from '../stage.ts'

test.use({ about: 'print', colorScheme: 'dark', viewport: { width: 794, height: 1123 } })

test('on paper a report is black on white, in full, with nothing to press', async ({
  page,
  phone,
}) => {
  const zoe = await phone(5)
  await zoe.answer(['AG-P', 3], { A1: ['Nu'] })
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: /Pitești 3/ }).click()
  await expect(page.getByRole('group', { name: /^A1:/ })).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(page.getByRole('checkbox', { name: /^Nu/ }).first()).toBeChecked()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  const root = page.locator('html')
  await expect(root).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(root).toHaveCSS('color', 'rgb(0, 0, 0)')
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('main, main *:not(svg *, .sr-only)')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .filter((one) => getComputedStyle(one).overflowY !== 'visible')
      .map((one) => one.className),
  )
  expect(cut).toEqual([])
})

test('prints notes in full, and times as clock times', async ({ page, phone }) => {
  const long = 'Coada ajunge până în stradă. '.repeat(12).trim()
  const ion = await phone(4)
  await ion.answer(['AG-P', 2], { A1: ['Nu'] })
  await ion.note(['AG-P', 2], { text: long, question: 'A1' })
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: /Pitești 2/ }).click()
  await expect(page.getByRole('button', { name: 'Show note' })).toBeVisible()
  const opened = page.getByRole('region', { name: 'Report' })
  await expect(opened.getByText('just now')).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(opened.getByText(long)).toBeVisible()
  await expect(opened.getByText(/just now|min ago/)).toHaveCount(0)
  await expect(opened.getByText(/^\d+ \w+ \d{4}, \d\d:\d\d$/).first()).toBeVisible()
})

test('on paper a list keeps its headings and loses its filters', async ({ page }) => {
  await page.goto('/observatori')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await page.emulateMedia({ media: 'print' })

  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  await expect(page.getByRole('search')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Add observer' })).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
})
