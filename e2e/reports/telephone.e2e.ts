import { expect, type Page } from '@playwright/test'
import { observerIdOf, plan, stationIdOf } from '../deployment/plan-of.ts'
import { untilKeysAreHeard } from '../keys-heard.ts'
import { nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

test.use({ about: 'telephone' })

const question = (page: Page, code: string) =>
  page.getByRole('group', { name: new RegExp(`^${code}:`) })

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('writes a report down by the keyboard alone, from a call to the stored answers', async ({
    page,
    server: { url },
  }) => {
    const name = nameOf(3)
    await plan(url, name, ['BV-B', 1])
    const observerId = await observerIdOf(url, name)
    await page.goto(`/observatori/profil/view/id/${observerId}`)
    await untilKeysAreHeard(page)
    let pressed = 0
    const press = async (...keys: string[]) => {
      pressed += keys.length
      for (const key of keys) await page.keyboard.press(key)
    }

    await press('1')
    await expect(page.getByRole('region', { name: 'Apeluri' })).toContainText('A răspuns')
    await press('t')
    await expect(page.getByRole('button', { name: /Brașov.*1.*tura de acum/ })).toBeVisible()
    await press('1')

    await expect(page.getByLabel('Ora sosirii')).toBeFocused()
    // A time that has come already, at any hour.
    await press('0', ':', '0', '1', 'Enter')
    await expect(question(page, 'A1').getByRole('radio').first()).toBeFocused()
    await press('1', '2', 'Enter', '2')
    await expect(page.getByLabel('Text la „Nu, la ora”')).toBeFocused()
    await press('8', 'Enter', '1', '3', 'Enter', 'ArrowUp', 'Enter', 'Enter')
    await expect(question(page, 'B1').getByRole('radio').first()).toBeFocused()

    expect(pressed).toBe(20)
    await press('1', 'Enter', '4', 'X', 'Enter')
    await expect(page.getByLabel(/^Nota,/)).toBeFocused()
    await expect(page.getByRole('tab', { selected: false, name: /2$/ })).toBeVisible()
    const stationId = await stationIdOf(url, ['BV-B', 1])
    await page.goto(`/answers/details/${observerId}/${stationId}`)
    await expect(question(page, 'A1').getByLabel('Nu')).toBeChecked()
    await expect(question(page, 'A1')).toContainText(/la telefon, ana, \d\d:\d\d/)
    await expect(question(page, 'A2')).toContainText('8')
    await expect(question(page, 'A3').getByRole('checkbox', { checked: true })).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Despre secție' })).toContainText('0:01')
  })
})

test('keeps an answer that fails, warns before it is lost, and shows what the phone sends', async ({
  page,
  phone,
  server: { url },
}) => {
  const station = ['AG-P', 2] as const
  const gelu = await phone(5)
  await gelu.arrive(station, '2026-11-22 06:40')
  await gelu.answer(station, { A1: ['Da'] })
  const observerId = await observerIdOf(url, nameOf(5))
  const stationId = await stationIdOf(url, station)
  await page.goto(`/observatori/telefon/${observerId}?station=${stationId}`)
  await expect(question(page, 'A1')).toContainText('from the phone')
  await expect(question(page, 'A1').getByLabel('Da')).toBeFocused()
  await page.route('**/telephone/answers', (route) => route.abort())

  await page.keyboard.press('2')

  await expect(page.getByText('1 answer was not saved.')).toBeVisible()
  await expect(question(page, 'A1').getByLabel('Nu')).toBeChecked()
  for (const leave of [
    page.getByRole('link', { name: nameOf(5) }),
    page.getByRole('button', { name: 'Another station' }),
  ]) {
    await leave.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  }
  await gelu.answer(station, { A4: ['Da'] })
  await expect(question(page, 'A4')).toContainText('from the phone')
  await expect(question(page, 'A1')).toContainText('Not saved')
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size)
    await expectNoViolationsInBoth(page)
  }
  await page.unroute('**/telephone/answers')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(question(page, 'A1')).toContainText('by telephone, ana')
  await question(page, 'A1').getByLabel('Nu').press('Delete')
  await expect(question(page, 'A1').getByLabel('Nu')).not.toBeChecked()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(question(page, 'A1').getByLabel('Nu')).toBeChecked()

  await page.getByRole('tab', { name: 'Notes' }).click()
  const note = page.getByRole('textbox', { name: /The note/ })
  await note.fill('The door is locked.')
  await page.getByRole('tab', { name: 'About the station' }).click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await note.press('Control+Enter')
  await expect(page.getByRole('article')).toContainText('The door is locked.')
})

test('keeps what is typed while station info and a note are being saved', async ({
  page,
  server: { url },
}) => {
  const observerId = await observerIdOf(url, nameOf(4))
  const stationId = await stationIdOf(url, ['AG-P', 2])
  await page.goto(`/observatori/telefon/${observerId}?station=${stationId}`)
  let save = () => {}
  const saving = new Promise<void>((resolve) => {
    save = resolve
  })
  await page.route(/telephone\/(station-info|note)$/, async (route) => {
    await saving
    await route.continue()
  })
  const members = page.getByLabel('Commission members')
  const women = page.getByLabel('Female members')
  await members.fill('7')
  await members.press('Enter')
  await women.fill('1')
  const note = page.getByRole('textbox', { name: /The note/ })
  await page.getByRole('tab', { name: 'Notes' }).click()
  await note.fill('The door is locked.')
  await note.press('Control+Enter')
  await note.press('End')
  await note.pressSequentially(' The guard')

  save()

  await expect(page.getByRole('article')).toContainText('The door is locked.')
  await expect(note).toHaveValue('The guard')
  await page.getByRole('tab', { name: 'About the station' }).click()
  await expect(women).toHaveValue('1')
  await women.press('Enter')
  await expect(page.getByRole('tab', { selected: true })).not.toHaveText('About the station')
})
