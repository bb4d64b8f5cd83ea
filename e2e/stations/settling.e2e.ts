import { expect, type Page } from '@playwright/test'
import { places } from '#features/places/contract.ts'
import { stations } from '#features/stations/contract.ts'
import { asAna, question, toast } from '../acts.ts'
import { plan, stationIdOf } from '../deployment/plan-of.ts'
import { nameOf, type Phone, type Station } from '../phone.ts'
import { pathOf, sizes, test } from '../stage.ts'

test.use({ about: 'settling together' })

type Phones = (person: number) => Promise<Phone>

/** Two observers differ at a station, whose page is open. */
async function differAt(page: Page, url: string, phone: Phones, station: Station) {
  await (await phone(0)).answer(station, { A1: ['Da'] })
  await (await phone(1)).answer(station, { A1: ['Nu'] })
  const id = await stationIdOf(url, station)
  await page.goto(`/stations/${id}`)
  return { id, row: page.getByRole('row').filter({ hasText: 'A1 ' }) }
}

/** Opens the dialog by keyboard and enters whose answer is right, and why. */
async function write(page: Page, whose: string, reason: string, code = 'A1') {
  await page.getByRole('button', { name: `Settle ${code}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Settle ${code}` })
  await dialog.getByRole('button', { name: /Whose answer is right/ }).click()
  await page.getByRole('option', { name: new RegExp(`^${whose}`) }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  return dialog
}

const settle = { name: 'Settle', exact: true } as const

test('shows how a colleague settled first, keeps the input and lets the user overrule', async ({
  page,
  phone,
  server,
}) => {
  const { id, row } = await differAt(page, server.url, phone, ['CJ-N', 1])
  const dialog = await write(page, nameOf(1), 'Am văzut fotografia')
  const params = { pollingStationId: id }
  const [one] = (await asAna(server.url, stations.visits, { params })).questions
  const first = {
    questionId: one!.id,
    observerId: null,
    reason: 'Nu se poate ști',
    seen: one!.seen,
  }
  await asAna(server.url, stations.settle, { params, body: first })
  await expect(dialog).toContainText('Settled by ana: neither answer is right')

  await dialog.getByRole('button', settle).click()
  await expect(dialog).toContainText('Something about this question has changed meanwhile')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Am văzut fotografia')
  await dialog.getByRole('button', settle).click()

  await expect(dialog).toBeHidden()
  await expect(row).toContainText(`the answer of ${nameOf(1)} is right`)
})

test('keeps the reason being typed when the observers agree meanwhile', {
  tag: '@slow',
}, async ({ page, phone, server }) => {
  const { row } = await differAt(page, server.url, phone, ['CJ-N', 2])
  const dialog = await write(page, nameOf(1), 'Am văzut fotografia')

  await (await phone(0)).answer(['CJ-N', 2], { A1: ['Nu'] })

  await expect(page.getByText('No differences to settle')).toBeAttached()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Am văzut fotografia')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('keeps the reason being typed when all answers are withdrawn and the screen rotates', async ({
  page,
  phone,
  server,
}) => {
  const station = ['BV-B', 2] as const
  await differAt(page, server.url, phone, station)
  const dialog = await write(page, nameOf(1), 'Am văzut fotografia')

  await (await phone(0)).answer(station, { A1: [] })
  await (await phone(1)).answer(station, { A1: [] })
  await expect(page.getByText('A1 ', { exact: true })).not.toBeAttached()
  await page.setViewportSize(sizes.phone)

  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Am văzut fotografia')
  await dialog.getByRole('button', settle).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Am văzut fotografia')
})

test('leads to the merged station only after the open reason dialog is closed', async ({
  page,
  phone,
  server,
}) => {
  const { id } = await differAt(page, server.url, phone, ['CJ-T', 1])
  const into = await stationIdOf(server.url, ['CJ-T', 2])
  const dialog = await write(page, nameOf(1), 'Am văzut fotografia')

  await asAna(server.url, places.mergeStation, { params: { id }, body: { into } })
  await expect(page.getByRole('columnheader', { name: 'sent for Cluj Turda 1' })).toHaveCount(2)
  await dialog.getByRole('button', settle).click()
  await expect(dialog).toContainText('The station is merged into another one')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Am văzut fotografia')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('heading', { name: 'Cluj Turda 2', exact: true })).toBeVisible()
  expect(pathOf(page.url())).toBe(`/stations/${into}`)
})

test('reopens a settled answer by keyboard once for two presses, and keeps the focus', async ({
  page,
  phone,
  server,
}) => {
  const { row } = await differAt(page, server.url, phone, ['BV-B', 1])
  const dialog = await write(page, nameOf(0), 'Confirmat la telefon')
  await dialog.getByRole('button', settle).press('Enter')
  const again = row.getByRole('button', { name: 'Settle differently A1' })
  await expect(again).toBeFocused()

  await page.keyboard.press('Tab')
  await expect(row.getByRole('button', { name: 'Reopen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await expect(row).toContainText('The observers differ')
  await expect(row.getByRole('button', { name: 'Settle A1' })).toBeFocused()
  await expect(toast(page)).toContainText('The settling is undone')
  await expect(toast(page)).not.toContainText('Error')
})

test('leads from a settled difference to the next, not back to a skipped one', async ({
  page,
  phone,
  server,
}) => {
  const station = ['AG-P', 2] as const
  await (await phone(0)).answer(station, { A1: ['Da'], A4: ['Da'], B1: ['Da'] })
  await (await phone(1)).answer(station, { A1: ['Nu'], A4: ['Nu'], B1: ['Nu'] })
  await page.goto(`/stations/${await stationIdOf(server.url, station)}`)
  const row = (code: string) => page.getByRole('row').filter({ hasText: `${code} ` })
  const next = page.getByRole('button', { name: 'To the next difference' })
  await expect(page.getByText('3 differences to settle')).toBeVisible()
  await next.click()
  await expect(row('A1')).toBeFocused()
  await next.click()
  await expect(row('A4')).toBeFocused()
  const dialog = await write(page, nameOf(0), 'Confirmat la telefon', 'A4')
  await dialog.getByRole('button', settle).press('Enter')
  await expect(page.getByText('2 differences to settle')).toBeVisible()
  await expect(dialog).toBeHidden()

  await next.click()

  await expect(row('B1')).toBeFocused()
})

test('warns of planned observers before deleting or closing a station', async ({
  page,
  server,
}) => {
  const id = await stationIdOf(server.url, ['AG-P', 1])
  await page.goto(`/stations/${id}`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete the station' }).click()
  await expect(question(page)).toContainText('Nothing is linked to the station.')
  await plan(server.url, nameOf(2), ['AG-P', 1])
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete the station' }).click()

  await expect(question(page)).toContainText('Linked to the station: 1 assignment, 0 visits')
  await expect(question(page)).toContainText('0 reports unmatched or matched here')
})
