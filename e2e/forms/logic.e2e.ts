import { expect } from '@playwright/test'
import { forms } from '#features/forms/contract.ts'
import { asAna } from '../acts.ts'
import { observerIdOf, stationIdOf } from '../deployment/plan-of.ts'
import { nameOf, phoneOf } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

test.use({ about: 'conditions and checks' })

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('writes a condition and a check with suggestions, tries them out, and publishes only without mistakes', {
    tag: '@slow',
  }, async ({ page, server: { url } }) => {
    const option = (text: string) => ({ text })
    const id = await asAna(url, forms.add, {
      body: {
        ...{ code: 'K', description: 'Numărare', draft: true },
        formSections: [
          {
            questions: [
              {
                ...{ code: 'K1', text: 'A început?', questionType: 1 },
                optionsToQuestions: [option('Da'), option('Nu încă')],
              },
              { code: 'K2', text: 'Câte buletine?', questionType: 2, kind: 'whole' },
            ],
          },
        ],
      } as never,
    })
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await page.goto(`/formulare/${id}`)
    const logic = page.getByText('Condiții și controale')
    await logic.last().click()

    await field('Apare când').fill('K9 = 1')
    await expect(page.getByText('Nu există întrebarea K9.')).toBeVisible()
    await field('Apare când').fill('K1 = "n')
    await page.getByRole('button', { name: '"Nu încă"' }).click()
    await expect(page.getByText('Apare când la K1 s-a ales „Nu încă”.')).toBeVisible()
    await page.getByRole('button', { name: 'Adaugă un control' }).click()
    await field('Controlul 1').fill('K2 <= station.voters')
    await expect(page.getByText('Trebuie ca: K2 este cel mult numărul')).toBeVisible()
    await field('Mesaj în română').fill('Mai multe decât alegătorii.')
    await page.getByRole('button', { name: 'Publică' }).first().click()
    await expect(page.getByText('Scrie mesajul și în această limbă.')).toBeVisible()
    await expect(field('Mesaj în engleză')).toBeFocused()
    await field('Mesaj în engleză').fill('More than voters.')

    const preview = page.getByRole('complementary', { name: 'Previzualizare' })
    await expect(preview).not.toContainText('Câte buletine?')
    await preview.getByRole('radio', { name: 'Nu încă' }).check()
    await preview.getByRole('group', { name: 'K2' }).getByRole('textbox').fill('901')
    await expect(preview).not.toContainText('Mai multe decât alegătorii.')
    await preview.getByRole('textbox', { name: 'Alegători înscriși la secție' }).fill('900')
    await preview.getByRole('textbox', { name: 'Alegători înscriși la secție' }).press('Tab')
    await expect(preview).toContainText('Mai multe decât alegătorii.')
    await expectNoViolationsInBoth(page)
    await page.getByRole('button', { name: 'Publică' }).first().click()
    await expect(page.getByText('Publicat, versiunea 1')).toBeVisible()
  })
})

test('shows what a report fails and which answers are hidden, and lists the reports with errors', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const message = { ro: 'Prea multe', en: 'Too many for one box' }
  const text = { questionType: 2, kind: 'whole' }
  await asAna(url, forms.add, {
    body: {
      ...{ code: 'W', description: 'Ballots' },
      formSections: [
        {
          questions: [
            { code: 'W1', text: 'Boxes?', ...text },
            {
              ...{ code: 'W2', text: 'Ballots?', ...text },
              checks: [{ expression: 'W2 <= W1 * 1000', severity: 'error', message }],
            },
            { code: 'W3', text: 'Spare boxes?', ...text, shownIf: 'W1 > 1', isRequired: true },
            { code: 'W4', text: 'Lids?', ...text, shownIf: 'W1 > 2', isRequired: true },
          ],
        },
      ],
    } as never,
  })
  const station = ['CJ-T', 2] as const
  const field = 'Răspuns'
  const phone = await phoneOf(url, 5)
  await phone.answer(station, { W1: [`${field}: 1`], W2: [`${field}: 1001`], W3: [`${field}: 2`] })
  const observerId = await observerIdOf(url, nameOf(5))

  await page.goto('/answers')
  await page.getByRole('checkbox', { name: 'With errors' }).check()
  const row = page.getByRole('list', { name: 'Reports' }).getByRole('listitem')
  await expect(row).toContainText('With errors', { timeout: 12_000 })
  await expect(row).toHaveCount(1)
  await page.goto(`/answers/details/${observerId}/${await stationIdOf(url, station)}`)
  await page.getByRole('tab', { name: /Ballots/ }).click()

  const question = (code: string) => page.getByRole('group', { name: new RegExp(`^${code}:`) })
  await expect(question('W2')).toContainText('Too many for one box')
  await expect(question('W3')).toContainText('not shown, by the other answers')
  await expect(question('W4')).not.toContainText('required, not answered')
  await expectNoViolationsInBoth(page)

  // A clerk on the telephone is asked as the phone asks: an answer that is hidden stays.
  const tab = page.getByRole('tab', { name: /Ballots/ })
  await page.goto(`/observatori/telefon/${observerId}?station=${await stationIdOf(url, station)}`)
  await tab.click()
  await expect(question('W3')).toBeVisible()
  await expect(question('W4')).toHaveCount(0)
  await question('W1').getByRole('textbox').fill('3')
  await question('W1').getByRole('textbox').press('Enter')
  await expect(question('W4')).toBeVisible()
})
