import { expect, type Page } from '@playwright/test'
import { session } from '#features/session/contract.ts'
import { addBea } from '../another-organiser.ts'
import { observerIdOf, stationIdOf } from '../deployment/plan-of.ts'
import { untilKeysAreHeard } from '../keys-heard.ts'
import { call, nameOf, type Station } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

test.use({ about: 'corrections' })

const station: Station = ['AG-P', 2]

const place = (page: Page) => page.locator('li', { has: page.getByRole('group', { name: /^A1:/ }) })

async function addressOf(url: string, person: number): Promise<string> {
  const observerId = await observerIdOf(url, nameOf(person))
  return `/answers/details/${observerId}/${await stationIdOf(url, station)}`
}

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('corrects an answer by the keyboard alone, and another desk sees it and takes it back', async ({
    page,
    elsewhere,
    server: { url },
    phone,
  }) => {
    await (await phone(2)).answer(station, { A1: ['Nu'] })
    const [hers, bea] = [await elsewhere(), await addBea(url)]
    const { access_token } = await call(url, session.authorize, { body: bea })
    await hers.addInitScript((token) => localStorage.setItem('token-id', token), access_token)
    const address = await addressOf(url, 2)
    for (const desk of [page, hers]) await desk.goto(address)
    await untilKeysAreHeard(page)
    await expect(place(page).getByLabel('Nu')).toBeChecked()

    await page.keyboard.press('e')
    const window = page.getByRole('dialog', { name: 'Corectează răspunsul la A1' })
    await window.getByLabel('Nu').focus()
    for (const key of ['ArrowUp', 'Tab', 'Tab']) await page.keyboard.press(key)
    await expect(window.getByLabel('Motivul')).toBeFocused()
    await page.keyboard.type('A apăsat greșit')
    await window.getByRole('button', { name: 'Corectează' }).press('Enter')

    for (const desk of [page, hers]) {
      await expect(place(desk)).toContainText(/Corectat de ana, .*\d\d:\d\d: A apăsat greșit/)
      await expect(place(desk).getByRole('deletion')).toHaveText('Nu')
      await expect(place(desk).getByLabel('Da')).toBeChecked()
      await expect(desk.getByRole('group', { name: /^A1:/ })).not.toContainText('Semnalat')
    }
    await hers.getByRole('button', { name: 'Ia înapoi corectarea răspunsului la A1' }).click()
    await expect(place(page).getByLabel('Nu')).toBeChecked()
    await expect(place(page).getByRole('deletion')).toHaveCount(0)
  })
})

test('refuses what began from an older answer, and gives way to a new one of the observer', async ({
  page,
  server: { url },
  phone,
}) => {
  const dan = await phone(3)
  await dan.answer(station, { A1: ['Da'], A3: [] })
  await page.goto(await addressOf(url, 3))
  const correct = place(page).getByRole('button', { name: 'Correct the answer to A1' })
  const window = page.getByRole('dialog')
  const save = async (option: string) => {
    await correct.click()
    await window.getByLabel(option).check()
    await window.getByLabel('Reason').fill('Confirmed by phone')
  }
  await save('Nu')
  await window.getByRole('button', { name: 'Correct', exact: true }).click()
  await expect(place(page)).toContainText(/Corrected by ana, .*: Confirmed by phone/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(place(page).getByLabel('Da')).toBeChecked()

  await save('Nu')
  await window.getByRole('button', { name: 'Correct', exact: true }).click()
  await expectNoViolationsInBoth(page)
  await dan.answer(station, { A1: ['Da'] })
  await expect(place(page)).toContainText('The observer answered: Da')
  await correct.click()
  await window.getByRole('button', { name: 'No answer' }).click()
  await window.getByLabel('Reason').fill('Not certain')
  await dan.answer(station, { A1: ['Nu'] })
  await window.getByRole('button', { name: 'Correct', exact: true }).click()

  await expect(window.getByRole('alert')).toContainText('another user has changed')
  await window.getByRole('button', { name: 'Cancel' }).click()
  await expect(place(page)).not.toContainText('Corrected by')
})
