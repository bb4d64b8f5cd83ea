import { expect } from '@playwright/test'
import { spillsOver } from './acts.ts'
import { nameOf, type Phone, type Station } from './phone.ts'
import { test } from './stage.ts'

test.use({ about: 'report' })

const station: Station = ['AG-P', 1]
const long = 'Coada ajunge până în stradă. '.repeat(12).trim()

async function report(dana: Phone): Promise<void> {
  await dana.arrive(station, '2026-11-22 06:40')
  await dana.answer(station, { A1: ['Nu'], A2: ['Nu, la ora: 07:25'], B1: ['Nu'] })
}

test('a report says who was where, and what is flagged stands in red with a word', async ({
  page,
  phone,
}) => {
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

test('an arrival of another day, as from a phone whose clock is wrong, says the day', async ({
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

test('a long address in an answer or a note is broken into lines, and all of it can be read', async ({
  page,
  phone,
}) => {
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
  await opened.getByRole('button', { name: 'more' }).click()
  await expect(opened.getByText(address)).toBeVisible()
  expect(await spillsOver(opened)).toBe(false)
})

test('every form has a tab, whose place in the address survives a reload', async ({
  page,
  phone,
}) => {
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
  await page.getByRole('button', { name: 'more' }).click()
  await expect(page.getByText(long)).toBeVisible()

  await page.getByRole('button', { name: /^Enlarge the photograph/ }).click()
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

test('a report that does not exist says so', async ({ page }) => {
  await page.goto('/answers/details/999999/999999')

  await expect(page.getByText('There is no such report')).toBeVisible()
})
