import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { observers } from '#features/observers/contract.ts'
import { asAna, question, rowOf, signsIn, toast } from '../acts.ts'
import { chooseFile, chooseObservers } from '../choose-file.ts'
import { fileOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'observers import' })

/** Excel's encoding in Central Europe: ș and ț are one byte each. */
const windows1250 = (text: string) =>
  Buffer.from(
    text.replaceAll('Ș', '\xaa').replaceAll('ț', '\xfe').replaceAll('ă', '\xe3'),
    'latin1',
  )

test('checks a file first, shows and skips wrong rows and imports the rest', {
  tag: '@slow',
}, async ({ page, server }) => {
  await page.goto('/observatori/import')
  const button = page.getByRole('button', { name: 'Import', exact: true })
  await expect(button).toBeDisabled()
  await chooseFile(
    page,
    windows1250(
      'Mobil privat;Pin;Nume\n0745 000 001;4821;Șerban Împuțitul\n0745 000 002;12;Scurtă Pin\n0745 000 003;4821;Costică Rândul\n',
    ),
  )
  await expect(button).toBeDisabled()
  await page.getByRole('combobox', { name: 'Organisation' }).fill('O')
  await page.getByRole('option').first().click()

  await expect(page.getByText('No column holds: Phone.')).toBeVisible()
  await page.getByRole('button', { name: /Mobil privat/ }).click()
  await page.getByRole('option', { name: 'Phone' }).click()

  await expect(page.getByText('2 new rows')).toBeVisible()
  await expect(page.getByText('1 wrong row', { exact: true })).toBeVisible()
  const wrong = page.getByRole('table', { name: 'Wrong rows' })
  await expect(wrong.getByRole('row').nth(1)).toContainText('3')
  await expect(wrong.getByRole('row').nth(1)).toContainText('A PIN has at least 4 characters.')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the wrong rows' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(text).toBe(
    '\uFEFFWhy it was refused;Mobil privat;Pin;Nume\r\nA PIN has at least 4 characters.;0745 000 002;12;Scurtă Pin\r\n',
  )
  await expect(page.getByText('was read as Windows-1250')).toBeVisible()
  await page.getByRole('tab', { name: 'The first rows' }).click()
  await expect(page.getByRole('cell', { name: 'Șerban Împuțitul' })).toBeVisible()

  await button.click()
  await expect(toast(page)).toContainText('Error')
  await expect(toast(page)).toContainText('The file could not be imported; nothing was changed')
  await expect(toast(page)).toContainText('Nothing was imported')

  await page.getByRole('checkbox', { name: 'Import the good rows, skip the wrong ones' }).check()
  await button.click()
  await expect(toast(page)).toContainText('2 observers have been added successfully')
  await expect(page.getByText('1 wrong row skipped', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'See the list' }).click()
  await expect(rowOf(page, 'Costică Rândul')).toBeVisible()
  expect(await signsIn(server.url, '0745000001', '4821')).toBe(true)
})

test('check lists new names, changed values and dropped columns', async ({ page }) => {
  await check(page, 'Phone;Pin;Name;Email\n0745 000 021;4821;Rodica Veche;r@x.ro\n')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(toast(page)).toContainText('1 observer has been added')

  await check(page, 'Phone;Pin;Name;Email\n0745 000 021;9876;Rodica Nouă;r@x.ro\n')
  await expect(page.getByText('One person would get another name.')).toBeVisible()
  await expect(page.getByText('Not imported from the file: Email.')).toBeVisible()
  const row = page.getByRole('table', { name: 'What changes' }).getByRole('row').nth(1)
  await expect(row).toContainText('Rodica Veche → Rodica Nouă')
  await expect(row).toContainText('0745 000 021')
  await expect(row).not.toContainText('9876')
})

