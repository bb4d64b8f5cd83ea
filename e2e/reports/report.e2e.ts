import { expect } from '@playwright/test'
import readExcel from 'read-excel-file/node'
import { forms } from '#features/forms/contract.ts'
import { addForm, asAna, spillsOver, toast } from '../acts.ts'
import { nameOf, type Phone, phoneOf, type Station } from '../phone.ts'
import { sizes, test } from '../stage.ts'

test.use({ about: 'report' })

const station: Station = ['AG-P', 1]
const long = 'Coada ajunge până în stradă. '.repeat(12).trim()

async function report(dana: Phone): Promise<void> {
  await dana.arrive(station, '2026-11-22 06:40')
  await dana.answer(station, { A1: ['Nu'], A2: ['Nu, la ora: 07:25'], B1: ['Nu'] })
}

test('shows each observer’s stay, and marks flagged answers in red with a word', {
  tag: '@slow',
}, async ({ page, phone }) => {
  await report(await phone(2))
  await page.goto('/answers?urgente=true&county=AG')

  await page.getByRole('link', { name: nameOf(2) }).click()

  await expect(page).toHaveURL(/\/urgents\/details\/\d+\/\d+/)
  const opened = page.getByRole('region', { name: 'Report' })
  await expect(opened.getByRole('heading', { level: 2 })).toContainText('Pitești 1')
  await expect(opened.getByRole('link', { name: '0722 100 003' })).toHaveAttribute(
    'href',
    'tel:0722100003',
  )
  await expect(opened.getByText('06:40')).toBeVisible()
  await expect(opened.getByRole('checkbox', { name: 'Female president' })).toBeChecked()

  const question = opened.getByRole('group', { name: /^A1:/ })
  await expect(question).toContainText('Flagged')
  await expect(question.getByRole('checkbox', { name: /^Nu/ })).toBeChecked()
  await expect(question.getByRole('checkbox', { name: 'Da' })).not.toBeChecked()
  await expect(opened.getByText('07:25')).toBeVisible()
})

