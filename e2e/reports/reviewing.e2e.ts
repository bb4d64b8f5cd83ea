import { expect, type Page } from '@playwright/test'
import { say as report } from '#features/answers/copy.ts'
import { say as ofReviews, stateNames } from '#features/reviews/copy.ts'
import { say } from '#features/reviews/web/bar/copy.ts'
import { say as ofFilters } from '#features/reviews/web/copy.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { say as kit } from '#kit/web/ui/copy.ts'
import { signBeaIn } from '../another-organiser.ts'
import { nameOf, type Station } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

const station: Station = ['AG-P', 2]

const language: Language = 'ro'
const t = (sentence: Copy) => speak(sentence, language)
const rowOf = (page: Page, person: number) =>
  page
    .getByRole('list', { name: t(report.reports) })
    .locator('a[data-row]')
    .filter({ hasText: nameOf(person) })
const opened = (page: Page) => page.getByRole('region', { name: t(report.report), exact: true })
const act = (page: Page, name: Copy) => opened(page).getByRole('button', { name: t(name) })

/** By its key, which a page hears a moment after it is drawn. */
const press = async (page: Page, key: string, button: Copy, then: string) => {
  await expect(act(page, button)).toBeVisible()
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(opened(page)).toContainText(then, { timeout: 2000 })
  }).toPass()
}
const inWork = `${t(stateNames['in-work'])}: ana`
const followUp = `${t(stateNames['follow-up'])}: ana`
const reading = (account: string) => `${account} citește`
const verified = `${t(stateNames.verified)}: ana`

test.use({ language, about: 'reviewing' })

test('hands a report from one organiser to another, who sees that she reads it, until it is verified', async ({
  page,
  elsewhere,
  server,
  phone,
}) => {
  const dana = await phone(2)
  await dana.answer(station, { A1: ['Nu'] })
  const hers = await elsewhere()
  await signBeaIn(server.url, hers)
  const row = (at: Page) => rowOf(at, 2)
  await page.goto('/answers?urgente=true')
  await row(page).click()

  await press(page, 'a', say.take, inWork)

  await hers.goto('/answers?urgente=true')
  await expect(row(hers)).toContainText(inWork)
  await expect(row(hers).locator('..')).toContainText(reading('ana'))
  await row(hers).click()
  await expect(opened(hers)).toContainText(inWork)
  await expect(opened(hers)).toContainText(reading('ana'))
  await expect(opened(page)).toContainText(reading('bea'))

  // Bea's screen follows Ana's, without a reload.
  await press(page, 'f', say.followUp, followUp)
  await expect(opened(hers)).toContainText(followUp)
  await press(hers, 'v', say.verify, verified)
  await expect(row(page)).toContainText(verified)
  await hers.getByRole('button', { name: t(kit.undo) }).click()
  await expect(opened(page)).toContainText(followUp)
  await press(hers, 'v', say.verify, verified)
  await expect(opened(page)).toContainText(verified)

  // A later answer was not verified.
  await dana.answer(station, { A2: ['Da'] })
  await expect(opened(page)).toContainText(
    t(say.changedSince).replace('{state}', t(stateNames.verified)),
  )
  const question = (code: string) =>
    opened(page).getByRole('group', { name: new RegExp(`^${code}:`) })
  await expect(question('A2')).toContainText(t(report.changedSinceReview))
  await expect(question('A1')).not.toContainText(t(report.changedSinceReview))
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size)
    await expectNoViolationsInBoth(page)
  }
  // The reader's own name is not shown to her, and closing the window is leaving.
  await expect(opened(page)).not.toContainText(reading('ana'))
  await hers.close()
  await expect(opened(page)).not.toContainText(reading('bea'))
})

test('sends a report back to its observer, whose answer makes it new again', async ({
  page,
  phone,
}) => {
  const gelu = await phone(5)
  await gelu.answer(station, { A1: ['Nu'] })
  await page.goto('/answers')
  await rowOf(page, 5).click()
  await expect(act(page, say.sendBack)).toBeVisible()

  const field = page.getByRole('dialog').getByRole('textbox', { name: t(say.correction) })
  await expect(async () => {
    await page.keyboard.press('b')
    await expect(field).toBeFocused({ timeout: 2000 })
  }).toPass()
  await expectNoViolationsInBoth(page)
  await field.fill('Câte urne sunt?')
  await page.getByRole('button', { name: t(say.sendBackNow), exact: true }).click()

  const request = t(say.asked).replace('{reason}', 'Câte urne sunt?')
  await expect(opened(page)).toContainText(t(ofReviews.sentBack))
  await expect(opened(page)).toContainText(request)
  await expect(rowOf(page, 5)).toContainText(`${t(ofReviews.sentBack)}, Câte urne sunt?`)
  await gelu.answer(station, { A1: ['Da'] })
  await expect(opened(page)).toContainText(t(say.cameBack))
  await expect(opened(page)).toContainText(request)
})

test('narrows the list to a state and to one’s own reports', async ({ page, phone }) => {
  await (await phone(3)).answer(station, { A1: ['Nu'] })
  await (await phone(4)).answer(station, { A1: ['Da'] })
  await page.goto('/answers')
  await rowOf(page, 3).click()
  await press(page, 'a', say.take, inWork)

  await page.getByRole('checkbox', { name: t(ofFilters.mine) }).check({ force: true })

  await expect(rowOf(page, 4)).toHaveCount(0)
  await expect(rowOf(page, 3)).toHaveCount(1)
  await expect(page).toHaveURL(/assigned=me/)
  await page.goto('/answers?reviewState=in-work')
  await expect(rowOf(page, 3)).toHaveCount(1)
  await page.getByRole('button', { name: new RegExp(`${t(ofReviews.state)}$`) }).click()
  await page.getByRole('option', { name: new RegExp(`^${t(stateNames.new)} \\(\\d+\\)`) }).click()
  await expect(page).toHaveURL(/reviewState=new/)
  await expect(rowOf(page, 4)).toHaveCount(1)
  await expect(rowOf(page, 3)).toHaveCount(0)
})
