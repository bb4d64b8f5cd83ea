import { expect } from '@playwright/test'
import { say } from '#features/handover/web/copy.ts'
import { say as situation } from '#features/situation/copy.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { say as kit } from '#kit/web/ui/copy.ts'
import { signBeaIn } from '../another-organiser.ts'
import type { Station } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

const station: Station = ['AG-P', 2]

const language: Language = 'ro'
const t = (sentence: Copy) => speak(sentence, language)

test.use({ language, about: 'handover' })

test('hands the night over to a colleague on another screen, signed by both', async ({
  page,
  elsewhere,
  server,
  phone,
}) => {
  await (await phone(2)).answer(station, { A1: ['Nu'] })
  const hers = await elsewhere()
  await signBeaIn(server.url, hers)
  await page.goto('/now')
  await page.getByRole('link', { name: t(situation.handover) }).click()
  await hers.goto('/handover')

  // The figures of the night are beside the field.
  const changed = page.getByRole('region', { name: t(say.changed) })
  await expect(changed.getByRole('link', { name: `${t(say.flagged)}: 1` })).toBeVisible()
  await page.getByLabel(t(say.yours)).fill('Argeș 2: revin la 03:30.')
  await page.keyboard.press('Control+Enter')

  const left = hers.getByRole('region', { name: t(say.notes) })
  await expect(left).toContainText('Argeș 2: revin la 03:30.')
  await left.getByRole('button', { name: t(say.takeFrom).split('{')[0] ?? '' }).click()

  const mine = page.getByRole('region', { name: t(say.notes) })
  const signed = t(say.takenBy).replace('{name}', 'bea').split('{')[0] ?? ''
  await expect(mine).toContainText(signed)
  await expect(mine.getByText(t(say.waiting))).toBeHidden()
  await hers.getByRole('button', { name: t(kit.undo) }).click()
  await expect(mine.getByText(t(say.waiting))).toBeVisible()
  for (const size of [sizes.phone, sizes.desktop]) {
    await page.setViewportSize(size)
    await expectNoViolationsInBoth(page)
  }
})