test('shows where the station is, to copy or to find on a map', async ({
  page,
  context,
  phone,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await (await phone(5)).answer(['CJ-N', 3], { A1: ['Da'] })
  await page.goto('/answers?county=CJ&pollingStationNumber=3')
  await page.getByRole('link', { name: nameOf(5) }).click()

  const opened = page.getByRole('region', { name: 'Report' })
  const where = 'Liceul „Ștefan cel Mare”, str. Fabricii 12, Cluj-Napoca, Cluj'
  await expect(opened.getByText(where)).toBeVisible()
  const map = await opened.getByRole('link', { name: 'On the map' }).getAttribute('href')
  expect(decodeURIComponent(map ?? '')).toBe(`https://www.openstreetmap.org/search?query=${where}`)
  await opened.getByRole('button', { name: 'Copy the address' }).click()
  await expect(toast(page)).toContainText('copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(where)
})

test('shows the day of an arrival on another day, as from a wrong clock', async ({
  page,
  phone,
}) => {
  const mihai = await phone(3)
  await mihai.arrive(station, '2026-10-25 03:30')
  await mihai.answer(station, { A1: ['Da'] })
  await page.goto('/answers?county=AG')

  await page.getByRole('link', { name: nameOf(3) }).click()

  const opened = page.getByRole('region', { name: 'Report' })
  await expect(opened.getByText('25 Oct 2026, 03:30')).toBeVisible()
})

test('wraps a long address in an answer or note and shows all of it', async ({ page, phone }) => {
  const address = `https://exemplu.ro/${'dovada'.repeat(60)}`
  const elena = await phone(4)
  await elena.answer(station, { A2: [`Nu, la ora: ${address}`] })
  await elena.note(station, { text: address })
  await page.goto('/answers?county=AG')

  await page.getByRole('link', { name: nameOf(4) }).click()

  const opened = page.getByRole('region', { name: 'Report' })
  await expect(opened.getByText(address)).toBeVisible()
  expect(await spillsOver(opened)).toBe(false)
  await opened.getByRole('tab', { name: /Notes/ }).click()
  await opened.getByRole('button', { name: 'more', exact: true }).click()
  await expect(opened.getByText(address)).toBeVisible()
  expect(await spillsOver(opened)).toBe(false)
})

test('every form has a tab, whose place in the address survives a reload', {
  tag: '@slow',
}, async ({ page, phone }) => {
  await report(await phone(2))
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: nameOf(2) }).click()
  await expect(page.getByRole('tab', { name: /^Deschidere/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )

  await page.getByRole('tab', { name: 'Votare' }).click()
  await expect(page.getByRole('group', { name: /^B1:/ })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('tab', { name: 'Votare' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('checkbox', { name: 'Nu', exact: true })).toBeChecked()
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone })

  test('wraps the tabs, puts empty forms last and keeps the observer in sight', {
    tag: '@slow',
  }, async ({ page, server, phone }) => {
    for (const code of ['TAB1', 'TAB2'])
      await addForm(server.url, code, { draft: false, description: `Un formular lung, ${code}` })
    const zoe = await phone(5)
    await zoe.answer(['AG-P', 3], { A1: ['Nu'] })
    await zoe.note(['AG-P', 3], { text: 'Coadă mare.' })
    await page.goto('/answers?county=AG')
    await page.getByRole('link', { name: /Pitești 3/ }).click()
    const notes = page.getByRole('tab', { name: /^Notes/ })
    await notes.click()
    await expect(page).toHaveURL(/tab=notes/)

    await page.reload()

    await expect(notes).toHaveAttribute('aria-selected', 'true')
    for (const tab of await page.getByRole('tab').all()) {
      const { x = -1, width = 0 } = (await tab.boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(sizes.phone.width)
    }
    await expect(page.getByRole('tab').first()).toHaveAccessibleName(/^Deschidere/)
    await expect(page.getByRole('tab', { name: 'TAB1' })).toHaveAccessibleName(/not filled in/)

    await page.setViewportSize({ width: 390, height: 500 })
    const opened = page.getByRole('region', { name: 'Report' })
    await opened.getByRole('button', { name: 'Show the flagged answer' }).click()
    await expect(opened.getByRole('group', { name: /^A1:/ })).toBeFocused()
    await page.mouse.wheel(0, 4000)
    await expect(page.getByRole('tab').first()).not.toBeInViewport()
    for (const kept of [
      opened.getByRole('heading', { name: 'Pitești 3' }),
      opened.getByText(nameOf(5)),
      opened.getByRole('link', { name: /^0722/ }),
      opened.getByText('1 answer', { exact: true }),
    ])
      await expect(kept).toBeInViewport({ ratio: 1 })
    // Also backwards: the focus is never under the line.
    const line = await opened.getByRole('heading', { level: 2 }).locator('xpath=..').boundingBox()
    await page.getByRole('tab', { selected: true }).focus()
    const focused = await page.getByRole('tab', { selected: true }).boundingBox()
    expect(focused?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0))
  })
})

test('notes unfold under their question, a long one in full when asked, an image large', async ({
  page,
  phone,
}) => {
  const dana = await phone(2)
  await report(dana)
  await dana.note(station, { text: long, question: 'A1', image: 'e2e/photo.png' })
  await dana.note(station, { text: 'Parcarea este plină.' })
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: nameOf(2) }).click()

  await page.getByRole('button', { name: 'Show note' }).click()
  await expect(page.getByText(`${long.slice(0, 186)}…`)).toBeVisible()
  await page.getByRole('button', { name: 'more', exact: true }).click()
  await expect(page.getByText(long)).toBeVisible()

  await page
    .getByRole('article')
    .getByRole('button', { name: /^Enlarge the photograph/ })
    .click()
  const image = page.getByRole('dialog').getByRole('img')
  await expect(image).toBeVisible()
  expect(await image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('tab', { name: /^Notes/ }).click()
  await expect(page.getByText('Parcarea este plină.')).toBeVisible()
  await page.getByRole('link', { name: 'Deschidere, question A1' }).click()
  await expect(page.getByRole('tab', { name: /^Deschidere/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('group', { name: /^A1:/ })).toBeInViewport()
})

test('shows an answer under the wording of its phone, on screen and in the workbook', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { url } = server
  const code = 'W'
  const id = await addForm(url, code, { draft: false })
  await (await phoneOf(url, 5)).answer(['CJ-N', 3], { W1: ['Bine'], W2: ['Bine'] })
  const formSections = (await asAna(url, forms.get, { params: { id }, query: {} })) ?? []
  const [first] = formSections[0]?.questions ?? []
  Object.assign(first ?? {}, { text: 'A fost împiedicat cineva să voteze?' })
  await asAna(url, forms.edit, { body: { id, formSections } })
  // Its phone has the new version by now, and changes its answer to an unchanged question.
  await (await phoneOf(url, 5)).answer(['CJ-N', 3], { W2: ['Rău'], W3: ['Rău'] })

  await page.goto('/answers?county=CJ')
  await page.getByRole('link', { name: nameOf(5) }).click()
  await page.getByRole('tab', { name: 'Formularul W' }).click()

  const opened = page.getByRole('region', { name: 'Report' })
  const answered = opened.getByRole('group', { name: 'W1: Cum a fost 1?' })
  await expect(answered.getByRole('checkbox', { name: 'Bine' })).toBeChecked()
  await expect(answered).toContainText('As worded in version 1 of the form')
  await expect(opened.getByRole('group', { name: 'W2: Cum a fost 2?' })).not.toContainText(
    'version',
  )
  await expect(opened.getByText('A fost împiedicat cineva să voteze?')).toHaveCount(0)

  await page.getByRole('button', { name: 'Download answers' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  const sheets = await readExcel(await (await saving).path())
  const [headings = [], row = []] = sheets.find(({ sheet }) => sheet === code)?.data ?? []
  expect(row[headings.indexOf('W1: Cum a fost 1? (version 1)')]).toBe('Bine')
  expect(row[headings.indexOf('W1: A fost împiedicat cineva să voteze? (version 2)')]).toBeNull()
  expect(row[headings.indexOf('W2: Cum a fost 2?')]).toBe('Rău')
})

test('never shows pending or failed data as empty', async ({ page, phone }) => {
  await report(await phone(2))
  const key = /\/urgents\/details\/\d+\/\d+|\/answers\/details\/\d+\/\d+/
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  // Refused for good: what may pass is tried again by the page itself.
  await page.route('**/api/v2/note?**', (route) =>
    route.fulfill({ status: 403, json: { code: 'session.forbidden' } }),
  )
  await page.route('**/answers/pollingStationInfo**', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/answers?county=AG')
  await page.getByRole('link', { name: nameOf(2) }).click()
  await expect(page).toHaveURL(key)

  const opened = page.getByRole('region', { name: 'Report' })
  const station = opened.getByRole('region', { name: 'About the station' })
  await expect(station).toHaveAttribute('aria-busy', 'true')
  await expect(station.getByRole('checkbox')).toHaveCount(0)
  await expect(opened.getByRole('group', { name: /^A1:/ })).toBeVisible()
  await expect(opened.getByText('The notes could not be loaded.')).toBeVisible()

  letGo()
  await expect(station.getByText('06:40')).toBeVisible()
  await page.unroute('**/api/v2/note?**')
  await opened.getByRole('button', { name: 'Try again' }).click()
  await expect(opened.getByText('The notes could not be loaded.')).toHaveCount(0)
})

test('links a note on a deleted question to where it is shown', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { url } = server
  const id = await addForm(url, 'T', { draft: false })
  const ana = await phoneOf(url, 4)
  await ana.note(['CJ-T', 3], { text: 'Ușa era încuiată.', question: 'T1' })
  const formSections = (await asAna(url, forms.get, { params: { id }, query: {} })) ?? []
  formSections[0]?.questions.shift()
  await asAna(url, forms.edit, { body: { id, formSections } })

  await page.goto('/answers?county=CJ&pollingStationNumber=3')
  await page.getByRole('link', { name: nameOf(4) }).click()
  await page.getByRole('tab', { name: /^Notes/ }).click()
  await page.getByRole('link', { name: 'Formularul T, question T1' }).click()

  await expect(page.getByRole('tab', { name: 'Formularul T' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('group', { name: 'T1: Cum a fost 1?' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Show note' })).toBeVisible()
})

test('reports an address of a report that does not exist', async ({ page }) => {
  await page.goto('/answers/details/999999/999999')

  await expect(page.getByText('There is no such report')).toBeVisible()
})
