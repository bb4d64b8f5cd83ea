import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { assignments } from '#features/assignments/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { addObserver, asAna, plannedRow, question } from '../acts.ts'
import { chooseFile } from '../choose-file.ts'
import { fileOf, nameOf } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'
import { plan } from './plan-of.ts'

test.use({ about: 'plan files' })
test.describe.configure({ mode: 'serial' })

const headings = 'Phone,County code,Municipality code,Station number,From,Until'

/** So many shifts of a minute after the other, of one observer at one station. */
const minutes = (count: number) =>
  Array.from({ length: count }, (_, minute) => {
    const at = new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString()
    return `0722 100 001,CJ,CJ-T,1,${at},2026-11-22 23:59`
  })

const importOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Imports of the last seven days' })
    .getByRole('listitem')
    .filter({ hasText: name })

test('imports a large plan in the background, survives a reload and undoes it', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/deployment/plan/import')
  await chooseFile(page, [headings, ...minutes(2001)], 'toate.csv')
  await expect(page.getByText('2,001 new rows')).toBeVisible({ timeout: 45_000 })
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  await expect(page).toHaveURL(/\/deployment\/plan\/import\?task=\d+/)
  await page.reload()
  await expect(page.getByRole('main').getByText('2,001 rows added').first()).toBeVisible({
    timeout: 45_000,
  })
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Import another file' }).click()
  await expect(page.getByLabel('CSV file')).toBeVisible()

  const one = importOf(page, 'toate.csv')
  await one.getByRole('button', { name: 'Undo import: toate.csv' }).click()
  await question(page).getByRole('button', { name: 'Undo import' }).click()

  await expect(one).toContainText('Deleted: 2,001 assignments.', {
    timeout: 45_000,
  })
  await page.getByRole('link', { name: 'Back to the plan' }).click()
  await expect(page.getByText('There is no plan yet')).toBeVisible()
})

test('keeps and names observers changed since the import when undoing it', {
  tag: '@slow',
}, async ({ page, server }) => {
  const shift = (observer: number, station: number) =>
    `0722 100 00${observer},CJ,CJ-T,${station},2026-11-22 06:30,2026-11-22 22:00`
  const file = fileOf('doua.csv', headings, shift(1, 1), shift(2, 2))
  await asAna(server.url, assignments.import, { body: {} }, file)
  await page.goto('/deployment/plan')
  await page.getByRole('button', { name: `Edit ${nameOf(0)}` }).click()
  await page.getByRole('textbox', { name: 'Time' }).last().fill('21:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(plannedRow(page, nameOf(0))).toContainText('06:30–21:30')

  await page.getByRole('link', { name: 'Import' }).click()
  const one = importOf(page, 'doua.csv')
  await one.getByRole('button', { name: 'Undo import: doua.csv' }).click()
  await question(page).getByRole('button', { name: 'Undo import' }).click()

  const stayed = one.getByRole('list', { name: 'What stays, and why' })
  await expect(stayed).toContainText(`${nameOf(0)} · Turda 1 · has been changed since`)
  await stayed.getByRole('link', { name: 'Turda 1' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Turda 1')
})

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('downloads a plan template with the columns of a Romanian Excel', async ({ page }) => {
    await page.goto('/deployment/plan/import')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descarcă un model' }).click()

    const template = await readFile(await (await downloading).path(), 'utf8')
    expect(template).toContain('Telefon;Cod județ')
  })

  test('copies the plan of another election after showing and skipping rows that do not fit', {
    tag: '@slow',
  }, async ({ page, server }) => {
    await plan(server.url, nameOf(1), ['CJ-T', 2])
    const first = await asAna(server.url, elections.current, {})
    const second = {
      ...{ name: 'Turul al doilea', day: '2026-12-06', timezone: 'Europe/Bucharest' },
      copyFrom: first.id,
    }
    const id = (await asAna(server.url, elections.add, { body: second })) as never
    await asAna(server.url, elections.makeCurrent, { params: { id } })
    await addObserver(server.url, nameOf(0), '0722 100 001')

    await page.goto('/deployment/plan')
    await page.getByRole('link', { name: 'Copiază planul altor alegeri' }).click()
    await page.getByRole('button', { name: /Din alegerile/ }).click()
    await page.getByRole('option', { name: new RegExp(first.name) }).click()
    await expect(page.getByRole('table', { name: 'Rânduri greșite' })).toContainText('0722 100 002')
    const copy = page.getByRole('button', { name: 'Copiază', exact: true })
    await expect(copy).toBeDisabled()
    await expectNoViolations(page)
    await page.getByRole('checkbox', { name: 'Importă rândurile bune' }).check()
    await copy.click()

    await expect(page.getByText('1 rând adăugat, 1 rând greșit lăsat deoparte')).toBeVisible()
    await expect(plannedRow(page, nameOf(0))).toContainText('Turda 1')
  })
})

test('refuses to copy a plan when every row is refused, and says so', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const first = await asAna(url, elections.current, {})
  const third = { name: 'Turul al treilea', day: '2026-12-20', timezone: 'Europe/Bucharest' }
  const id = (await asAna(url, elections.add, { body: third })) as never
  await asAna(url, elections.makeCurrent, { params: { id } })

  await page.goto('/deployment/plan/copy')
  await page.getByRole('button', { name: /From the election/ }).click()
  await page.getByRole('option', { name: new RegExp(first.name) }).click()
  await expect(page.getByRole('table', { name: 'Wrong rows' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Import the good rows' }).check()

  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeDisabled()
  await expect(page.getByText('No row fits')).toBeInViewport()
  await expectNoViolations(page)
})
