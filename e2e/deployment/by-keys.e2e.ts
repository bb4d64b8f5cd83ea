import { expect, type Locator, type Page } from '@playwright/test'
import { assignments } from '#features/assignments/contract.ts'
import { asAna } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'
import { dueAnHourAgo, plan } from './plan-of.ts'

test.use({ about: 'the plan by keys' })

/** Chooses from the menu of a row by keys alone. */
async function choose(page: Page, button: Locator, action: string) {
  await button.press('Enter')
  const item = page.getByRole('menuitem', { name: action })
  while (!(await item.evaluate((one) => one === document.activeElement)))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('focuses the next row after an excuse or removal by keyboard, or by a colleague', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  for (const person of [0, 1, 2, 3]) await plan(url, nameOf(person), ['BV-B', 1])
  await dueAnHourAgo(url, 'Sosire')
  await page.goto('/deployment?state=late')
  const rows = page.getByRole('button', { name: /^More actions: / })
  await expect(rows).toHaveCount(4)
  const inOrder = await rows.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  const [first, second, third] = [0, 1, 2].map((nth) =>
    page.getByRole('button', { name: inOrder[nth] ?? '' }),
  ) as [Locator, Locator, Locator]

  await choose(page, first, 'Excuse')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Bolnav')
  await page.keyboard.press('Enter')
  await expect(second).toBeFocused()
  await choose(page, second, 'Remove from the plan')
  await expect(third).toBeFocused()

  await page.goto('/deployment/plan')
  const { data } = await asAna(url, assignments.list, { query: {} })
  const [here, next] = data
  await page.getByRole('button', { name: `Edit ${here?.observerName}` }).focus()
  await asAna(url, assignments.remove, { body: { ids: [here!.id] } })
  await expect(page.getByRole('button', { name: `Edit ${next?.observerName}` })).toBeFocused()
})

test('moves the focus to the change button after a choice, then back to the search', async ({
  page,
  server: { url },
}) => {
  await plan(url, nameOf(4), ['BV-B', 2])
  await page.goto('/deployment/plan')
  await choose(page, page.getByRole('button', { name: `More actions: ${nameOf(4)}` }), 'Replace')
  const dialog = page.getByRole('dialog')
  const search = dialog.getByRole('searchbox')
  await search.fill(nameOf(5))
  await page.getByRole('option', { name: nameOf(5) }).press('Enter')

  const change = dialog.getByRole('button', { name: 'Choose another' })
  await expect(change).toBeFocused()
  await change.press('Enter')
  await expect(search).toBeFocused()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
})

test('moves the focus to the next proposal after taking one by keyboard', { tag: '@slow' }, async ({
  page,
  phone,
}) => {
  await (await phone(4)).arrive(['CJ-N', 1], '2026-11-22 08:00')
  await (await phone(5)).arrive(['CJ-N', 2], '2026-11-22 08:00')
  await page.goto('/deployment/plan?list=areas')
  await page.getByRole('button', { name: 'Suggest observers: Cluj' }).press('Enter')
  const takes = page.getByRole('dialog').getByRole('listitem').getByRole('button')
  const next = await takes.nth(1).getAttribute('aria-label')
  const count = await takes.count()
  await takes.first().press('Enter')

  await expect(takes).toHaveCount(count - 1)
  await expect(page.getByRole('button', { name: next ?? '' })).toBeFocused()
})
