import { expect, type Page, type Route } from '@playwright/test'
import { addCounty, reportRows } from '../acts.ts'
import { holdBack } from '../held-back.ts'
import { nameOf } from '../phone.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { isTruncated } from '../truncation.ts'

test.use({ about: 'list' })

test.beforeEach(async ({ phone }) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 1], { A1: ['Nu'] })
  await bogdan.answer(['CJ-N', 2], { A1: ['Da'] })
  const calina = await phone(1)
  await calina.answer(['CJ-T', 1], { A1: ['Da'] })
  await calina.answer(['BV-B', 1], { A2: ['Da'] })
})

test('shows urgent and all reports in lists with separate headings and totals', async ({
  page,
}) => {
  await page.goto('/answers?urgente=true&county=CJ')
  await expect(page.getByRole('heading', { name: 'Urgent answers' })).toBeVisible()
  await expect(page.getByText('1 report', { exact: true })).toBeVisible()
  const row = reportRows(page)
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('1 flagged')

  await page.getByRole('link', { name: 'All', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'All answers' })).toBeVisible()
  await expect(page.getByText('3 reports', { exact: true })).toBeVisible()
  expect(pathOf(page.url())).toBe('/answers?county=CJ')
})

test('shows elapsed times by the server clock, regardless of the laptop’s', async ({ page }) => {
  await page.clock.setSystemTime(Date.now() + 3 * 3_600_000)

  await page.goto('/answers')

  const rows = reportRows(page)
  await expect(rows.filter({ hasText: 'just now' })).toHaveCount(4)
})

test('redirects an address past the last page to the last page', async ({ page }) => {
  await page.goto('/answers?page=9&pageSize=3')

  await expect(reportRows(page)).toHaveCount(1)
  expect(pathOf(page.url())).toBe('/answers?page=2&pageSize=3')
})

test('finds a county by part of its name and keeps the filters after a reload', async ({
  page,
}) => {
  await page.goto('/answers')
  await page.getByRole('combobox', { name: 'County' }).fill('lu')
  await page.getByRole('option', { name: 'CJ – Cluj' }).click()
  await page.getByLabel('Station number').fill('1')
  await page.getByLabel('From').fill('2020-01-01 00:00')
  await expect(page).toHaveURL(/county=CJ.*Number=1.*from=2020/)

  await page.reload()

  await expect(page.getByRole('combobox', { name: 'County' })).toHaveValue('CJ – Cluj')
  await expect(page.getByLabel('Station number')).toHaveValue('1')
  await expect(page.getByText('2 reports', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: nameOf(0) })).toBeVisible()

  await page.getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByLabel('Station number')).toHaveValue('')
  expect(pathOf(page.url())).toBe('/answers')
})

