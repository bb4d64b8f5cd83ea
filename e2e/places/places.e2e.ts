import { expect, type Page } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import {
  addCalin,
  addCounty,
  asAna,
  choose,
  countyRow,
  drag,
  overtakingLine,
  question,
  scrollsSideways,
  signIn,
  tabTo,
  toast,
} from '../acts.ts'
import { pathOf, sizes, test } from '../stage.ts'

// Counties there hold their stations themselves, and many have reports.
test.use({ about: 'places', beginning: 'demonstration' })

const names = (page: Page) => page.getByRole('row').getByRole('link', { name: /^(?!Edit|View)/ })
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}` })

const storedCodes = async (url: string) =>
  (await asAna(url, places.counties, {})).map(({ code }) => code)

test('finds a county by name or code regardless of accents, and survives a reload', async ({
  page,
}) => {
  await page.goto('/polling-stations')
  await expect(page.getByText(/^\d+ counties, [\d,]+ polling stations$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reset' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Name or code' }).fill('BRAS')

  await expect(names(page)).toHaveText(['Brașov'])
  await page.reload()
  await expect(names(page)).toHaveText(['Brașov'])
  expect(pathOf(page.url())).toBe('/polling-stations?filter=BRAS')
  await expect(handle(page, 'Brașov (BV)')).toBeDisabled()
  await expect(handle(page, 'Brașov (BV)')).toHaveAttribute('title', /Reset the filter/)

  await page.getByRole('textbox', { name: 'Name or code' }).fill('nicăieri')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No county matches “nicăieri”')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Reset' }).last().click()
  await expect(countyRow(page, 'Cluj')).toBeVisible()
  await expect(handle(page, 'Cluj (CJ)')).toBeEnabled()
})

test('shows whole names in a narrow window, as on a laptop at double zoom', async ({ page }) => {
  for (const { path, name } of [
    { path: '/polling-stations', name: 'Bistrița-Năsăud' },
    { path: '/observatori', name: 'Andrei Cojocaru' },
  ]) {
    await page.goto(path)
    for (const width of [640, 768]) {
      await page.setViewportSize({ width, height: 700 })
      const link = page.getByRole('link', { name, exact: true })
      await expect(link).toBeVisible()
      const isCut = await link.evaluate(({ parentElement: around }) =>
        around ? around.scrollWidth > around.clientWidth : false,
      )
      expect(isCut, `${name} at ${path}, ${width} px`).toBe(false)
    }
  }
})

test('orders counties by mouse, by keyboard, and to the top in one step', {
  tag: '@slow',
}, async ({ page, server }) => {
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

test('keeps the last of two quick reorders, whatever order they arrive in', async ({
  page,
  server,
}) => {
  const before = await storedCodes(server.url)
  await page.goto('/polling-stations')
  await expect(countyRow(page, 'Cluj')).toBeVisible()
  const [first = '', second = ''] = await names(page).allTextContents()
  const line = await overtakingLine(page, '**/api/v1/county/update-order')

  await page
    .getByRole('button', { name: /^Move / })
    .first()
    .focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(names(page).first()).toHaveText(second)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(names(page).first()).toHaveText(first)
  await line.lets(2)

  expect(await storedCodes(server.url)).toEqual(before)
})

test('reverts an order that could not be saved, and says why until one succeeds', async ({
  page,
}) => {
  await page.goto('/polling-stations')
  await expect(countyRow(page, 'Cluj')).toBeVisible()
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

test('asks before deleting a county, restores it, and refuses to delete one with reports', {
  tag: '@slow',
}, async ({ page, server }) => {
  await addCounty(server.url, 'DE', 'De șters', 4)
  await page.goto('/polling-stations')
  await choose(page, 'De șters (DE)', 'Delete')
  await expect(question(page)).toContainText('Are you sure you want to delete this record?')
  await expect(question(page)).toContainText('De șters (DE), with 4 polling stations.')
  await question(page).getByRole('button', { name: 'Delete' }).click()

  await expect(countyRow(page, 'De șters')).toHaveCount(0)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(countyRow(page, 'De șters')).toContainText('4')
  await expect(toast(page)).toContainText('Brought back: De șters (DE)')

  await choose(page, 'De șters (DE)', 'Delete')
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(countyRow(page, 'De șters')).toHaveCount(0)
  await page.reload()
  const back = page.getByRole('button', { name: 'Bring back De șters (DE)' })
  await back.click()
  await expect(countyRow(page, 'De șters')).toContainText('4')
  await expect(back).toHaveCount(0)

  await choose(page, 'București (B)', 'Delete')
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alert')).toContainText('București (B) was not deleted.')
  await expect(page.getByRole('alert')).toContainText('Observers have reported from this county')
  await expect(countyRow(page, 'București')).toBeVisible()
})

test('shows changes by other users live', async ({ page, server }) => {
  await page.goto('/polling-stations')
  await expect(countyRow(page, 'Cluj')).toBeVisible()

  await addCounty(server.url, 'VI', 'Viu')

  await expect(countyRow(page, 'Viu')).toBeVisible()
})

test.describe('administrator of one organisation', () => {
  test.use({ isSignedIn: false })

  test('reads counties and stations, and changes none', async ({ page, server }) => {
    const calin = await addCalin(server.url)
    await page.goto('/polling-stations')
    await signIn(page, calin)

    await expect(countyRow(page, 'Cluj')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: /^(Import|Add county)$/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Move|More actions)/ })).toHaveCount(0)
    await countyRow(page, 'Cluj').getByRole('link', { name: 'View: Cluj (CJ)' }).click()
    await expect(page.getByText('Only an organiser can change counties.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Stations of Cluj' })).toBeVisible()

    await page.goto('/polling-stations/import')
    await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible()
    await expect(page.getByLabel('CSV file')).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone })

  test('shows counties and stations on cards, and never scrolls sideways', {
    tag: '@slow',
  }, async ({ page }) => {
    await page.goto('/polling-stations')
    const list = page.getByRole('list', { name: 'Counties' })
    await expect(list).toContainText('665 polling stations')
    expect(await scrollsSideways(page)).toBe(false)
    await list.getByRole('link', { name: 'Cluj', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Stations of Cluj' })).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
    await page.goto('/polling-stations/import')
    await expect(page.getByLabel('CSV file')).toBeAttached()
    expect(await scrollsSideways(page)).toBe(false)
  })
})
