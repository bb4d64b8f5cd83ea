import { expect } from '@playwright/test'
import type { Language } from '#kit/contract/copy.ts'
import { nameOf } from '../phone.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'history' })

const words = {
  en: {
    heading: 'History',
    sealed: /lines are sealed/,
    verify: 'Verify the chain',
    whole: /^The chain is whole/,
    prove: 'Prove now',
    proved: /^Last proved .*, up to link/,
    same: 'Nothing differs',
    download: 'Download the latest seal',
    answers: 'Answers received',
    link: 'History',
  },
  ro: {
    heading: 'Istoric',
    sealed: /linii (sunt sigilate|de linii)|de linii sunt sigilate/,
    verify: 'Verifică lanțul',
    whole: /^Lanțul este întreg/,
    prove: 'Verifică acum',
    proved: /^Verificat ultima dată .*, până la înregistrarea/,
    same: 'Nimic nu diferă',
    download: 'Descarcă ultimul sigiliu',
    answers: 'Răspunsuri primite',
    link: 'Istoric',
  },
} as const satisfies Record<Language, object>

for (const language of ['en', 'ro'] as const) {
  test.describe(language, () => {
    test.use({ language })
    const said = words[language]

    test(`seals, verifies and downloads the history: ${language}`, async ({ page, phone }) => {
      const bogdan = await phone(0)
      await bogdan.answer(['CJ-N', 1], { A1: [language === 'en' ? 'Nu' : 'Da'] })
      await page.goto('/history')

      await expect(page.getByRole('heading', { level: 1, name: said.heading })).toBeVisible()
      await expect(page.getByText(said.sealed)).toBeVisible()
      await page.getByRole('button', { name: said.verify }).click()
      await expect(page.getByText(said.whole)).toBeVisible()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: said.download }).click()
      expect((await downloading).suggestedFilename()).toMatch(/^veghe-history-head-\d+\.json$/)
      await expectNoViolations(page)
    })

    test(`proves stored data at the press of a button: ${language}`, { tag: '@slow' }, async ({
      page,
      phone,
    }) => {
      const bogdan = await phone(0)
      await bogdan.answer(['CJ-N', 5], { A1: [language === 'en' ? 'Nu' : 'Da'] })
      await page.goto('/history')

      await page.getByRole('button', { name: said.prove }).click()

      await expect(page.getByText(said.proved)).toBeVisible()
      await expect(page.getByText(said.same)).toBeVisible()
      await expectNoViolations(page)
    })

    test(`links a report to its history, which unfolds to the answers: ${language}`, {
      tag: '@slow',
    }, async ({ page, phone }) => {
      const dan = await phone(2)
      await dan.answer(['CJ-N', 2], { A1: ['Nu'] })
      await dan.answer(['CJ-N', 2], { A1: ['Da'] })
      await page.goto('/answers?county=CJ&pollingStationNumber=2')
      await page.getByRole('link', { name: nameOf(2) }).click()

      await page.getByRole('link', { name: said.link, exact: true }).click()

      await expect(page).toHaveURL(/\/history\?observerId=\d+&pollingStationId=\d+/)
      const lines = page.getByRole('list', { name: said.heading }).getByRole('listitem')
      await expect(lines.filter({ hasText: said.answers })).not.toHaveCount(0)
      await expect(lines.filter({ hasText: nameOf(0) })).toHaveCount(0)
      await lines.first().getByRole('button').click()
      const difference = lines.first().getByRole('table')
      await expect(difference).toContainText('A1: Nu')
      await expect(difference).toContainText('A1: Da')
      await expectNoViolations(page)
    })
  })
}

test('filters the list by actor and act, and keeps the filters in the address', async ({
  page,
  phone,
}) => {
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 3], { A1: ['Nu'] })
  await page.goto('/history')
  const search = page.getByRole('search', { name: 'Filters' })
  await search.getByRole('textbox', { name: 'Who' }).fill('admin')

  await expect(page).toHaveURL(/actor=admin/)
  const list = page.getByRole('list', { name: 'History' })
  await expect(list.getByText(nameOf(0))).toHaveCount(0)
  await page.goto('/history?act=answers.received')
  await expect(search.getByRole('combobox', { name: 'What was done' })).toHaveValue(
    'Answers received',
  )
  await expect(list.getByText(nameOf(0)).first()).toBeVisible()

  await search.getByRole('textbox', { name: 'From' }).fill('ieri')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Enter a date and a time/)).toBeVisible()
  await search.getByRole('button', { name: 'Reset' }).click()
  expect(pathOf(page.url())).toBe('/history')
})

test('unfolds the history on a phone', async ({ page, phone }) => {
  await page.setViewportSize(sizes.phone)
  const bogdan = await phone(0)
  await bogdan.answer(['CJ-N', 3], { A1: ['Nu'] })
  await page.goto('/history?act=answers.received')

  const line = page.getByRole('list', { name: 'History' }).getByRole('listitem').first()
  await line.getByRole('button').click()

  await expect(line.getByRole('table')).toBeVisible()
  await expectNoViolations(page)
})