test('keeps letters typed while an older filter loads, and one step of history', async ({
  page,
}) => {
  await page.goto('/answers?county=CJ')
  await expect(page.getByText('3 reports', { exact: true })).toBeVisible()
  const older = await holdBack(page, /api\/v1\/answers\?.*observerPhoneNumber=07&?/)
  const phone = page.getByLabel('Observer phone')
  await phone.pressSequentially('07')
  await expect(page).toHaveURL(/observerPhoneNumber=07$/)
  await phone.pressSequentially('22 100 001')
  await expect(page.getByText('2 reports', { exact: true })).toBeVisible()
  older.letGo()

  await expect(phone).toHaveValue('0722 100 001')
  await expect(phone).toBeFocused()
  await expect(page.getByText('2 reports', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(phone).toHaveValue('')
  expect(pathOf(page.url())).toBe('/answers?county=CJ')
  await page.goForward()
  await expect(phone).toHaveValue('0722 100 001')
})

test('shows filters as chips, and fills in usual times by the election’s clock', async ({
  page,
}) => {
  await page.goto('/answers?county=CJ&withNotes=true')
  const chips = page.getByRole('button', { name: /^Remove the filter/ })
  await expect(chips).toHaveText([/County: CJ/, /With notes/])
  const section = page.getByRole('navigation', { name: 'Answers' }).locator('[aria-current]')
  await expect(section).toHaveText('Notes')
  await chips.last().click()
  await expect(section).toHaveText('All')
  await expect(chips).toHaveCount(1)
  await expect(chips).toBeFocused()

  await page.getByRole('button', { name: 'Today' }).click()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(/^\d{4}-\d\d-\d\d 23:59$/)
  await page.getByRole('button', { name: 'Last hour' }).click()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('')
  await expect(page.getByText('3 reports', { exact: true })).toBeVisible()

  await page.setViewportSize(sizes.phone)
  await expect(page.getByLabel('Observer phone')).toBeHidden()
  await page.getByRole('button', { name: '2 filters' }).click()
  await expect(page.getByLabel('Observer phone')).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  expect(pathOf(page.url())).toBe('/answers')
})

test('narrows the list by a name, an area, an answer and an assignee, under *More filters*', async ({
  page,
}) => {
  await page.goto('/answers')
  await page.getByRole('button', { name: 'More filters' }).click()
  const filters = page.getByRole('search', { name: 'Filters' })

  await filters.getByLabel('Observer name').fill(nameOf(0).toLowerCase())
  await expect(reportRows(page)).toHaveCount(2)

  const choose = async (label: string, option: RegExp) => {
    await filters.getByRole('button', { name: label }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Form', /Deschidere/)
  await choose('Question', /^A1 –/)
  await choose('With the answer', /^Nu/)
  await expect(
    filters.getByRole('button', { name: /^Remove the filter With the answer/ }),
  ).toBeVisible()
  await expect(reportRows(page)).toHaveCount(1)

  await filters.getByRole('button', { name: 'Reset' }).click()
  await expect(reportRows(page)).toHaveCount(4)
  await filters.getByRole('searchbox', { name: 'Area' }).fill('turda')
  await page.getByRole('option', { name: /Turda/ }).click()
  await expect(reportRows(page)).toHaveCount(1)
  await choose('Assigned to', /unassigned/)
  await page.reload()
  await expect(reportRows(page)).toHaveCount(1)
  expect(pathOf(page.url())).toMatch(/areaId=\d+&assigned=none|assigned=none&areaId=\d+/)
})

test('explains an unreadable time next to its field', async ({ page }) => {
  await page.goto('/answers')

  await page.getByLabel('From').fill('yesterday')
  await page.keyboard.press('Tab')

  await expect(page.getByText('Enter a date and a time, such as 2026-11-22 08:21.')).toBeVisible()
  expect(pathOf(page.url())).toBe('/answers')
})

test('says that filters match nothing, and clears them with one press', async ({ page }) => {
  await page.goto('/answers?observerPhoneNumber=999999')
  await expect(page.getByText('No report matches the filters')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()

  await page.getByRole('button', { name: 'Reset' }).last().click()

  await expect(page.getByRole('list', { name: 'Reports' })).toBeVisible()
})

test('pages are turned, named in the address and survive a reload', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/answers?county=CJ&pageSize=1')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(page.getByText('Showing 1 to 1 of 3')).toBeVisible()
  await expect(pages.getByRole('button', { name: 'Previous page' })).toBeDisabled()

  await pages.getByRole('button', { name: 'Last page' }).click()
  await expect(page.getByText('Showing 3 to 3 of 3')).toBeVisible()
  await expect(page).toHaveURL(/page=3/)

  await page.reload()
  await expect(pages.getByRole('button', { name: 'Page 3' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

for (const [path, total, list] of [
  ['/answers', '4 reports', ''],
  ['/', '1 report', '&urgent=true'],
] as const)
  test(`requests the data of ${path} once, before the app has run`, async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(pathOf(request.url())))
    const held: Route[] = []
    await page.route('**/assets/ground-*.js', (route) => {
      held.push(route)
    })
    const answered = page.waitForResponse((reply) =>
      pathOf(reply.url()).startsWith('/api/v1/answers'),
    )
    await page.goto(path, { waitUntil: 'commit' })
    await answered

    await Promise.all(held.map((route) => route.continue()))

    await expect(page.getByText(total, { exact: true })).toBeVisible()
    const shown = /^\/api\/v1\/(answers|access\/me|election)(\?|$)/
    // What is counted in the menu is asked later.
    const early = calls.filter((one) => shown.test(one) && !one.includes('unseen'))
    expect(early.sort()).toEqual([
      '/api/v1/access/me',
      `/api/v1/answers?page=1&pageSize=20${list}`,
      '/api/v1/election',
    ])
  })

/** Opens the list, and starts the app when all prefetched replies have arrived. */
async function openSlowly(page: Page): Promise<void> {
  const held: Route[] = []
  await page.route('**/assets/ground-*.js', (route) => {
    held.push(route)
  })
  const replies = ['/api/v1/answers?', '/api/v1/election', '/api/v1/access/me'].map((path) =>
    page.waitForResponse((reply) => pathOf(reply.url()).startsWith(path)),
  )
  await page.goto('/answers', { waitUntil: 'commit' })
  await Promise.all(replies.map(async (reply) => (await reply).finished()))
  await Promise.all(held.map((route) => route.continue()))
  await expect(page.getByText('4 reports', { exact: true })).toBeVisible()
}

test('draws data that has arrived before the app at once, without a busy state', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'hasWaited', false)
    new MutationObserver(() => {
      if (document.querySelector('main [aria-busy=true]'))
        Reflect.set(globalThis, 'hasWaited', true)
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })

  await openSlowly(page)

  expect(await page.evaluate(() => Reflect.get(globalThis, 'hasWaited'))).toBe(false)
})

test('requests data that the list does not need only after drawing it', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, watching) => {
      if (!document.querySelector('main li a')) return
      watching.disconnect()
      Reflect.set(globalThis, 'drawnAt', performance.now())
    }).observe(document, { childList: true, subtree: true })
  })
  await openSlowly(page)

  await expect(page.getByRole('combobox', { name: 'County' })).toBeVisible()
  const early = await page.evaluate(() => {
    const first = document.querySelector<HTMLMetaElement>('meta[name="first-screen"]')
    const needed = first?.content.split(' ') ?? []
    return performance
      .getEntriesByType('resource')
      .filter(({ startTime }) => startTime < Number(Reflect.get(globalThis, 'drawnAt')))
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/.*\.js$/.test(path) && !needed.includes(path))
  })
  expect(early).toEqual([])
})

test('never truncates the number in a station’s name, at any width', { tag: '@slow' }, async ({
  page,
  server,
  phone,
}) => {
  const name = 'Consulatul general al României la Sankt Petersburg'
  await addCounty(server.url, 'SP', name, 1280)
  await (await phone(2)).answer(['SP', 1279], { A1: ['Nu'] })

  for (const width of [360, 390, 640, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/answers?county=SP')
    const row = reportRows(page)
    await expect(row).toContainText(`${name} 1279`)
    expect(await isTruncated(row, '1279'), `in the list at ${width}`).toBe(false)
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/statistics')
  const bar = page
    .getByRole('region', { name: 'Irregularities by station', exact: true })
    .getByRole('row')
    .filter({ hasText: '1279' })
  expect(await isTruncated(bar, '1279')).toBe(false)
})
