import { expect, type Page } from '@playwright/test'
import readExcel from 'read-excel-file/node'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { call, fileOf, nameOf } from '../phone.ts'
import { organiser } from '../server.ts'
import { pathOf, test } from '../stage.ts'

test.use({ about: 'downloads' })

test.beforeEach(async ({ phone }) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 1], { A1: ['Nu'] })
  const iulia = await phone(3)
  await iulia.answer(['BV-B', 2], { A1: ['Da'] })
})

const openTray = (page: Page) => page.getByRole('button', { name: /^Imports and exports/ }).click()
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Imports and exports' })

/** Opens the download window, and chooses what to download. */
async function ask(page: Page, what?: string) {
  await page.getByRole('button', { name: 'Download answers' }).click()
  const window = page.getByRole('dialog', { name: 'Download the answers?' })
  await expect(window).toBeVisible()
  if (what) await window.getByRole('radio', { name: what }).check()
  return window
}

test('asks first, then downloads the answers as filtered', async ({ page }) => {
  await page.goto('/answers?county=CJ')
  const nothing: string[] = []
  page.on('request', (request) => request.url().includes('/export/') && nothing.push(request.url()))
  const download = await ask(page)
  await expect(download).toContainText('The filters of the list apply.')
  await download.getByRole('button', { name: 'Cancel' }).click()
  expect(nothing).toEqual([])

  const saving = page.waitForEvent('download')
  await (await ask(page)).getByRole('button', { name: 'Download' }).click()

  const file = await saving
  expect(file.suggestedFilename()).toBe('answsers.xlsx')
  const sheets = await readExcel(await file.path())
  const visits = sheets.find(({ sheet }) => sheet === 'Visits')?.data ?? []
  const seen = visits.slice(1).map((row) => row.join('|'))
  expect(seen.some((row) => row.includes(nameOf(0)))).toBe(true)
  expect(seen.some((row) => row.includes(nameOf(3)))).toBe(false)
})

test('downloads the unseen reports from their list', async ({ page }) => {
  await page.goto('/answers?urgente=true&unseen=true&county=CJ')
  await expect(page.getByRole('link', { name: nameOf(0) })).toBeVisible()
  const taken = page.waitForRequest((request) => request.url().includes('/export/'))
  await (await ask(page)).getByRole('button', { name: 'Download' }).click()
  expect(pathOf((await taken).url())).toContain('county=CJ&urgent=true&unseen=true')
})

test('announces an export prepared on the server and keeps it in the tray', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/answers')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const window = await ask(page, 'The answers, as a CSV file')
  await expect(window).toContainText('It is prepared on the server')

  await window.getByRole('button', { name: 'Prepare' }).click()

  const messages = page.getByRole('region', { name: 'Messages' })
  await expect(messages.getByText('Export of answers: ready to download')).toBeVisible()
  await openTray(page)
  const row = rowsOf(page).getByRole('listitem').first()
  await expect(row).toContainText('Export of answers')
  await expect(row).toContainText('Done')
  const saving = page.waitForEvent('download')
  await row.getByRole('button', { name: /^Download/ }).click()
  expect((await saving).suggestedFilename()).toMatch(/\.csv$/)
})

test('shows the progress of a long import and stops it without a trace', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { url } = server
  const { access_token: token } = await call(url, session.authorize, { body: organiser })
  const before = await call(url, observers.count, {}, token)
  await page.goto('/answers')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const rows = Array.from({ length: 40_000 }, (_, index) => {
    const number = String(index).padStart(6, '0')
    return `0765 ${number},4821,Nume ${number}`
  })
  const file = fileOf('mulți.csv', 'Phone,Pin,Name', ...rows)
  await call(url, observers.startImport, { body: {} }, token, file)

  await expect(
    page.getByRole('button', { name: 'Imports and exports: 1 in progress' }),
  ).toBeVisible()
  await openTray(page)
  const row = rowsOf(page).getByRole('listitem').first()
  await expect(row.getByRole('progressbar')).toBeVisible()
  await row.getByRole('button', { name: 'Stop: Import of observers' }).click()

  await expect(row).toContainText('Stopped')
  await expect(row.getByRole('progressbar')).toBeHidden()
  expect(await call(url, observers.count, {}, token)).toBe(before)
})
