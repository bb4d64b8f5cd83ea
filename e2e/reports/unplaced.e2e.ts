import { expect, type Page } from '@playwright/test'
import { answers } from '#features/answers/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { session } from '#features/session/contract.ts'
import { addObserver, rowOf, toast } from '../acts.ts'
import { call, nameOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'what has no place' })

test('assigns both station and option to an answer in one dialog', {
  tag: '@slow',
}, async ({ page, server }) => {
  const login = { user: '0746 000 001', password: '4821' }
  await addObserver(server.url, 'Lia Lipsă', login.user)
  const { access_token: token } = await call(server.url, session.authorizeV1, {
    body: { ...login, uniqueId: 'lia' },
  })
  const { formVersions } = await call(server.url, forms.list, { query: {} }, token)
  const form = formVersions.find(({ code }) => code === 'A')?.id
  if (!form) throw new Error('No form A')
  const sections = await call(server.url, forms.get, { params: { id: form }, query: {} }, token)
  const question = (sections ?? []).flatMap((one) => one.questions)[0]
  if (!question) throw new Error('No question')
  // Its phone shows an option that no form has, and has another number for its station.
  const draft = { countyCode: 'CJ', municipalityCode: 'CJ-N', pollingStationNumber: 7777 }
  const options = [{ optionId: 99_999 as never }]
  const body = { answers: [{ ...draft, questionId: question.id, options }] }
  await call(server.url, answers.send, { body }, token)

  await page.goto('/unmatched')
  await rowOf(page, 'Lia Lipsă').getByRole('button', { name: 'Match: CJ-N 7777' }).click()
  const window = page.getByRole('dialog', { name: 'Where does it belong?' })
  await expect(window.getByRole('button', { name: /Answer chosen/ })).toHaveCount(0)
  await window.getByRole('textbox', { name: 'Station number' }).fill('1')
  await window.getByRole('button', { name: 'Match', exact: true }).click()

  // Only with the station known can it be said that the answer is missing as well.
  await expect(window.getByRole('status')).toBeVisible()
  await expect(window.getByRole('textbox', { name: 'Station number' })).toHaveValue('1')
  await expect(window.getByRole('button', { name: 'Match', exact: true })).toBeDisabled()
  await window.getByRole('button', { name: /Answer chosen/ }).click()
  await page.getByRole('option', { name: 'Nu', exact: true }).click()
  await window.getByRole('button', { name: 'Match', exact: true }).click()

  await expect(toast(page)).toContainText('1 report is matched.')
  await expect(rowOf(page, 'Lia Lipsă')).toHaveCount(0)
  await page.goto('/answers?county=CJ&pollingStationNumber=1')
  await page.getByRole('link', { name: 'Lia Lipsă' }).click()
  await expect(page.getByText(question.text).first()).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nu')
})

test('keeps the phone’s municipality when the number is typed before the list loads', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const zoe = await phone(5)
  await zoe.answer(['CJ-T', 5555], { A1: ['Da'] })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/county/CJ/municipalities', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/unmatched')
  await rowOf(page, 'CJ-T 5555').getByRole('button', { name: 'Match: CJ-T 5555' }).click()
  const window = page.getByRole('dialog', { name: 'Where does it belong?' })
  await expect(window.getByRole('combobox', { name: 'County' })).toHaveValue('CJ – Cluj')
  await window.getByRole('textbox', { name: 'Station number' }).fill('3')
  await page.keyboard.press('Tab')
  letGo()

  await expect(window.getByRole('combobox', { name: 'Municipality' })).toHaveValue('Turda')
  await window.getByRole('button', { name: 'Match', exact: true }).click()
  await expect(toast(page)).toContainText('1 report is matched.')
})

test('reports that an item was answered again since, instead of calling it placed', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const mihai = await phone(4)
  await mihai.answer(['CJ-N', 6666], { A1: ['Nu'] })
  await mihai.answer(['CJ-N', 2], { A1: ['Da'] })
  await page.goto('/unmatched')
  const row = rowOf(page, 'CJ-N 6666')
  await row.getByRole('button', { name: 'Match: CJ-N 6666' }).click()
  const window = page.getByRole('dialog', { name: 'Where does it belong?' })
  await window.getByRole('textbox', { name: 'Station number' }).fill('2')
  await window.getByRole('button', { name: 'Match', exact: true }).click()

  await expect(toast(page)).toContainText('1 was reported again since and not taken.')
  await expect(toast(page)).not.toContainText('in its place')
  await expect(row).toHaveCount(0)
  await page.getByRole('tab', { name: 'Matched', exact: true }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('tab', { name: 'Sent again since' }).click()
  await expect(row).toContainText('Not taken: the observer reported it again later.')
  await expect(row).toContainText(/Answer: .*\d\d:\d\d/)

  // On a phone the card shows the same; and it can be reopened.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText('Not taken: the observer reported it again later.')).toBeVisible()
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByText('Not taken: the observer reported it again later.')).toHaveCount(0)
  await page.goto('/answers?county=CJ&pollingStationNumber=2')
  await expect(page.getByRole('link', { name: nameOf(4) })).not.toContainText('flagged')
})