test('shows the preview of a corrected file chosen after going back', async ({ page }) => {
  await check(page, 'Phone,Pin,Name\n0745 000 051,4821,Mara Bună\n0745 000 052,12,Mara Rea\n')
  await expect(page.getByText('1 wrong row', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Import the good rows, skip the wrong ones' }).check()

  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByRole('link', { name: 'Import' }).click()
  await chooseObservers(page, [
    'Phone,Pin,Name\n0745 000 051,4821,Mara Bună\n0745 000 052,1234,Mara Rea\n',
  ])

  await expect(page.getByText('2 new rows')).toBeVisible()
  await expect(page.getByText('1 wrong row', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(
    page.getByRole('main').getByText('2 observers have been added successfully'),
  ).toBeVisible()
  await expect(page.getByText(/skipped/)).toHaveCount(0)
})

/** The import of an organisation's observers, up to its check. */
async function check(page: Page, text: string): Promise<void> {
  await page.goto('/observatori/import')
  await chooseObservers(page, [text])
}

test('shows a stray quotation mark as the fault of its row', async ({ page }) => {
  await check(page, 'Phone,Pin,Name\n0745 000 011,4821,Ion "Nelu" Pop\n')

  const wrong = page.getByRole('table', { name: 'Wrong rows' }).getByRole('row')
  await expect(wrong.nth(1)).toContainText('The quotation marks do not close')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
})

test('shows all cells of a row that has more cells than headings', async ({ page }) => {
  await check(
    page,
    'Nume,Telefon,PIN,Adresa\nIon Pop,0745 000 031,4821,Str. Lungă 3, ap. 4\nAna Rus,0745 000 032,4821,Str. Scurtă 1,,\n',
  )

  await expect(page.getByText('1 new row', { exact: true })).toBeVisible()
  const wrong = page.getByRole('table', { name: 'Wrong rows' }).getByRole('row')
  await expect(wrong).toHaveCount(2)
  await expect(wrong.nth(1)).toContainText('The row has 5 cells under 4 headings.')
  await expect(wrong.nth(1)).toContainText('Ion Pop │ 0745 000 031 │ 4821 │ Str. Lungă 3 │ ap. 4')
})

test('refuses a file whose rows are all wrong, even when they are skipped', async ({ page }) => {
  await check(page, 'Phone,Pin,Name\n0745 000 051,12,Scurt\n0745 000 052,13,Scurtă\n')

  await expect(page.getByRole('table', { name: 'Wrong rows' }).getByRole('row')).toHaveCount(3)
  await page.getByRole('checkbox', { name: /^Import the good rows/ }).check()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
})

test('reports lines and reasons of a failed background import in the reader’s language', async ({
  page,
  server,
}) => {
  const file = fileOf('scurt.csv', 'Phone,Pin,Name', '0745 000 041,12,Scurt')
  const { id } = await asAna(server.url, observers.startImport, { body: {} }, file)

  await page.goto(`/observatori/import?task=${id}`)
  await expect(page.getByRole('alert')).toContainText('Line 2: A PIN has at least 4 characters.')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the refused rows' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('0745 000 041,12,Scurt')

  await page.getByRole('button', { name: /^Imports and exports/ }).click()
  await expect(page.getByRole('list', { name: 'Imports and exports' })).toContainText(
    'Line 2: A PIN has at least 4 characters.',
  )
})

test('imports a large file in the background and survives a reload', { tag: '@slow' }, async ({
  page,
}) => {
  const rows = Array.from({ length: 2001 }, (_, index) => `0746 ${index},4821,Mare ${index}`)
  await check(page, ['Phone,Pin,Name', ...rows].join('\n'))
  await expect(page.getByText('2,001 new rows')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  await expect(page).toHaveURL(/\/observatori\/import\?task=\d+/)
  await page.reload()
  // It may end only now, and then a toast says so as well.
  await expect(
    page.getByRole('main').getByText('2,001 observers have been added successfully'),
  ).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Import another file' }).click()
  await expect(page.getByLabel('CSV file')).toBeVisible()
})

test('stops a large import and keeps none of it', async ({ page, server }) => {
  const rows = Array.from({ length: 150_000 }, (_, index) => `0761 ${index},4821,Oprit ${index}`)
  const file = fileOf('oprit.csv', 'Phone,Pin,Name', rows.join('\n'))
  const { id } = await asAna(server.url, observers.startImport, { body: {} }, file)

  await page.goto(`/observatori/import?task=${id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('progressbar')).toBeVisible()
  await expect(main.getByText(/oprit\.csv/)).toBeVisible()
  await main.getByRole('button', { name: 'Stop: Import of observers' }).click()

  await expect(page.getByText('The import was stopped. Nothing was kept.')).toBeVisible()
  await page.goto('/observatori?name=Oprit')
  await expect(page.getByText('No observer matches the filters')).toBeVisible()
})

test('undoes an import from its page and lists kept observers with reasons', async ({
  page,
  server,
}) => {
  const rows = ['0769 000 001,4821,Vasile Venit', '0769 000 002,4821,Zoe Intrata']
  const file = fileOf('gresit.csv', 'Phone,Pin,Name', ...rows)
  await asAna(server.url, observers.import, { body: {} }, file)
  expect(await signsIn(server.url, '0769000002', '4821')).toBe(true)

  await page.goto('/observatori/import')
  const list = page.getByRole('list', { name: 'Imports of the last seven days' })
  const one = list.getByRole('listitem').filter({ hasText: 'gresit.csv' })
  await expect(one).toContainText('Added: 2 observers.')
  await one.getByRole('button', { name: 'Undo import: gresit.csv' }).click()
  await question(page).getByRole('button', { name: 'Undo import' }).click()

  await expect(one).toContainText('Undone by ana. Deleted: 1 observer. 1 stays:')
  await expect(one.getByRole('list', { name: 'What stays, and why' })).toContainText(
    'Zoe Intrata 0769 000 002 · has signed in with the PIN from the file',
  )
  await expect(one.getByRole('button')).toHaveCount(0)
  const left = await asAna(server.url, observers.list, { query: { number: '0769' } })
  expect(left.data.map(({ name }) => name)).toEqual(['Zoe Intrata'])
})
