import { expect } from '@playwright/test'
import { say, sharingNames } from '#features/views/web/copy.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { say as kit } from '#kit/web/ui/copy.ts'
import { signBeaIn } from '../another-organiser.ts'
import { pathOf, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

const language: Language = 'en'
const t = (sentence: Copy, name = '') => speak(sentence, language).replace('{name}', name)

test.use({ language, about: 'views' })

test('keeps a list with its filters, for a colleague as well', async ({
  page,
  elsewhere,
  server: { url },
}) => {
  const menu = page.getByRole('button', { name: t(say.views) })
  const item = (name: string) => page.getByRole('menuitem', { name })
  await page.goto('/answers?county=AG&urgente=true')
  await menu.click()
  await item(t(say.keep)).click()
  await page.getByLabel(t(say.name)).fill('Semnalate în Argeș')
  await page.getByLabel(t(sharingNames.organisation)).check()
  await expectNoViolationsInBoth(page)
  await page.getByRole('button', { name: t(say.submit), exact: true }).click()
  await expect(page.getByText(t(say.kept, 'Semnalate în Argeș'))).toBeVisible()

  // The menu says how long it is.
  await menu.click()
  await expect(item('Semnalate în Argeș · 0')).toBeVisible()
  await page.keyboard.press('Escape')

  // A colleague finds it on any page.
  const hers = await elsewhere()
  await signBeaIn(url, hers)
  await hers.goto('/observatori')
  await hers.getByRole('button', { name: t(say.views) }).click()
  await hers.getByRole('menuitem', { name: 'Semnalate în Argeș' }).click()
  await expect.poll(() => pathOf(hers.url())).toBe('/answers?county=AG&urgente=true')

  // Its author deletes it, and brings it back.
  await menu.click()
  await item(t(say.delete, 'Semnalate în Argeș')).click()
  await page.getByRole('button', { name: t(kit.undo) }).click()
  await expect(page.getByText(t(say.restored))).toBeVisible()
  await menu.click()
  await expect(item('Semnalate în Argeș').first()).toBeVisible()
  await expect(item(t(say.keep))).toHaveCount(0)
})
