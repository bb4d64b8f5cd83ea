import { expect, type Page } from '@playwright/test'
import { answers } from '#features/answers/contract.ts'
import { say as reports } from '#features/answers/copy.ts'
import { say } from '#features/situation/copy.ts'
import { say as menu } from '#features/situation/web/copy.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

const tile = (page: Page, label: string) =>
  page.getByRole('listitem').getByRole('link', { name: new RegExp(`${label}$`) })

const language: Language = 'ro'
const t = (sentence: Copy) => speak(sentence, language)

test.use({ about: 'what waits now', language })

test('first screen counts a flagged report until it is opened', async ({ page, phone }) => {
  await page.setViewportSize(sizes.desktop)
  await page.goto('/')
  const now = page.getByRole('region', { name: t(say.now), exact: true })
  await expect(now.getByText(t(say.allSeen))).toBeVisible()

  const observer = await phone(0)
  await observer.answer(['AG-P', 3], { A1: ['Nu'] })
  await expect(tile(page, t(say.unseen))).toContainText('1')
  await expectNoViolations(page)

  // One click from the first screen to the list of exactly these, and one to the report.
  await tile(page, t(say.unseen)).click()
  const list = page.getByRole('list', { name: t(reports.reports) })
  const seen = page.waitForResponse((reply) => reply.url().endsWith(answers.markSeen.path))
  await list.getByRole('link', { name: new RegExp(nameOf(0)) }).click()
  await expect(page.getByRole('region', { name: t(reports.report) })).toBeVisible()
  // The row stays while its report is read.
  await expect(list.getByRole('link', { name: new RegExp(nameOf(0)) })).toBeVisible()

  await seen
  await page.goto('/now')
  await expect(page.getByText(t(say.allSeen))).toBeVisible()
  await expect(tile(page, t(say.unseen))).toContainText('0')
})

test('opens waiting items from the reports with one tap on a phone, with all counts visible', async ({
  page,
}) => {
  await page.setViewportSize(sizes.phone)
  await page.goto('/')
  await page.getByRole('link', { name: t(menu.menu), exact: true }).click()
  await expect(page).toHaveURL(/\/now$/)
  await expect(tile(page, t(say.elsewhereNow))).toBeInViewport({ ratio: 1 })
  await expectNoViolations(page)
})
