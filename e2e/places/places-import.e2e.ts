import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import { workbookOf } from '#testing/workbook.ts'
import { addCounty, asAna, countyRow, question, toast } from '../acts.ts'
import { chooseFile } from '../choose-file.ts'
import { fileOf } from '../phone.ts'
import { test } from '../stage.ts'

// Counties there hold their stations themselves.
test.use({ about: 'places import', beginning: 'demonstration' })

test('checks a file of stations, reports errors by line and imports it', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addCounty(server.url, 'IM', 'Importată', 2)
  await page.goto('/polling-stations')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: /What the file holds/ }).click()
  await page.getByRole('option', { name: 'Polling stations' }).click()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()

  await chooseFile(page, [
    'County code;Number;Address;Latitude;Longitude;Registered voters',
    'IM;1;Str. Școlii 1;46,77;23,59;1204',
    'IM;3;Str. Nouă 3;;;',
    'IM;trei;;;;',
    'XX;4;;;;',
  ])
  await expect(page.getByText('1 new row')).toBeVisible()
  await expect(page.getByText('The station number must be a whole number.')).toBeVisible()
  await expect(page.getByText('XX does not exist. Import the counties first.')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(toast(page)).toContainText('The file could not be imported; nothing was changed')
  await page.getByRole('checkbox', { name: 'Import the good rows, skip the wrong ones' }).check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  await expect(toast(page)).toContainText('1 row added, 1 row changed, 2 wrong rows skipped')
  await page.getByRole('link', { name: 'See the list' }).click()
  await expect(countyRow(page, 'Importată')).toContainText('3')
  await page.goto(`/polling-stations/${id}`)
  const first = page.getByRole('row').filter({ hasText: 'Str. Școlii 1' })
  await expect(first).toContainText('46.77000, 23.59000')
  await expect(first).toContainText('1,204')
})

test('asks before it imports stations as counties', async ({ page, server }) => {
  await addCounty(server.url, 'ZV', 'Zăvoi', 0)
  await page.goto('/polling-stations/import')
  await chooseFile(page, [
    'County code;Station;Name;Address;Latitude',
    ...Array.from({ length: 6 }, (_, place) => `ZV;${place};School ${place};Street ${place};`),
  ])

  await expect(
    page.getByText('2 of 5 columns are read; of 6 rows 5 would be refused'),
  ).toBeVisible()
  const button = page.getByRole('button', { name: 'Import', exact: true })
  await expect(button).toBeDisabled()
  await page.getByRole('checkbox', { name: 'It is the right list' }).check()
  await expect(button).toBeEnabled()
})

test('chooses the sheet of a workbook by keyboard, and explains what to do with an .xls file', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/polling-stations/import')
  const buffer = await workbookOf([
    { name: 'Instrucțiuni', rows: [['Completați foaia a doua']] },
    {
      name: 'Județe',
      rows: [
        ['Cod', 'Nume'],
        ['FO', 'Din foaia a doua'],
      ],
    },
  ])
  await chooseFile(page, buffer, 'judete.xlsx')
  await expect(page.getByText('No column holds: Code, Name.')).toBeVisible()
  await page.getByRole('button', { name: /Sheet/ }).press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 new row')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(toast(page)).toContainText('1 row added')

  await page.goto('/polling-stations/import')
  await chooseFile(page, Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'vechi.xls')
  await expect(page.getByRole('alert')).toContainText('Save or export it as .xlsx or CSV')
})

test('finds headings below a title in the file, and names their line', async ({ page }) => {
  await page.goto('/polling-stations/import')
  await chooseFile(page, ['Lista județelor – 2024;', ';', 'Cod;Nume', 'TT;Titlul'])

  await expect(page.getByText('The headings are on line 3 of the file.')).toBeVisible()
  await expect(page.getByText('1 new row')).toBeVisible()
})

