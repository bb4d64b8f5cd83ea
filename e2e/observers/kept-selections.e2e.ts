import { expect, type Page } from '@playwright/test'
import { elections } from '#features/elections/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { addObservers, asAna, signIn } from '../acts.ts'
import { addBea, logOut } from '../another-organiser.ts'
import { organiser } from '../server.ts'
import { test } from '../stage.ts'

test.use({ about: 'kept selections' })

const lost = 'The selected observers are not in this browser.'
const cards = (page: Page) => page.getByRole('button', { name: 'Cards' })

/** Selects them all and opens the page to write to them; returns its URL. */
async function selectAll(page: Page, surname: string, count: number): Promise<string> {
  await page.goto(`/observatori?name=${surname}`)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  await page.getByRole('button', { name: `Select all ${count}` }).click()
  await page.getByRole('button', { name: 'Send notification' }).click()
  await expect(page.getByRole('button', { name: `Send to ${count} observers` })).toBeVisible()
  return page.url()
}

async function expectLost(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByText(lost)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to 0 observers' })).toBeDisabled()
}

test('hides one account’s selection and view from the next in the same browser', {
  tag: '@slow',
}, async ({ page, server }) => {
  const bea = await addBea(server.url)
  await addObservers(server.url, 201, 'Aleasă', '0731 1')
  await addObservers(server.url, 202, 'Luată', '0731 2')
  await page.goto('/observatori')
  await cards(page).click()
  await page.goto('/observatori')
  await expect(cards(page)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const first = await selectAll(page, 'Aleasă', 201)
  const second = await selectAll(page, 'Luată', 202)
  expect(second).not.toBe(first)
  await page.goto('/observatori')
  await cards(page).click()
  await logOut(page, 'Ana')

  await signIn(page, bea)
  await expect(page.getByRole('button', { name: 'Account of Bea' })).toBeVisible()
  await page.goto('/observatori')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(cards(page)).toHaveAttribute('aria-pressed', 'false')
  await expectLost(page, first)
  const hers = await selectAll(page, 'Aleasă', 201)
  expect([first, second]).not.toContain(hers)
  await logOut(page, 'Bea')

  await signIn(page, organiser)
  await expect(page.getByRole('button', { name: 'Account of Ana' })).toBeVisible()
  await expectLost(page, hers)
  await page.goto(first)
  await expect(page.getByRole('button', { name: 'Send to 201 observers' })).toBeVisible()
  await page.goto(second)
  await expect(page.getByRole('button', { name: 'Send to 202 observers' })).toBeVisible()
  await page.goto('/observatori')
  await expect(cards(page)).toHaveAttribute('aria-pressed', 'true')
})

test('drops the selection when the election changes', { tag: '@slow' }, async ({
  page,
  server,
}) => {
  const { url } = server
  await addObservers(url, 203, 'Dinainte', '0731 3')
  const address = await selectAll(page, 'Dinainte', 203)
  await page.goto('/observatori?name=Dinainte')
  await cards(page).click()
  await page.getByRole('checkbox', { name: 'Select Dinainte 0001' }).check()
  const selected = page.getByText('1 observer selected')
  await expect(selected.last()).toBeVisible()

  const before = await asAna(url, elections.current, {})
  const { day, timezone } = before
  const next = await asAna(url, elections.add, { body: { name: 'Turul doi', day, timezone } })
  const makeCurrent = (id: number) =>
    asAna(url, elections.makeCurrent, { params: { id: id as typeof before.id } })
  await makeCurrent(next)
  await asAna(url, observers.add, {
    body: { name: 'După Nou', phone: '0731 400 001', pin: '4821' },
  })

  // The page was open all the while.
  await expect(page.getByText('No observer matches the filters')).toBeVisible()
  await expect(selected).toHaveCount(0)
  await page.goto('/observatori')
  await expect(page.getByRole('listitem').filter({ hasText: 'După Nou' })).toBeVisible()
  await expect(cards(page)).toHaveAttribute('aria-pressed', 'true')
  await expectLost(page, address)

  await makeCurrent(before.id)
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Send to 203 observers' })).toBeVisible()
})
