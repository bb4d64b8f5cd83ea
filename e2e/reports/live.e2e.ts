import { expect } from '@playwright/test'
import { reportRows } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'live' })

/** From storing the report to showing it. */
const promptly = { timeout: 2000 }

test('shows a new report live on an idle list', async ({ page, phone }) => {
  const iulia = await phone(3)
  await page.goto('/answers')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: nameOf(3) })).toBeHidden()

  await iulia.answer(['BV-B', 2], { A1: ['Nu'] })

  const row = page.getByRole('link', { name: nameOf(3) })
  await expect(row).toBeVisible(promptly)
  await expect(row).toContainText('1 flagged')
})

test('while a report is being read, new ones wait in a bar and the list stays', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const iulia = await phone(3)
  const razvan = await phone(4)
  await iulia.answer(['BV-B', 2], { A1: ['Nu'] })
  await page.goto('/answers?county=BV')
  await page.getByRole('link', { name: nameOf(3) }).click()
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const rows = reportRows(page)
  const before = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const { y } = (await rows.first().boundingBox())!

  await razvan.answer(['BV-B', 3], { A1: ['Da'] })

  await expect(page.getByText('1 new report')).toBeVisible(promptly)
  const after = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(after).toEqual(before)
  expect((await rows.first().boundingBox())!.y).toBe(y)

  await page.getByRole('button', { name: 'Show' }).first().click()
  await expect(rows.first()).toContainText(nameOf(4))
  await expect(page.getByText('1 new report')).toBeHidden()
})

test('updates the open report and its row in place', async ({ page, phone }) => {
  const iulia = await phone(3)
  await iulia.answer(['BV-B', 1], { A4: ['Da'] })
  await page.goto('/answers?county=BV&pollingStationNumber=1')
  await page.getByRole('link', { name: nameOf(3) }).click()
  await expect(page.getByRole('group', { name: /^A4:/ })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  await iulia.answer(['BV-B', 1], { A1: ['Nu'] })

  await expect(page.getByRole('group', { name: /^A1:/ })).toContainText('Flagged', promptly)
  await expect(page.getByRole('link', { name: nameOf(3) })).toContainText('1 flagged', promptly)
})
