import { expect, type Page } from '@playwright/test'
import { observers } from '#features/observers/contract.ts'
import { addObserver, asAna, countSent, question, toast, writeMessage } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { pathOf, test } from '../stage.ts'

test.use({ about: 'notification recipients' })

const names = (page: Page) => page.getByRole('region', { name: 'Who gets the message' })
const sendButton = (page: Page) => page.getByRole('button', { name: /^Send to/ })

const idOf = async (url: string, name: string) => {
  const { data } = await asAna(url, observers.list, { query: { name } })
  return data[0]?.id ?? 0
}

test('observers of a county are found by where they are now, and seen before anything is sent', {
  tag: '@slow',
}, async ({ page, phone }) => {
  const iulia = await phone(3)
  await iulia.arrive(['BV-B', 2], '2026-11-22 08:00')
  await page.goto('/notifications')
  await page.getByRole('combobox', { name: 'County' }).fill('bra')
  await page.getByRole('option', { name: /Brașov/ }).click()

  await expect(page.getByRole('textbox', { name: 'From station' })).toHaveAttribute(
    'placeholder',
    '1',
  )
  await expect(names(page)).toContainText(nameOf(3))
  await expect(page.getByRole('button', { name: 'Send to 1 observer' })).toBeEnabled()
  await page.reload()
  await expect(names(page)).toContainText(nameOf(3))

  await page.getByRole('textbox', { name: 'To station' }).fill('1')
  await expect(page.getByText(/No observer is at these stations now/)).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()

  await page.getByRole('combobox', { name: 'County' }).fill('arg')
  await page.getByRole('option', { name: /Argeș/ }).click()
  expect(pathOf(page.url())).toBe('/notifications?county=AG')
  await page.getByRole('button', { name: 'Reset' }).click()
  expect(pathOf(page.url())).toBe('/notifications')
  await expect(sendButton(page)).toBeEnabled()
})

test('reports new recipients on confirmation and asks again', {
  tag: '@slow',
}, async ({ page, server, phone }) => {
  const at = ['AG-P', 2] as const
  await (await phone(0)).arrive(at, '2026-11-22 08:00')
  await page.goto('/notifications?county=AG&from=1&to=3')
  await expect(names(page)).toContainText(nameOf(0))
  await writeMessage(page, 'La secție', 'Sunteți toți?')
  await page.getByRole('button', { name: 'Send to 1 observer' }).click()
  await expect(question(page)).toContainText('1 observer')
  await (await phone(4)).arrive(at, '2026-11-22 08:10')
  const before = await countSent(server.url, 'La secție')

  await question(page).getByRole('button', { name: 'Send to 1 observer' }).click()

  await expect(question(page)).toContainText(`1 has arrived since you looked: ${nameOf(4)}.`)
  expect(await countSent(server.url, 'La secție')).toBe(before)
  await expect(question(page)).toContainText('To observers now at stations 1–3, Argeș')
  await question(page).getByRole('button', { name: 'Send to 2 observers' }).click()
  await toast(page).getByRole('button', { name: 'See the history' }).click()
  await page.getByRole('link', { name: 'La secție' }).click()
  await expect(page.getByRole('table')).toContainText(nameOf(4))
})

test('reads a station range given from high to low as the same range', async ({ page, phone }) => {
  await (await phone(2)).arrive(['CJ-N', 2], '2026-11-22 08:00')
  await page.goto('/notifications?county=CJ')
  await page.getByRole('textbox', { name: 'From station' }).fill('3')
  await page.getByRole('textbox', { name: 'To station' }).fill('1')

  await expect(page).toHaveURL(/from=3&to=1/)
  await expect(names(page)).toContainText(nameOf(2))
})

test('shows that it is looking for observers, and disables sending meanwhile', async ({ page }) => {
  await page.route('**/api/v1/observer/active**', () => new Promise(() => undefined))
  await page.goto('/notifications?county=BV')

  await expect(page.getByText('Observer filter pending…')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to ? observers' })).toBeDisabled()
})

test('names the selected observers and sends the message only to them', async ({
  page,
  server,
}) => {
  const ids = [await idOf(server.url, nameOf(1)), await idOf(server.url, nameOf(2))]
  await page.goto(`/notifications?toObserverIds=${JSON.stringify(ids)}`)
  await expect(page.getByText('2 selected observers').first()).toBeVisible()
  await expect(names(page)).toContainText(nameOf(1))
  await expect(names(page)).toContainText(nameOf(2))
  await expect(page.getByRole('combobox', { name: 'County' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Back to the observers' })).toHaveAttribute(
    'href',
    '/observatori',
  )

  await writeMessage(page, 'Doar voi doi', 'Vă așteptăm la ora 18.')
  await page.getByRole('button', { name: 'Send to 2 observers' }).click()
  await expect(question(page)).toContainText(/^.*To those selected: .*/)
  await expect(question(page)).toContainText(nameOf(1))
  await question(page).getByRole('button', { name: 'Send to 2 observers' }).click()

  await toast(page).getByRole('button', { name: 'See the history' }).click()
  await page.getByRole('link', { name: 'Doar voi doi' }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('table')).toContainText(nameOf(1))
})

test('never falls back to all observers when a selection cannot be read', async ({ page }) => {
  for (const value of ['[1,', 'stored', 'stored-0a1b2c3d4e5f', '3']) {
    await page.goto(`/notifications?toObserverIds=${value}`)

    await expect(page.getByText('The selected observers are not in this browser.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send to 0 observers' })).toBeDisabled()
  }
  await page.getByRole('link', { name: 'Select observers' }).click()
  await expect(page).toHaveURL(/\/observatori$/)
})

test('leaves out a deleted recipient with one press', async ({ page, server }) => {
  const gone = await addObserver(server.url, 'Petre Plecat', '0761 000 001')
  const stays = await idOf(server.url, nameOf(0))
  await page.goto(`/notifications?toObserverIds=[${gone},${stays}]`)
  await writeMessage(page, 'Plecat', 'Cine mai este?')
  await expect(names(page)).toContainText('Petre Plecat')
  await asAna(server.url, observers.remove, { query: { id: gone } })

  await page.getByRole('button', { name: 'Send to 2 observers' }).click()
  await expect(toast(page)).toContainText('Some of the observers you chose no longer exist.')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Plecat')
  await toast(page).getByRole('button', { name: 'Leave them out' }).click()

  await expect(page.getByRole('button', { name: 'Send to 1 observer' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Plecat')
  expect(await countSent(server.url, 'Plecat')).toBe(0)
})
