import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { places } from '#features/places/contract.ts'
import { asAna } from '../acts.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'long lists' })

const added = [
  'AG Argeș, AR Arad, BC Bacău, BH Bihor, BT Botoșani, BR Brăila, BZ Buzău, CL Călărași',
  'CT Constanța, DB Dâmbovița, GL Galaţi, HR Harghita, IS Iași, MM Maramureș, MS Mureş',
  'NT Neamț, OT Olt, SM Satu Mare, SJ Sălaj, SB Sibiu, TM Timiș, VS Vaslui',
]
  .join(', ')
  .split(', ')

/** More counties and organisations than anybody reads; returns how many counties there are. */
async function fill(url: string): Promise<number> {
  const known = new Set((await asAna(url, places.counties, {})).map(({ code }) => code))
  for (const one of added) {
    const [code = '', ...words] = one.split(' ')
    if (known.has(code)) continue
    const name = words.join(' ')
    await asAna(url, places.addCounty, { body: { code, name, numberOfPollingStations: 1 } })
    const ngo = { name: `Veghe în ${name}`, shortName: code }
    await asAna(url, accounts.addNgo, { body: ngo })
  }
  return (await asAna(url, places.counties, {})).length
}

async function openLimits(page: Page) {
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: /^(Add account|Adaugă cont)$/ }).click()
  const window = page.getByRole('dialog', { name: /^(Add account|Adaugă cont)$/ })
  await window.getByLabel(/^(Some counties only|Numai unele județe)/).check()
  return window
}

test('filters the counties of an account regardless of accents, and selects them by keyboard', {
  tag: '@slow',
}, async ({ page, server }) => {
  const total = await fill(server.url)
  const window = await openLimits(page)
  const list = window.getByRole('listbox', { name: 'Counties' })
  await expect(list.getByRole('option')).toHaveCount(total)

  await window.getByRole('searchbox', { name: `Search the list (${total})` }).focus()
  await page.keyboard.type('mures')
  await expect(list.getByRole('option')).toHaveText(['Maramureș (MM)', 'Mureş (MS)'])
  await expect(window.getByRole('status').filter({ hasText: 'match' })).toHaveText(
    `2 matches of ${total}`,
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(list.getByRole('option', { name: 'Mureş (MS)', selected: true })).toBeVisible()

  // A code, and Enter where it matches only one.
  await window.getByRole('searchbox').fill('vs')
  await page.keyboard.press('Enter')
  await expect(window.getByText('2 counties chosen')).toBeVisible()
  await expect(window).toBeVisible()
  await expect(list.getByRole('option', { selected: true })).toHaveText([
    'Vaslui (VS)',
    'Mureş (MS)',
  ])
  await expect(list.getByRole('group', { name: 'Also selected' })).toContainText('Mureş (MS)')
  await expectNoViolations(page)
})

test('selects or deselects only the counties that the search found, and says so', async ({
  page,
  server,
}) => {
  const total = await fill(server.url)
  const window = await openLimits(page)

  await window.getByRole('button', { name: `Select all ${total}` }).click()
  await expect(window.getByText(`${total} counties chosen`)).toBeVisible()
  await window.getByRole('searchbox').fill('IA')
  await window.getByRole('button', { name: 'Deselect the match' }).click()
  await expect(window.getByText(`${total - 1} counties chosen`)).toBeVisible()
  await window.getByRole('searchbox').fill('')
  await window.getByRole('button', { name: 'Clear the selection' }).click()
  await expect(window.getByText('0 counties chosen')).toBeVisible()
})

test('Escape clears the search first, then asks before discarding the selection', async ({
  page,
  server,
}) => {
  await fill(server.url)
  const window = await openLimits(page)
  const search = window.getByRole('searchbox')
  await search.fill('arad')
  await page.keyboard.press('Enter')
  await expect(window.getByText('1 county chosen')).toBeVisible()

  await search.press('Escape')
  await expect(search).toHaveValue('')
  await expect(window).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')

  await expect(page.getByRole('alertdialog', { name: 'You have unsaved changes' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(window.getByText('1 county chosen')).toBeVisible()
})

test('searches a list of organisations by name and short name where it opens', {
  tag: '@slow',
}, async ({ page, server }) => {
  await fill(server.url)
  await page.goto('/settings/accounts')
  await page.getByRole('button', { name: 'Add account' }).click()
  const window = page.getByRole('dialog', { name: 'Add account' })
  const button = window.getByRole('button', { name: /Organisation$/ })
  await button.click()

  await page.getByRole('searchbox', { name: /^Search the list/ }).pressSequentially('galati')
  await expect(page.getByRole('option')).toHaveText(['GL – Veghe în Galaţi'])
  await expect(page.getByRole('status').filter({ hasText: 'match' })).toContainText('1 match of')
  await expectNoViolations(page)
  await page.getByRole('searchbox').fill('timis')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  await expect(button).toContainText('TM – Veghe în Timiș')
  await expect(window).toBeVisible()
})

test('finds a county by a word of its name and its code, in any order', async ({
  page,
  server,
}) => {
  await fill(server.url)
  await page.goto('/answers')
  await page.getByRole('combobox', { name: 'County' }).fill('mare sm')

  await expect(page.getByRole('option')).toHaveText(['SM – Satu Mare'])
})

test.describe(() => {
  test.use({ language: 'ro' })

  test('shows the number of matches in Romanian', async ({ page, server }) => {
    const total = await fill(server.url)
    const window = await openLimits(page)
    await window.getByRole('searchbox', { name: `Caută în listă (${total})` }).fill('b')

    const found = window.getByRole('listbox').getByRole('option')
    const count = await found.count()
    await expect(window.getByRole('status').filter({ hasText: 'rezultate' })).toContainText(
      `${count} rezultate din ${total}`,
    )
    await window
      .getByRole('button', { name: `Selectează cele ${count} rezultate`, exact: true })
      .click()
    await expect(window.getByText(`${count} județe alese`)).toBeVisible()
  })
})