test('reimporting an export of counties changes nothing', async ({ page }) => {
  await page.goto('/polling-stations')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Counties (CSV)' }).click()
  const file = await downloading
  const path = await file.path()
  expect(await readFile(path, 'utf8')).toContain('Cluj')

  await page.goto('/polling-stations/import')
  await chooseFile(page, await readFile(path), file.suggestedFilename())

  await expect(page.getByText('0 new rows')).toBeVisible()
  await expect(page.getByText('0 changed rows')).toBeVisible()
  await expect(page.getByText('0 wrong rows')).toBeVisible()
  await expect(page.getByRole('status').getByText('There is nothing to do')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()
})

test('downloads a template with the headings of the import', async ({ page }) => {
  await page.goto('/polling-stations/import?what=stations')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a template' }).click()
  const file = await downloading

  expect(file.suggestedFilename()).toBe('Polling stations.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    '\uFEFFCounty code,Number,Label,Name,Address,Latitude,Longitude,Registered voters\r\n',
  )
})

test('undoes an import from its page and lists kept rows with reasons', {
  tag: '@slow',
}, async ({ page, server }) => {
  await addCounty(server.url, 'ZA', 'Zala', 2)
  const counties = ['ZA,Zalău,2', 'ZB,Zimbor,3', 'ZC,Zimnicea,1']
  const file = fileOf('gresit.csv', 'Code,Name,Stations', ...counties)
  await asAna(server.url, places.importCounties, { body: {} }, file)
  const more = fileOf('adrese.csv', 'County code,Number,Address', 'ZB,2,Strada Lungă 2')
  await asAna(server.url, places.importStations, { body: {} }, more)

  await page.goto('/polling-stations/import')
  const list = page.getByRole('list', { name: 'Imports of the last seven days' })
  const wrong = list.getByRole('listitem').filter({ hasText: 'gresit.csv' })
  await expect(wrong).toContainText('Added: 2 counties, 4 polling stations. Changed: 1 county.')
  await wrong.getByRole('button', { name: 'Undo import: gresit.csv' }).click()
  await question(page).getByRole('button', { name: 'Undo import' }).click()

  await expect(wrong).toContainText(
    'Undone by ana. Deleted: 1 county, 3 polling stations. As they were before: 1 county. 2 stay:',
  )
  const stays = wrong.getByRole('list', { name: 'What stays, and why' })
  await expect(stays).toContainText('Zimbor 2 · has been changed since')
  await expect(stays).toContainText('Zimbor · has polling stations or municipalities')
  await expect(stays.getByRole('link', { name: 'Zimbor 2' })).toHaveAttribute(
    'href',
    /\/stations\/\d+$/,
  )
  await expect(wrong.getByRole('button')).toHaveCount(0)
  await page.goto('/polling-stations')
  await expect(countyRow(page, 'Zala')).toContainText('2')
  await expect(countyRow(page, 'Zimbor')).toContainText('1')
  await expect(countyRow(page, 'Zimnicea')).toHaveCount(0)

  await page.goto('/polling-stations/import')
  const addresses = list.getByRole('listitem').filter({ hasText: 'adrese.csv' })
  await addresses.getByRole('button').click()
  await question(page).getByRole('button', { name: 'Undo import' }).click()
  await expect(addresses).toContainText('As they were before: 1 polling station.')
})

test('checking a file names swapped coordinates, and the station page corrects them', {
  tag: '@slow',
}, async ({ page }) => {
  await page.goto('/polling-stations/import?what=stations')
  await chooseFile(page, [
    'County code;Number;Latitude;Longitude',
    'CJ;1;23,59;46,77',
    'CJ;2;46,77;23,59',
  ])
  const check = page
    .getByRole('listitem')
    .filter({ hasText: 'Latitude and longitude are likely swapped.' })
  await expect(check).toContainText('1 row is imported unchanged.')
  await page.getByRole('tab', { name: 'Rows to check (1)' }).click()
  const doubted = page.getByRole('table', { name: 'Rows to check' }).getByRole('row')
  await expect(doubted.nth(1)).toContainText('2')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(toast(page)).toContainText('2 rows changed')

  await page.goto('/polling-stations')
  await page.getByRole('link', { name: 'Cluj', exact: true }).click()
  await page.getByRole('link', { name: '1', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'likely swapped' })).toBeVisible()
  await page.getByRole('button', { name: 'Use 46.77, 23.59' }).click()

  await expect(toast(page)).toContainText('The coordinates have been corrected')
  await expect(page.getByText('46.77000, 23.59000')).toBeVisible()
  await expect(page.getByText('likely swapped')).toBeHidden()
})
