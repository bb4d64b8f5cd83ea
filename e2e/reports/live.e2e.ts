import { expect } from '@playwright/test'
import { answers } from '#features/answers/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { asAna, reportRows } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'live' })

test('shows a new report live on an idle list', async ({ page, phone }) => {
  const iulia = await phone(3)
  await page.goto('/answers')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: nameOf(3) })).toBeHidden()

  await iulia.answer(['BV-B', 2], { A1: ['Nu'] })

  const row = page.getByRole('link', { name: nameOf(3) })
  await expect(row).toBeVisible()
  await expect(row).toContainText('1 flagged')
})

test('holds new reports in a bar while a report is open, and keeps the list', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const iulia = await phone(3)
  const razvan = await phone(4)
  await iulia.answer(['BV-B', 2], { A1: ['Nu'] })
  await page.goto('/answers?county=BV')
  await page.getByRole('link', { name: nameOf(3) }).click()
  await expect(page.getByRole('region', { name: 'Report', exact: true })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const rows = reportRows(page)
  const before = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const { y } = (await rows.first().boundingBox())!

  await razvan.answer(['BV-B', 3], { A1: ['Da'] })

  await expect(page.getByText('1 new report')).toBeVisible()
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

  await expect(page.getByRole('group', { name: /^A1:/ })).toContainText('Flagged')
  await expect(page.getByRole('link', { name: nameOf(3) })).toContainText('1 flagged')
})

test('counts what changes in a hidden tab as seen only once the tab is visible', async ({
  page,
  phone,
}) => {
  const iulia = await phone(3)
  await iulia.answer(['BV-B', 3], { A4: ['Da'] })
  const marked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(answers.markSeen.path)) marked.push(request.postData() ?? '')
  })
  await page.goto('/answers?county=BV&pollingStationNumber=3')
  await page.getByRole('link', { name: nameOf(3) }).click()
  await expect(page.getByRole('group', { name: /^A4:/ })).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect.poll(() => marked.length).toBe(1)
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')

  await iulia.answer(['BV-B', 3], { A1: ['Nu'] })

  await expect(page.getByRole('group', { name: /^A1:/ })).toContainText('Flagged')
  await expect(page.getByText('2 answers', { exact: true })).toBeVisible()
  expect(marked).toHaveLength(1)
  await show('visible')
  await expect.poll(() => marked.length).toBe(2)
})

test('shows the open report with its latest content among the unseen ones, and none of another election', async ({
  page,
  phone,
  server,
}) => {
  const ioana = await phone(5)
  await ioana.answer(['AG-P', 3], { A1: ['Nu'] })
  await page.goto('/answers?urgente=true&unseen=true&county=AG')
  const row = reportRows(page).filter({ hasText: nameOf(5) })
  const seen = page.waitForResponse((reply) => reply.url().endsWith(answers.markSeen.path))
  await row.click()
  await seen
  await expect(page.getByText('0 reports', { exact: true })).toBeVisible()
  await expect(row).toContainText('1 flagged')

  await ioana.answer(['AG-P', 3], { A1: [] })

  await expect(row).not.toContainText('flagged')
  await expect(page.getByText(/^Showing/)).toBeHidden()

  const { id, day, timezone } = await asAna(server.url, elections.current, {})
  const body = { name: 'Turul doi', day, timezone }
  const next = await asAna(server.url, elections.add, { body })
  await asAna(server.url, elections.makeCurrent, { params: { id: next as typeof id } })
  await expect(row).toHaveCount(0)
  await expect(page.getByText('There is no such report')).toBeVisible()
  await page.goto('/')
  const now = page.getByRole('region', { name: 'Now', exact: true })
  await expect(now.getByText('No polling stations')).toBeVisible()
  await expect(now.getByRole('link', { name: 'Polling stations' })).toBeVisible()
  await asAna(server.url, elections.makeCurrent, { params: { id } })
})
