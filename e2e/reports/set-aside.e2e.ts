import { expect, type Page } from '@playwright/test'
import { say as report } from '#features/answers/copy.ts'
import { say as ofReviews, stateNames } from '#features/reviews/copy.ts'
import { say } from '#features/reviews/web/bar/copy.ts'
import { session } from '#features/session/contract.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { addBea } from '../another-organiser.ts'
import { call, nameOf, type Station } from '../phone.ts'
import { test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

const station: Station = ['AG-P', 2]
const reason = 'Scris de la altă secție'

const rowOf = (page: Page, language: Language) =>
  page
    .getByRole('list', { name: speak(report.reports, language) })
    .locator('a[data-row]')
    .filter({ hasText: nameOf(2) })
const opened = (page: Page, language: Language) =>
  page.getByRole('region', { name: speak(report.report, language), exact: true })

test.use({ language: 'ro', about: 'setting aside' })

test('sets a report aside by a key and a reason, which another organiser takes back', async ({
  page,
  elsewhere,
  server,
  phone,
}) => {
  const t = (sentence: Copy) => speak(sentence, 'ro')
  await (await phone(2)).answer(station, { A1: ['Nu'] })
  const [hers, bea] = [await elsewhere(), await addBea(server.url)]
  const { access_token } = await call(server.url, session.authorize, { body: bea })
  await hers.addInitScript((token) => {
    localStorage.setItem('token-id', token)
    localStorage.setItem('language', 'en')
  }, access_token)
  await page.goto('/answers')
  await rowOf(page, 'ro').click()
  await hers.goto('/answers?urgente=true')
  await expect(rowOf(hers, 'en')).toHaveCount(1)

  const dialog = page.getByRole('dialog')
  await expect(async () => {
    await page.keyboard.press('d')
    await expect(dialog).toBeVisible({ timeout: 2000 })
  }).toPass()
  await dialog.getByRole('textbox', { name: t(ofReviews.reason) }).fill(reason)
  await expectNoViolationsInBoth(page)
  await dialog.getByRole('button', { name: t(say.setAsideNow) }).click()

  await expect(opened(page, 'ro')).toContainText(t(say.because).replace('{reason}', reason))
  await expect(rowOf(page, 'ro')).toContainText(t(stateNames['set-aside']))
  await expectNoViolationsInBoth(page)
  // It is no flagged report any more, and still in the list of all.
  await expect(rowOf(hers, 'en')).toHaveCount(0)
  await hers.goto('/answers')
  await rowOf(hers, 'en').click()
  await expect(opened(hers, 'en')).toContainText(`Reason: ${reason}`)
  await opened(hers, 'en').getByRole('button', { name: say.others.en }).click()
  await hers.getByRole('menuitem', { name: say.markNew.en }).click()
  await expect(opened(page, 'ro')).not.toContainText(reason)
  await hers.goto('/answers?urgente=true')
  await expect(rowOf(hers, 'en')).toHaveCount(1)
})
