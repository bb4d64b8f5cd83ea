import { expect, type Page } from '@playwright/test'
import { say as words } from '#features/alerts/copy.ts'
import { happened, say } from '#features/alerts/web/copy.ts'
import { say as discussion } from '#features/comments/web/copy.ts'
import { incidents } from '#features/incidents/contract.ts'
import { type Copy, type Language, speak } from '#kit/contract/copy.ts'
import { asAna } from '../acts.ts'
import { signBeaIn } from '../another-organiser.ts'
import { untilKeysAreHeard } from '../keys-heard.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolationsInBoth } from '../violations.ts'

const language: Language = 'ro'
const t = (sentence: Copy, values = {}) => speak(sentence, language, values)

test.use({ language, about: 'alerts' })

/** The bell, by how many alerts are new. */
const bellOf = (screen: Page, count: number) =>
  screen.getByRole('button', {
    name: count === 0 ? t(words.alerts) : t(say.bellNew, { count }),
    exact: true,
  })

const incidentOf = (url: string, title: string, owner: string | null) =>
  asAna(url, incidents.add, {
    body: { title, category: 'materials', severity: 'low', owner },
  })

test('alerts a colleague of a mention, who opens it by keys', async ({
  page,
  elsewhere,
  server: { url },
}) => {
  const hers = await elsewhere()
  await signBeaIn(url, hers)
  const { id } = await incidentOf(url, 'Urnă nesigilată', null)
  await hers.goto('/formulare')
  await expect(bellOf(hers, 0)).toBeVisible()
  await page.goto(`/incidents/${id}`)
  await untilKeysAreHeard(page)

  await page.keyboard.press('c')
  await page.keyboard.type('Vezi @b')
  const offered = page.getByRole('listbox', { name: t(discussion.mentionable) })
  await expect(offered.getByRole('option')).toHaveText(['bea'])
  const field = page.getByRole('textbox', { name: t(discussion.yours) })
  await expect(field).toHaveAttribute('aria-activedescendant', /./)
  await expectNoViolationsInBoth(page)
  await page.keyboard.press('Enter')
  await page.keyboard.type('acum?')
  await expect(field).toHaveValue('Vezi @bea acum?')
  await page.keyboard.press('Control+Enter')

  await expect(bellOf(hers, 1)).toBeVisible()
  await expect(hers).toHaveTitle(/^\(1\) /)
  await bellOf(hers, 1).focus()
  await hers.keyboard.press('Enter')
  const line = hers.getByRole('link', { name: 'Urnă nesigilată' })
  await expect(line).toContainText(t(happened.mention, { by: 'ana', count: 1 }))
  for (const size of [sizes.desktop, sizes.phone]) {
    await hers.setViewportSize(size)
    await expectNoViolationsInBoth(hers)
  }
  await line.focus()
  await hers.keyboard.press('Enter')

  await expect(hers.getByText('Vezi @bea acum?')).toBeVisible()
  await expect(bellOf(hers, 0)).toBeVisible()
  await expect(hers).toHaveTitle(/^[^(]/)

  // What is assigned meanwhile, on another page: all is read by one key.
  await incidentOf(url, 'Coadă lungă', 'bea')
  await incidentOf(url, 'Lumină stinsă', 'bea')
  await expect(bellOf(hers, 2)).toBeVisible()
  await hers.goto('/settings/alerts')
  await expect(hers.getByRole('link', { name: 'Lumină stinsă' })).toContainText('ana')
  await untilKeysAreHeard(hers)
  await hers.keyboard.press('r')
  await expect(bellOf(hers, 0)).toBeVisible()

  // She wants to hear of no assignments any more.
  await hers.getByRole('switch', { name: /repartizate/ }).click()
  await expect(hers.getByRole('link', { name: 'Lumină stinsă' })).toHaveCount(0)
  await expectNoViolationsInBoth(hers)
})
