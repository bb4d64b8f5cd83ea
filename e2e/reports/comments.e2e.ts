import { expect } from '@playwright/test'
import { say as report } from '#features/answers/copy.ts'
import { say } from '#features/comments/web/copy.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { say as kit } from '#kit/web/ui/copy.ts'
import { signBeaIn } from '../another-organiser.ts'
import { observerIdOf, stationIdOf } from '../deployment/plan-of.ts'
import { untilKeysAreHeard } from '../keys-heard.ts'
import { nameOf, type Station } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

const station: Station = ['AG-P', 2]

const language: Language = 'ro'
const t = (sentence: Copy) => speak(sentence, language)

test.use({ language, about: 'comments' })

test('discusses a report on two screens, by keys alone', async ({
  page,
  elsewhere,
  server,
  phone,
}) => {
  await (await phone(2)).answer(station, { A1: ['Nu'] })
  const hers = await elsewhere()
  await signBeaIn(server.url, hers)
  for (const screen of [page, hers]) {
    await screen.goto('/answers?urgente=true')
    await screen
      .getByRole('list', { name: t(report.reports) })
      .locator('a[data-row]')
      .filter({ hasText: nameOf(2) })
      .click()
    await expect(screen.getByRole('region', { name: t(say.comments) })).toBeVisible()
  }
  const comments = page.getByRole('region', { name: t(say.comments) })
  const field = comments.getByRole('textbox', { name: t(say.yours) })

  await expect(async () => {
    await page.keyboard.press('c')
    await expect(field).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type('Urna era deschisă?')
  await page.keyboard.press('Control+Enter')

  const seenByBea = hers.getByRole('region', { name: t(say.comments) })
  await expect(seenByBea).toContainText('Urna era deschisă?')
  await expect(field).toHaveValue('')
  await seenByBea.getByRole('textbox').fill('Da, am sunat.')
  await seenByBea.getByRole('button', { name: t(say.write) }).click()
  await expect(comments.getByRole('listitem')).toHaveCount(2)

  // Each deletes their own, and can bring it back.
  await expect(
    comments.getByRole('button', { name: t(say.delete).split('{')[0] ?? '' }),
  ).toHaveCount(1)
  await comments.getByRole('button', { name: t(say.delete).split('{')[0] ?? '' }).click()
  await expect(seenByBea.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: t(kit.undo) }).click()
  await expect(seenByBea.getByRole('listitem')).toHaveCount(2)
  for (const size of [sizes.desktop, sizes.phone]) {
    await page.setViewportSize(size)
    await expectNoViolationsInBoth(page)
  }
})

test('discusses a station and an observer on their pages', async ({ page, server: { url } }) => {
  const pages = [
    `/stations/${await stationIdOf(url, station)}`,
    `/observatori/profil/view/id/${await observerIdOf(url, nameOf(2))}`,
  ]
  for (const path of pages) {
    await page.goto(path)
    const comments = page.getByRole('region', { name: t(say.comments) })
    await expect(comments).toContainText(t(say.none))
    await untilKeysAreHeard(page)

    await page.keyboard.press('c')
    await page.keyboard.type(`Despre ${path}`)
    await page.keyboard.press('Control+Enter')

    await expect(comments.getByRole('listitem')).toHaveText([new RegExp(`Despre ${path}`)])
  }
})