/** Places the item of the row, as its phone named it except for the number. */
async function placeAt(page: Page, name: string, number: string) {
  await page
    .getByRole('button', { name: `Match: ${name}`, exact: true })
    .first()
    .click()
  const window = page.getByRole('dialog', { name: 'Where does it belong?' })
  await window.getByRole('textbox', { name: 'Station number' }).fill(number)
  await window.getByRole('button', { name: 'Match', exact: true }).click()
}

test('undo reopens an item placed at the wrong station and leaves nothing there', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const mihai = await phone(4)
  await mihai.answer(['CJ-T', 6061], { A1: ['Nu'] })
  await page.goto('/unmatched')
  const row = rowOf(page, 'CJ-T 6061')
  await placeAt(page, 'CJ-T 6061', '3')
  await expect(toast(page)).toContainText('1 report is matched.')
  await expect(row).toHaveCount(0)

  await toast(page).getByRole('button', { name: 'Undo' }).click()

  await expect(toast(page)).toContainText('1 report is open again.')
  await expect(row).toBeVisible()
  const there = '/answers?county=CJ&pollingStationNumber=3'
  await page.goto(there)
  await expect(page.getByRole('link', { name: nameOf(5) })).toBeVisible()
  await expect(page.getByRole('link', { name: nameOf(4) })).toHaveCount(0)

  // Said at the station since, it stays there, and the message names it.
  await page.goto('/unmatched')
  await placeAt(page, 'CJ-T 6061', '3')
  await expect(row).toHaveCount(0)
  await mihai.answer(['CJ-T', 3], { A1: ['Nu'] })
  await page.getByRole('tab', { name: 'Matched', exact: true }).click()
  await row.getByRole('button', { name: 'Undo matching: CJ-T 6061' }).click()
  await expect(toast(page)).toContainText('What was reported there since stays: Answer.')
  await expect(row).toHaveCount(0)
  await page.getByRole('tab', { name: 'Open', exact: true }).click()
  await expect(row).toBeVisible()
  await page.goto(there)
  await expect(page.getByRole('link', { name: nameOf(4) })).toBeVisible()
})

test('reopens items together that were placed together, and updates a colleague’s list', {
  tag: '@slow',
}, async ({ page, phone, context }) => {
  for (const person of [2, 3]) {
    const one = await phone(person)
    await one.answer(['CJ-T', 6062], { A1: ['Nu'] })
  }
  await (await phone(2)).arrive(['CJ-T', 6062], '2026-11-22T05:30:00Z')
  const colleague = await context.newPage()
  await colleague.goto('/unmatched?state=placed')
  await page.goto('/unmatched')
  const row = rowOf(page, 'CJ-T 6062')
  await expect(row).toHaveCount(3)
  await placeAt(page, 'CJ-T 6062', '1')
  await expect(toast(page)).toContainText('3 reports are matched.')
  const placed = rowOf(colleague, 'CJ-T 6062')
  await expect(placed).toHaveCount(3)

  await toast(page).getByRole('button', { name: 'Undo' }).click()

  await expect(toast(page)).toContainText('3 reports are open again.')
  await expect(row).toHaveCount(3)
  await expect(placed).toHaveCount(0)

  // One by one, from the other tab. The second click learns that it is done.
  await placeAt(page, 'CJ-T 6062', '1')
  const undo = { name: 'Undo matching: CJ-T 6062' }
  await expect(placed).toHaveCount(3)
  await colleague.getByRole('button', undo).first().click()
  await expect(placed).toHaveCount(2)
  await expect(row).toHaveCount(1)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page)).toContainText('2 reports are open again.')
  await expect(row).toHaveCount(3)
})

test.describe('in Romanian, on a phone', () => {
  test.use({ language: 'ro', viewport: { width: 390, height: 844 } })

  test('takes back a placement from its card', async ({ page, phone }) => {
    await (await phone(1)).answer(['CJ-T', 6063], { A1: ['Nu'] })
    await page.goto('/unmatched')
    await page.getByRole('button', { name: 'Încadrează: CJ-T 6063' }).click()
    const window = page.getByRole('dialog', { name: 'Unde trebuia să ajungă?' })
    await window.getByRole('textbox', { name: 'Numărul secției' }).fill('1')
    await window.getByRole('button', { name: 'Încadrează', exact: true }).click()
    await page.getByRole('tab', { name: 'Încadrate' }).click()
    await page.getByRole('button', { name: 'Anulează încadrarea: CJ-T 6063' }).click()

    await expect(page.getByRole('region', { name: 'Mesaje' })).toContainText(
      'O trimitere este din nou de încadrat.',
    )
    await page.getByRole('tab', { name: 'De rezolvat' }).click()
    await expect(page.getByRole('button', { name: 'Încadrează: CJ-T 6063' })).toBeVisible()
  })
})
