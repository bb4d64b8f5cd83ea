import { expect, type Page } from '@playwright/test'
import type { FormMeta } from '#features/forms/contract.ts'
import { translations } from '#features/forms/translation-contract.ts'
import { workbookOf } from '#testing/workbook.ts'
import { addForm, asAna, scrollsSideways } from '../acts.ts'
import { holdBack } from '../held-back.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

test.use({ about: 'translations of forms' })

const box = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const read = (url: string, id: FormMeta['id'], language: string) =>
  asAna(url, translations.get, { params: { id, language } })

test.describe('in Romanian', () => {
  test.use({ language: 'ro' })

  test('translates a form beside its own texts by keyboard, and settles what a colleague changed', {
    tag: '@slow',
  }, async ({ page, server: { url } }) => {
    const options = [{ text: 'Da' }, { text: 'Nu' }]
    const question = (code: string, text: string) => ({
      ...{ code, text, questionType: 1 },
      optionsToQuestions: options,
    })
    const id = await addForm(url, 'TRA', {
      draft: false,
      formSections: [
        { questions: [question('T1', 'Urna e goală?'), question('T2', 'E liniște?')] },
      ],
    })
    await page.goto(`/formulare/${id}`)
    await page.getByRole('link', { name: 'Traduceri' }).click()
    await button(page, 'Adaugă o limbă').last().click()
    await box(page, 'Limba').fill('nici una')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Acesta nu e codul unei limbi.')).toBeVisible()
    await box(page, 'Limba').fill('hu-hu')
    await expect(page.getByText('maghiară (Ungaria)')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'maghiară', exact: true }).click()
    await expect(page.getByText('lipsesc 7 texte din 7')).toBeVisible()

    await box(page, 'Întrebarea T1, maghiară').fill('Üres az urna?')
    await page.keyboard.press('Tab')
    await expect(box(page, 'Varianta de la T1, maghiară').first()).toBeFocused()
    await page.keyboard.type('Igen')
    await page.keyboard.press('Tab')
    const messages = page.getByRole('region', { name: 'Mesaje' })
    await expect(messages).toContainText('Același text s-a completat încă o dată')
    await expect(box(page, 'Varianta de la T2, maghiară').first()).toHaveValue('Igen')
    await expectNoViolationsInBoth(page)

    const [first] = (await read(url, id, 'hu')).filter(({ code }) => code === 'T1')
    const theirs = { key: first!.key, from: first!.text, was: '', to: 'Az urna üres?' }
    await asAna(url, translations.save, {
      params: { id, language: 'hu' },
      body: { texts: [theirs] },
    })
    await expect(page.getByText('Între timp un coleg a scris: Az urna üres?')).toBeVisible()
    await button(page, 'Salvează').click()
    await expect(page.getByRole('alert')).toContainText('Un coleg a schimbat între timp')
    await button(page, 'Păstrează textul tău').click()
    await button(page, 'Salvează').click()
    await expect(page.getByText('lipsesc 4 texte din 7')).toBeVisible()
    await expect(page.getByText('Totul e salvat')).toBeVisible()
    expect((await read(url, id, 'hu')).map(({ to }) => to)).toEqual([
      ...['', 'Üres az urna?', 'Igen', '', '', 'Igen', ''],
    ])
    await page.getByRole('switch', { name: 'Numai ce e de tradus' }).check()
    await expect(page.getByRole('listitem').getByRole('textbox')).toHaveCount(4)

    await page.setViewportSize(sizes.phone)
    expect(await scrollsSideways(page)).toBe(false)
    await button(page, 'Șterge limba').click()
    await expect(page.getByText('Formularul nu e tradus')).toBeVisible()
    await messages.getByRole('button', { name: 'Anulează' }).last().click()
    await expect(page.getByText('lipsesc 4 texte din 7')).toBeVisible()
  })
})

test('fills the page from a workbook after showing which rows do not get in', async ({
  page,
  server: { url },
}) => {
  const id = await addForm(url, 'TRX', { draft: false })
  const params = { id, language: 'uk' }
  await asAna(url, translations.setLanguages, { params, body: { added: ['uk'] } })
  const all = await read(url, id, 'uk')
  const rows = [
    ['key', 'code', 'ro', 'uk'],
    ...all.map(({ key, code, text }) => [key, code, text, `${text} (uk)`]),
    ['question-999999-text', 'X', 'Old', 'Старе'],
  ]
  const buffer = await workbookOf([{ name: 'uk', rows }])
  await page.goto(`/formulare/${id}/traduceri`)
  await button(page, 'Import xlsx').click()
  const file = { name: 'uk.xlsx', mimeType: 'application/octet-stream', buffer }
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await expect(page.getByRole('region', { name: 'What is not taken over exactly' })).toContainText(
    `row ${all.length + 2}: question-999999-text`,
  )
  await button(page, 'Take them over').click()

  await button(page, 'Preview').click()
  await expect(page.getByRole('dialog')).toContainText(`${all.at(-1)?.text} (uk)`)
  await page.keyboard.press('Escape')
  await button(page, 'Save').click()

  await expect(page.getByText('Fully translated')).toBeVisible()
  expect((await read(url, id, 'uk')).map(({ to }) => to)).toEqual(
    all.map(({ text }) => `${text} (uk)`),
  )
})

test('keeps what is typed while the row is saved, and while a colleague changes the languages', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const id = await addForm(url, 'TRK', { draft: false })
  const setLanguages = (body: { added?: string[]; removed?: string[] }) =>
    asAna(url, translations.setLanguages, { params: { id }, body })
  await setLanguages({ added: ['uk'] })
  await page.goto(`/formulare/${id}/traduceri`)
  const row = page.getByRole('list', { name: 'Ukrainian' }).getByRole('textbox').first()
  await row.fill('А ')
  const held = await holdBack(page, '**/translations/uk')
  await button(page, 'Save').click()
  await row.fill('АБ')
  held.letGo()
  await expect(page.getByText('The translations are saved')).toBeVisible()
  await expect(page.getByText('1 unsaved translation')).toBeVisible()
  await expect(page.getByText('Meanwhile a colleague')).toHaveCount(0)
  await button(page, 'Save').click()
  await expect(page.getByText('All is saved')).toBeVisible()

  await row.fill('АБВ')
  await setLanguages({ added: ['bg'] })
  await expect(page.getByRole('link', { name: 'Bulgarian' })).toBeVisible()
  await expect(row).toHaveValue('АБВ')
  await setLanguages({ removed: ['uk'] })
  await expect(page.getByRole('alert')).toContainText('no longer has the language Ukrainian')
  await expect(row).toHaveValue('АБВ')
  await button(page, 'Add a language').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ukrainian' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await button(page, 'Save').click()
  await expect(page.getByText('All is saved')).toBeVisible()
  expect((await read(url, id, 'uk'))[0]?.to).toBe('АБВ')
})
