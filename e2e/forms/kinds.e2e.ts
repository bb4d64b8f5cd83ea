import { expect, type Page } from '@playwright/test'
import { forms } from '#features/forms/contract.ts'
import { asAna, scrollsSideways } from '../acts.ts'
import { observerIdOf, stationIdOf } from '../deployment/plan-of.ts'
import { nameOf, phoneOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations, expectNoViolationsInBoth } from '../violations.ts'

test.use({ about: 'kinds of questions' })

const exact = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const question = (page: Page, code: string) =>
  page.getByRole('group', { name: new RegExp(`^${code}:`) })

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('builds a form of every kind, and publishes it to an older phone', {
    tag: '@slow',
  }, async ({ page, server: { url } }) => {
    const field = (name: string) => page.getByRole('textbox', { name })
    await page.goto('/formulare/nou')
    await field('Titlu').first().fill('Prezență')
    await field('Cod').first().fill('P')
    const kind = page.getByRole('button', { name: /Felul răspunsului/ }).last()
    const choose = async (name: string) => {
      await kind.press('Enter')
      await page.getByRole('option', { name, exact: true }).press('Enter')
      await expect(kind).toContainText(name)
    }
    const ask = async (text: string, name: string) => {
      await exact(page, 'Adaugă o întrebare').press('Enter')
      await page.keyboard.type(text)
      await choose(name)
    }
    await ask('Câți au votat?', 'Număr întreg')
    await field('Minimum').fill('3.000')
    await field('Maximum').fill('0')
    await field('Unitate').fill('alegători')
    await page.getByLabel('Obligatorie').check()
    await choose('Dată')
    await choose('Număr întreg')
    await exact(page, 'Publică').first().press('Enter')
    await expect(page.getByText('Maximul este mai mic decât minimul.')).toBeVisible()
    await expect(field('Maximum')).toBeFocused()
    await field('Maximum').fill('3.000')
    await field('Minimum').fill('0')
    await ask('Ce parte din liste era tipărită?', 'Număr cu zecimale')
    await ask('Cum a fost?', 'Evaluare')
    await ask('Cine era președintele?', 'Text scurt')
    await ask('Ce s-a întâmplat?', 'Text lung')
    await ask('Când s-a afișat lista?', 'Dată')
    await ask('La ce oră s-a deschis?', 'Oră')
    await ask('Când au plecat?', 'Dată cu oră')
    await ask('Procesul-verbal?', 'Fotografie sau fișier')
    const preview = page.getByRole('complementary', { name: 'Previzualizare' })
    await expect(preview).toContainText('de la 0 la 3.000 alegători')
    await expect(preview.getByRole('group', { name: 'Evaluare de la 1 la 5' })).toBeVisible()
    await expectNoViolationsInBoth(page)
    await page.setViewportSize(sizes.phone)
    expect(await scrollsSideways(page)).toBe(false)
    await exact(page, 'Publică').last().click()
    await expect(page).toHaveURL(/\/formulare$/)

    const phone = await phoneOf(url, 2)
    await phone.answer(['CJ-T', 1], {
      P1: ['Răspuns (0–3000 alegători): 1 250'],
      P7: ['Răspuns (hh:mm): 9.05'],
    })
  })
})

test('shows values in the language of the reader, and what cannot be read word for word', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const ask = (code: string, kind: string, more: object = {}) => ({
    ...{ code, text: `Cât ${code}?`, questionType: 2, kind },
    ...more,
  })
  const questions = [
    ask('V1', 'whole', { isRequired: true, min: 0, max: 3000, unit: 'votes' }),
    ask('V2', 'decimal'),
    ask('V3', 'time'),
    ask('V4', 'date'),
    ask('V5', 'rating'),
    ask('V6', 'moment'),
    ask('V7', 'text', { isRequired: true }),
    ask('V8', 'file', { isRequired: true }),
  ]
  const form = await asAna(url, forms.add, {
    body: { code: 'V', description: 'Turnout', formSections: [{ questions }] } as never,
  })
  const phone = await phoneOf(url, 4)
  const station = ['CJ-T', 2] as const
  await phone.answer(station, {
    V1: ['Răspuns (0–3000 votes): 12.500'],
    V2: ['Răspuns: 1250,5'],
    V3: ['Răspuns (hh:mm): 12.10'],
    V4: ['Răspuns (zz.ll.aaaa): after lunch'],
    V5: ['Răspuns (1–5): 4'],
    V6: ['Răspuns (zz.ll.aaaa hh:mm): 22.11.2026 7:30'],
  })
  const [observerId, stationId] = [
    await observerIdOf(url, nameOf(4)),
    await stationIdOf(url, station),
  ]

  await page.goto(`/answers/details/${observerId}/${stationId}`)

  await expect(question(page, 'V1')).toContainText('12,500 votes')
  await expect(question(page, 'V1')).toContainText('outside the limits: from 0 to 3,000 votes')
  await expect(question(page, 'V2')).toContainText('1,250.5')
  await expect(question(page, 'V3')).toContainText('12:10')
  await expect(question(page, 'V4')).toContainText('after lunch')
  await expect(question(page, 'V4')).toContainText('cannot be read as a date')
  await expect(question(page, 'V5')).toContainText('4 of 5')
  await expect(question(page, 'V6')).toContainText('22 November 2026 at 07:30')
  await expect(question(page, 'V7')).toContainText('required, not answered')
  await expect(question(page, 'V8')).toContainText('expected file missing')
  await phone.note(station, { text: 'Minutes', question: 'V8', image: 'e2e/photo.png' })
  await expect(page.getByRole('listitem').filter({ has: question(page, 'V8') })).toContainText(
    'Show note',
  )
  await expect(question(page, 'V8')).not.toContainText('missing')
  await expect(page.getByRole('button', { name: 'Enlarge the photograph photo.png' })).toHaveCount(
    2,
  )
  await expectNoViolationsInBoth(page)

  await page.goto(`/stations/${stationId}`)
  const row = page.getByRole('row').filter({ hasText: 'V3 Cât V3?' })
  await expect(row).toContainText(/^V3 Cât V3\?12:10/)

  await page.goto(`/analysis?form=${form}`)
  const card = (code: string) => page.getByRole('region', { name: new RegExp(`^${code} `) })
  await expect(card('V1').getByRole('definition').nth(2)).toHaveText('12,500', { timeout: 12_000 })
  await expect(card('V3').getByRole('row')).toContainText('12:00–12:59')
  await expect(card('V4')).toContainText('1 answer cannot be read')
  await expect(card('V5').getByRole('row')).toHaveCount(5)
  await expect(card('V8').getByRole('row', { name: 'With a file 1' })).toBeVisible()
  await expectNoViolations(page)

  await page.goto(`/observatori/telefon/${observerId}?station=${stationId}`)
  await page.getByRole('tab', { name: /Turnout/ }).click()
  const date = question(page, 'V4').getByRole('textbox')
  await expect(date).toHaveValue('after lunch')
  await date.fill('21 nov')
  await expect(question(page, 'V4')).toContainText('cannot be read as a date')
  await date.fill('21 nov 2026')
  await expect(question(page, 'V4')).toContainText('21 November 2026')
  await date.press('Enter')
  await expect(question(page, 'V5').getByRole('textbox')).toBeFocused()
  await expect(question(page, 'V4')).toContainText('by telephone, ana')
  await expectNoViolations(page)
})
