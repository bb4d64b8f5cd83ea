import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { places } from '#features/places/contract.ts'
import { asAna, drag, tabTo } from './acts.ts'
import { pathOf, test } from './stage.ts'

// Counties there hold their stations themselves, and many have been reported from.
test.use({ about: 'places', beginning: 'demonstration' })

const toast = (page: Page) => page.getByRole('region', { name: 'Messages' })
const question = (page: Page) => page.getByRole('alertdialog')
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const names = (page: Page) => page.getByRole('row').getByRole('link', { name: /^(?!Edit|View)/ })
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}` })

const storedCodes = async (url: string) =>
  (await asAna(url, places.counties, {})).map(({ code }) => code)

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions: ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** A county of our own, with so many stations and nothing reported from them. */
const add = (url: string, code: string, name: string, numberOfPollingStations = 3) =>
  asAna(url, places.addCounty, { body: { code, name, numberOfPollingStations } })

async function upload(page: Page, ...lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(lines.join('\n'))
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'fisier.csv', mimeType: 'text/csv', buffer })
}

test('a county is found by name or code, whatever its accents, and the filter survives a reload', async ({
  page,
}) => {
  await page.goto('/polling-stations')
  await expect(page.getByText(/^\d+ counties, [\d,]+ polling stations$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toBeDisabled()
  await page.getByRole('searchbox', { name: 'Name or code' }).fill('BRAS')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()

  await expect(names(page)).toHaveText(['Brașov'])
  await page.reload()
  await expect(names(page)).toHaveText(['Brașov'])
  expect(pathOf(page.url())).toBe('/polling-stations?filter=BRAS')
  await expect(handle(page, 'Brașov (BV)')).toBeDisabled()
  await expect(handle(page, 'Brașov (BV)')).toHaveAttribute('title', /Reset the filter/)

  await page.getByRole('searchbox', { name: 'Name or code' }).fill('nicăieri')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No county matches “nicăieri”')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Reset' }).last().click()
  await expect(rowOf(page, 'Cluj')).toBeVisible()
  await expect(handle(page, 'Cluj (CJ)')).toBeEnabled()
})

test('counties are put in order with the mouse, the keyboard and at one stroke to the top', async ({
  page,
  server,
}) => {
  const before = await storedCodes(server.url)
  await page.goto('/polling-stations')
  await drag(page, handle(page, 'Alba (AB)'), handle(page, 'Argeș (AG)'))
  await expect(names(page).nth(2)).toHaveText('Alba')
  await expect.poll(() => storedCodes(server.url).then((codes) => codes[2])).toBe('AB')

  await tabTo(page, handle(page, 'Alba (AB)'))
  await page.keyboard.press('Alt+ArrowUp')
  await expect(names(page).nth(1)).toHaveText('Alba')
  await expect(handle(page, 'Alba (AB)')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'To the top' }).press('Enter')
  await expect(names(page).first()).toHaveText('Alba')
  await expect.poll(() => storedCodes(server.url)).toEqual(before)

  await choose(page, 'Cluj (CJ)', 'Move to top')
  await expect(names(page).first()).toHaveText('Cluj')
  await expect.poll(() => storedCodes(server.url).then(([first]) => first)).toBe('CJ')
  await page.reload()
  await expect(names(page).first()).toHaveText('Cluj')
})

test('an order that could not be saved goes back and says why until something succeeds', async ({
  page,
}) => {
  await page.goto('/polling-stations')
  await expect(rowOf(page, 'Cluj')).toBeVisible()
  const [first = '', second = ''] = await names(page).allTextContents()
  await page.route('**/api/v1/county/update-order', (route) => route.abort())
  const moved = page.getByRole('button', { name: /^Move / }).first()
  await moved.focus()
  await page.keyboard.press('Alt+ArrowDown')

  await expect(page.getByRole('alert')).toContainText('The order was not saved.')
  await expect(names(page).first()).toHaveText(first)
  await page.unroute('**/api/v1/county/update-order')
  await page
    .getByRole('button', { name: /^Move / })
    .first()
    .focus()
  await page.keyboard.press('Alt+ArrowDown')

  await expect(names(page).first()).toHaveText(second)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a county is added; a code that is taken is said beside its field', async ({
  page,
  server,
}) => {
  await page.goto('/polling-stations')
  await page.getByRole('link', { name: 'Add county' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Enter the name of the county, at most 256 characters.'),
  ).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Țara de Sus')
  await page.getByRole('textbox', { name: 'Code' }).fill('CJ')
  await page.getByRole('textbox', { name: 'Number of polling stations' }).fill('12')
  await expect(page.getByText('Enter the name of the county, at most 256 characters.')).toHaveCount(
    0,
  )
  await page.getByRole('checkbox', { name: /^Diaspora/ }).press('Space')
  await page.getByRole('button', { name: 'Save' }).click()

  const code = page.getByRole('textbox', { name: 'Code' })
  await expect(code).toHaveAccessibleDescription(/Another county has this code/)
  await code.fill('TS')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(toast(page)).toContainText('County has been added')
  const row = rowOf(page, 'Țara de Sus')
  await expect(row).toContainText('12')
  await expect(row).toContainText('In the diaspora')
  const added = (await asAna(server.url, places.counties, {})).at(-1)
  expect(added).toMatchObject({ code: 'TS', numberOfPollingStations: 12, diaspora: true })
})

test('fewer stations than have been reported from are refused, and it says which', async ({
  page,
  server,
}) => {
  const counties = await asAna(server.url, places.counties, {})
  const bucharest = counties.find(({ code }) => code === 'B')
  await page.goto(`/polling-stations/${bucharest?.id}`)
  const count = page.getByRole('textbox', { name: 'Number of polling stations' })
  await expect(page.getByRole('heading', { name: 'București (B)' })).toBeVisible()
  await count.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()

  await expect(count).toHaveAccessibleDescription(/Station \d+ has been reported from/)
  await count.fill('1280')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Changes have been saved')
  await expect(page.getByText('1,280 polling stations').first()).toBeVisible()
})

test('a long list of stations draws only those in sight, and is narrowed by number', async ({
  page,
  server,
}) => {
  const id = await add(server.url, 'LG', 'Lungu', 2500)
  await page.goto(`/polling-stations/${id}`)
  const table = page.getByRole('table', { name: 'Stations of Lungu' })
  await expect(table).toHaveAttribute('aria-rowcount', '2501')
  expect(await table.getByRole('row').count()).toBeLessThan(200)

  await page.getByRole('searchbox', { name: 'Station number' }).fill('2499')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('2499')
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Station number' }).fill('9999')
  await expect(page.getByText('No station has the number 9999')).toBeVisible()
})

test('a county is deleted after a question and brought back; one with reports stays', async ({
  page,
  server,
}) => {
  await add(server.url, 'DE', 'De șters', 4)
  await page.goto('/polling-stations')
  await choose(page, 'De șters (DE)', 'Delete')
  await expect(question(page)).toContainText('Are you sure you want to delete this record?')
  await expect(question(page)).toContainText('De șters (DE), with 4 polling stations.')
  await question(page).getByRole('button', { name: 'Delete' }).click()

  await expect(rowOf(page, 'De șters')).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, 'De șters')).toContainText('4')
  await expect(toast(page)).toContainText('Brought back: De șters (DE)')

  await choose(page, 'București (B)', 'Delete')
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('București (B) was not deleted.')
  await expect(page.getByRole('alert')).toContainText('Observers have reported from this county')
  await expect(rowOf(page, 'București')).toBeVisible()
})

test('what others change shows by itself', async ({ page, server }) => {
  await page.goto('/polling-stations')
  await expect(rowOf(page, 'Cluj')).toBeVisible()

  await add(server.url, 'VI', 'Viu')

  await expect(rowOf(page, 'Viu')).toBeVisible()
})

test('changes that were not saved are not lost by following a link', async ({ page, server }) => {
  const id = await add(server.url, 'NS', 'Nesalvat')
  await page.goto(`/polling-stations/${id}`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Nesalvat încă')
  await page.getByRole('link', { name: 'Back to the counties' }).click()

  await question(page).getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Nesalvat încă')
})

test('a file of stations is checked, says line by line what is wrong, and is imported', async ({
  page,
  server,
}) => {
  const id = await add(server.url, 'IM', 'Importată', 2)
  await page.goto('/polling-stations')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await page.getByRole('button', { name: /What the file holds/ }).click()
  await page.getByRole('option', { name: 'Polling stations' }).click()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled()

  await upload(
    page,
    'County code;Number;Address;Latitude;Longitude;Registered voters',
    'IM;1;Str. Școlii 1;46,77;23,59;1204',
    'IM;3;Str. Nouă 3;;;',
    'IM;trei;;;;',
    'XX;4;;;;',
  )
  await expect(page.getByText('1 new row')).toBeVisible()
  await expect(page.getByText('The station number must be a whole number.')).toBeVisible()
  await expect(page.getByText('XX does not exist. Import the counties first.')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(toast(page)).toContainText('Encountered error while uploading csv')
  await page.getByRole('checkbox', { name: 'Import the good rows, skip the wrong ones' }).check()
  await page.getByRole('button', { name: 'Import', exact: true }).click()

  await expect(toast(page)).toContainText('1 row added, 1 changed, 2 left out')
  await expect(rowOf(page, 'Importată')).toContainText('3')
  await page.goto(`/polling-stations/${id}`)
  const first = page.getByRole('row').filter({ hasText: 'Str. Școlii 1' })
  await expect(first).toContainText('46.77000, 23.59000')
  await expect(first).toContainText('1,204')
})

test('an export of counties can be imported again and changes nothing', async ({ page }) => {
  await page.goto('/polling-stations')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Counties (CSV)' }).click()
  const file = await downloading
  const path = await file.path()
  expect(await readFile(path, 'utf8')).toContain('Cluj')

  await page.goto('/polling-stations/import')
  await page.getByLabel('CSV file').setInputFiles({
    name: file.suggestedFilename(),
    mimeType: 'text/csv',
    buffer: await readFile(path),
  })

  await expect(page.getByText('0 new rows')).toBeVisible()
  await expect(page.getByText('0 changed rows')).toBeVisible()
  await expect(page.getByText('0 wrong rows')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeEnabled()
})

test('the template is a file that the import knows', async ({ page }) => {
  await page.goto('/polling-stations/import?what=stations')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a template' }).click()
  const file = await downloading

  expect(file.suggestedFilename()).toBe('Polling stations.csv')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    '\uFEFFCounty code,Number,Name,Address,Latitude,Longitude,Registered voters\r\n',
  )
})

test('an address of a county that does not exist says so', async ({ page }) => {
  for (const address of ['999999', 'urna']) {
    await page.goto(`/polling-stations/${address}`)
    await expect(page.getByRole('heading', { name: 'There is no such county' })).toBeVisible()
  }
})

test.describe('somebody who runs one organisation', () => {
  test.use({ isSignedIn: false })

  test('reads counties and stations, and changes none', async ({ page, server }) => {
    const ngoId = (await asAna(server.url, accounts.addNgo, {
      body: { name: 'Ochii Țării', shortName: 'OȚ' },
    })) as never
    const matei = { account: 'matei', password: 'parola lui Matei' }
    await asAna(server.url, accounts.add, { body: { ...matei, ngoId } })
    await page.goto('/polling-stations')
    await page.getByLabel('User').fill(matei.account)
    await page.getByLabel('Password', { exact: true }).fill(matei.password)
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expect(rowOf(page, 'Cluj')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: /^(Import|Add county)$/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Move|More actions)/ })).toHaveCount(0)
    await rowOf(page, 'Cluj').getByRole('link', { name: 'View: Cluj (CJ)' }).click()
    await expect(page.getByText('Only an organiser may change counties.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Stations of Cluj' })).toBeVisible()

    await page.goto('/polling-stations/import')
    await expect(page.getByText('Only an organiser may change counties.')).toBeVisible()
    await expect(page.getByLabel('CSV file')).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('counties and stations stand on cards, and nothing scrolls sideways', async ({ page }) => {
    const isNarrow = () => page.evaluate(() => document.documentElement.scrollWidth <= 390)
    await page.goto('/polling-stations')
    const list = page.getByRole('list', { name: 'Counties' })
    await expect(list).toContainText('665 polling stations')
    expect(await isNarrow()).toBe(true)
    await list.getByRole('link', { name: 'Cluj', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Stations of Cluj' })).toBeVisible()
    expect(await isNarrow()).toBe(true)
    await page.goto('/polling-stations/import')
    await expect(page.getByLabel('CSV file')).toBeAttached()
    expect(await isNarrow()).toBe(true)
  })
})
