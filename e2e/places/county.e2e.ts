import { expect } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import { addCounty, asAna, countyRow, question, tabTo, toast } from '../acts.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

// Counties there hold their stations themselves, and many have reports.
test.use({ about: 'county', beginning: 'demonstration' })

test('adds a county and reports a taken code next to its field', async ({ page, server }) => {
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
  const row = countyRow(page, 'Țara de Sus')
  await expect(row).toContainText('12')
  await expect(row).toContainText('In the diaspora')
  const added = (await asAna(server.url, places.counties, {})).at(-1)
  expect(added).toMatchObject({ code: 'TS', numberOfPollingStations: 12, diaspora: true })
})

test('refuses a station count below a reported station, and names it', async ({ page, server }) => {
  const counties = await asAna(server.url, places.counties, {})
  const bucharest = counties.find(({ code }) => code === 'B')
  await page.goto(`/polling-stations/${bucharest?.id}`)
  const count = page.getByRole('textbox', { name: 'Number of polling stations' })
  await expect(page.getByRole('heading', { name: 'București (B)' })).toBeVisible()
  await count.fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await question(page).getByRole('button', { name: 'Remove' }).click()

  await expect(count).toHaveAccessibleDescription(/have reported from station \d+/)
  await count.fill('1280')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Changes have been saved')
  await expect(page.getByText('1,280 polling stations').first()).toBeVisible()
})

test('scrolls a long station list by keyboard on a phone and passes accessibility checks', async ({
  page,
  server,
}) => {
  const id = await addCounty(server.url, 'TS2', 'Tastat', 300)
  await page.setViewportSize(sizes.phone)
  await page.goto(`/polling-stations/${id}`)
  const list = page.getByRole('list', { name: 'Stations of Tastat' })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expectNoViolations(page)

  const around = list.locator('..')
  await tabTo(page, around)
  await page.keyboard.press('End')

  await expect(list).toContainText('300')
  await expect(list.getByText('300', { exact: true })).toBeInViewport()
})

test('draws only visible rows of a long station list, and filters it by number', {
  tag: '@slow',
}, async ({ page, server }) => {
  const id = await addCounty(server.url, 'LG', 'Lungu', 2500)
  await page.goto(`/polling-stations/${id}`)
  const table = page.getByRole('table', { name: 'Stations of Lungu' })
  await expect(table).toHaveAttribute('aria-rowcount', '2501')
  expect(await table.getByRole('row').count()).toBeLessThan(200)
  // Scrolling away must not move the focus to another row.
  const third = table.getByRole('link', { name: '3', exact: true })
  await third.focus()
  await table.evaluate((one) => one.parentElement?.scrollTo({ top: one.scrollHeight }))
  await expect(table.getByRole('link', { name: '2500', exact: true })).toBeVisible()
  await expect(third).toHaveCount(0)
  // A frame for what scrolling sets off, and two for what would follow from it.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
        ),
      ),
  )
  await expect(page.locator('body')).toBeFocused()

  await page.getByRole('textbox', { name: 'Station number' }).fill('2499')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('2499')
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(2)
  await page.getByRole('textbox', { name: 'Station number' }).fill('9999')
  await expect(page.getByText('No station has the number 9999')).toBeVisible()
})

test('changes that were not saved are not lost by following a link', async ({ page, server }) => {
  const id = await addCounty(server.url, 'NS', 'Nesalvat')
  await page.goto(`/polling-stations/${id}`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Nesalvat încă')
  await page.getByRole('link', { name: 'Back to the counties' }).click()

  await question(page).getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Nesalvat încă')
})

test('reports a county address that does not exist', async ({ page }) => {
  for (const address of ['999999', 'urna']) {
    await page.goto(`/polling-stations/${address}`)
    await expect(page.getByRole('heading', { name: 'There is no such county' })).toBeVisible()
  }
})

test('names the stations that a lower number removes, and restores them on undo', async ({
  page,
  server,
}) => {
  const id = await addCounty(server.url, 'SC', 'Scăzut', 10)
  await page.goto(`/polling-stations/${id}`)
  await page.getByRole('textbox', { name: 'Number of polling stations' }).fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(question(page)).toContainText('Stations 8 to 10 are removed')
  await question(page).getByRole('button', { name: 'Remove' }).click()

  await expect(toast(page)).toContainText('3 stations removed')
  await expect(page.getByText('7 polling stations').first()).toBeVisible()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('10 polling stations').first()).toBeVisible()
})

test('restores a removed station from the list of deleted ones', async ({ page, server }) => {
  const id = await addCounty(server.url, 'SD', 'Șterse', 3)
  await page.goto(`/polling-stations/${id}`)
  await page.getByRole('textbox', { name: 'Number of polling stations' }).fill('1')
  await page.getByRole('button', { name: 'Save' }).click()
  await question(page).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('1 polling station').first()).toBeVisible()

  await page.getByRole('button', { name: 'Bring back Station 3' }).press('Enter')
  await expect(page.getByText('2 polling stations').first()).toBeVisible()
  const other = page.getByRole('button', { name: 'Bring back Station 2' })
  await expect(other).toBeFocused()
  await other.press('Enter')
  await expect(page.getByText('3 polling stations').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Deleted stations' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('follows a colleague’s change, and offers both values when both changed a field', async ({
  page,
  server,
}) => {
  const id = (await addCounty(server.url, 'DO', 'Doi', 3)) as never
  await page.goto(`/polling-stations/${id}`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Al meu')
  const meanwhile = { name: 'Al colegei', numberOfPollingStations: 5 }
  await asAna(server.url, places.editCounty, { params: { id }, body: meanwhile })

  const both = page.getByRole('alert', {
    name: 'Another user has changed the same thing in the meantime',
  })
  await expect(both).toContainText('Al meu')
  await expect(both).toContainText('Al colegei')
  await expect(page.getByRole('textbox', { name: 'Number of polling stations' })).toHaveValue('5')
  await expect(name).toHaveValue('Al meu')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()

  await both.getByRole('button', { name: 'Keep what I wrote' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Changes have been saved')
  expect(await asAna(server.url, places.county, { params: { id } })).toMatchObject({
    name: 'Al meu',
    numberOfPollingStations: 5,
  })
})
