import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '#database/open.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { findLag } from '#kit/server/projections/mark.ts'
import { addCalin, addObserver, rowOf, scrollsSideways, signIn } from '../acts.ts'
import { call, nameOf } from '../phone.ts'
import { pathOf, sizes, test } from '../stage.ts'

test.use({ about: 'observers' })

test('shows the number of observers and keeps a filter after a reload', async ({
  page,
  server,
}) => {
  await addObserver(server.url, 'Filip Filtru', '0731 000 001')
  await page.goto('/observatori')
  await expect(page.getByRole('heading', { name: 'Observers' })).toBeVisible()
  await expect(page.getByText(/^\d+ total$/)).toBeVisible()
  const reset = page.getByRole('button', { name: 'Reset', exact: true })
  await expect(reset).toBeDisabled()

  await page.getByLabel('Name', { exact: true }).fill('filip')
  await page.getByLabel('Phone', { exact: true }).fill('731000')
  await expect(page.getByText('1 found')).toBeVisible()
  await page.reload()

  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('filip')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 'Filip Filtru')).toBeVisible()

  await reset.click()
  await expect(rowOf(page, nameOf(0))).toBeVisible()
  expect(pathOf(page.url())).toBe('/observatori')
})

test('keeps searched names and phones out of addresses that servers and proxies see', async ({
  page,
  server,
}) => {
  await addObserver(server.url, 'Zenovia Nicăieri', '0731 000 002')
  const calls: string[] = []
  page.on('request', (request) => calls.push(decodeURIComponent(request.url())))
  await page.goto('/observatori')

  await page.getByLabel('Name', { exact: true }).fill('Zenovia')
  await page.getByLabel('Phone', { exact: true }).fill('731000002')
  await expect(page.getByText('1 found')).toBeVisible()
  await expect(page).toHaveURL(/\/observatori#\?name=Zenovia&phone=731000002$/)
  await page.reload()
  await expect(rowOf(page, 'Zenovia Nicăieri')).toBeVisible()
  await page.goto('/statistics')
  await page.goBack()
  await expect(rowOf(page, 'Zenovia Nicăieri')).toBeVisible()

  const sent = calls.map((address) => address.replace(/#.*/, ''))
  expect(sent.filter((address) => /zenovia|731000002/i.test(address))).toEqual([])
  expect(sent.filter((address) => address.includes('/api/v1/observer')).length).toBeGreaterThan(2)
})

test('keeps input typed before the page knows its election', async ({ page, server }) => {
  await addObserver(server.url, 'Grăbita Prima', '0731 000 003')
  let tell = () => {}
  const isTyped = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route('**/api/v1/election', async (route) => {
    await isTyped
    await route.continue()
  })
  await page.goto('/observatori')
  const name = page.getByLabel('Name', { exact: true })
  await name.pressSequentially('Grăb')

  const reply = page.waitForResponse('**/api/v1/election')
  tell()
  await reply
  await expect(page.getByRole('complementary', { name: 'Where you are' })).toBeVisible()
  await page.keyboard.type('ita')
  await page.keyboard.press('Enter')

  await expect(page.getByText('1 found')).toBeVisible()
  await expect(name).toHaveValue('Grăbita')
})

test('shows all observers when a field is emptied, and keeps the focus in it', async ({ page }) => {
  await page.goto('/observatori?name=Bogdan')
  await expect(page.getByRole('row')).toHaveCount(2)

  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')

  await expect(rowOf(page, nameOf(1))).toBeVisible()
  await expect(name).toBeFocused()
})

test('sorts the list on the server by a heading, and updates the address', async ({
  page,
  phone,
}) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 1], { A1: ['Da'] })
  await page.goto('/observatori')

  await page.getByRole('button', { name: 'Last login' }).click()
  await expect(page).toHaveURL(/sort=lastSeen/)
  await page.getByRole('button', { name: 'Last login' }).click()

  await expect(page).toHaveURL(/order=desc/)
  await expect(page.getByRole('row').nth(1)).toContainText(nameOf(0))
  await expect(page.getByRole('columnheader', { name: 'Last login' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(page.getByRole('columnheader', { name: 'Last login' })).toHaveAttribute(
    'title',
    'When they last sent anything.',
  )
  await expect(rowOf(page, nameOf(2))).toContainText('nothing sent')
})

test('sorts names by the alphabet, including letters with diacritics', async ({ page, server }) => {
  const inOrder = ['Ángel Rând', 'Ion Rând', 'Îonescu Rând', 'Ștefan Rând', 'Zz Rând']
  for (const [nth, name] of inOrder.toReversed().entries())
    await addObserver(server.url, name, `0739 100 00${nth}`)

  await page.goto('/observatori?name=Rând')

  await expect(page.getByRole('row').filter({ hasText: 'Rând' })).toContainText(inOrder)
})

test('exports the filtered list as a workbook or CSV', async ({ page, server }) => {
  await addObserver(server.url, 'Exporta Una', '0744 000 001')
  await page.goto('/observatori?name=Exporta')
  const button = page.getByRole('button', { name: 'Export', exact: true })

  const workbook = page.waitForEvent('download')
  await button.click()
  await page.getByRole('menuitem', { name: 'Excel workbook' }).click()
  const { suggestedFilename, path } = await workbook.then((file) => ({
    suggestedFilename: file.suggestedFilename(),
    path: file.path(),
  }))
  expect(suggestedFilename).toMatch(/\.xlsx$/)
  expect((await readFile(await path)).subarray(0, 2).toString()).toBe('PK')

  const csv = page.waitForEvent('download')
  await button.click()
  await page.getByRole('menuitem', { name: 'CSV file' }).click()
  const text = await readFile(await (await csv).path(), 'utf8')
  expect(text).toContain('Exporta Una')
  expect(text).not.toContain(nameOf(0))
})

test('reports a list that cannot load, and reloads it on request', async ({ page }) => {
  await page.goto('/observatori')
  await expect(rowOf(page, nameOf(0))).toBeVisible()
  await page.route(/\/api\/v1\/observer\?/, (route) => route.abort())

  await page.getByRole('button', { name: 'Phone' }).click()
  await expect(page.getByRole('button', { name: 'Reload the list' })).toBeVisible()
  // The message stays, and is no longer in the way once there is a newer one.
  await expect(rowOf(page, nameOf(0))).toBeVisible()

  await page.unroute(/\/api\/v1\/observer\?/)
  await page.getByRole('button', { name: 'Reload the list' }).click()
  await expect(page.getByRole('button', { name: 'Reload the list' })).toBeHidden()
})

test('shows changes by other users live', async ({ page, server }) => {
  await page.goto('/observatori?name=Luminița')
  await expect(page.getByText('No observer matches the filters')).toBeVisible()

  await addObserver(server.url, 'Luminița Live', '0747 000 001')

  await expect(rowOf(page, 'Luminița Live')).toBeVisible()
})

test('finds, edits and deletes an observer by keyboard, and never loses the focus', async ({
  page,
  server,
}) => {
  await addObserver(server.url, 'Tatiana Taste', '0749 000 001')
  await page.goto('/observatori')
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('Tatiana')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 found')).toBeVisible()

  const more = page.getByRole('button', { name: 'More actions: Tatiana Taste' })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(more).toBeFocused()

  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button').first()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No observer matches the filters')).toBeVisible()
})

test.describe('administrator of one organisation', () => {
  test.use({ isSignedIn: false })

  test('sees only the own observers, without an organisation column', { tag: '@slow' }, async ({
    page,
    server,
  }) => {
    const calin = await addCalin(server.url)
    const { access_token } = await call(server.url, session.authorize, { body: calin })
    const own = { name: 'Olga Proprie', phone: '0751 000 001', pin: '4821' }
    await call(server.url, observers.add, { body: own }, access_token)

    await page.goto('/observatori')
    await signIn(page, calin)

    await expect(page.getByText('1 total')).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(rowOf(page, 'Olga Proprie')).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Organisation' })).toHaveCount(0)

    await page.goto('/observatori/profil/edit/0722100001')
    await expect(page.getByText('No observer has the phone 0722100001')).toBeVisible()

    await page.goto('/observatori/import')
    await expect(page.getByLabel('Organisation')).toHaveValue('Vot Curat')
    await expect(page.getByLabel('Organisation')).toBeDisabled()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone })

  test('shows cards with numbers to call, and never scrolls sideways', {
    tag: '@slow',
  }, async ({ page }) => {
    await page.goto('/observatori')
    const list = page.getByRole('list', { name: 'Observers' })
    await expect(list.getByRole('listitem').first()).toBeVisible()
    await expect(list.getByRole('link', { name: '0722 100 001' })).toHaveAttribute(
      'href',
      'tel:0722100001',
    )
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Zoé')
    await expect(list.getByRole('listitem')).toHaveCount(1)
    for (const path of ['/observatori', '/observatori/profil/new', '/observatori/import']) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      expect(await scrollsSideways(page)).toBe(false)
    }
  })

  test('shows that an observer was last seen yesterday, by the election clock', async ({
    browser,
    page,
    phone,
    server: { url, databaseUrl },
  }) => {
    await (await phone(1)).arrive(['CJ-T', 1], '2026-11-22 08:00')
    const database = openDatabase({ url: await databaseUrl(), connections: 1 })
    await expect.poll(async () => (await findLag(database.primary)).waiting).toBe(0)
    const { rows } = await database.write((tx) =>
      sql<{ day: string }>`
        with lately as (select date_trunc('day', now() at time zone 'Europe/Bucharest') - interval '1 minute' as at)
        update observer_counts set last_seen = lately.at at time zone 'Europe/Bucharest' from lately
         where last_seen is not null returning extract(day from lately.at)::text as day`.execute(
        tx,
      ),
    )
    await database.close()
    const far = await browser.newContext({
      baseURL: url,
      viewport: sizes.phone,
      storageState: await page.context().storageState(),
      timezoneId: 'Pacific/Auckland',
    })
    const there = await far.newPage()
    await there.goto('/observatori')
    const card = there.getByRole('listitem').filter({ hasText: nameOf(1) })

    await expect(card).toContainText(new RegExp(`${rows[0]?.day} \\w+ \\d{4}, 23:59`))
    await far.close()
  })
})
