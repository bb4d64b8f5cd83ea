import { expect, type Page } from '@playwright/test'
import { stations } from '#features/stations/contract.ts'
import { asAna, scrollsSideways, toast } from '../acts.ts'
import { stationIdOf } from '../deployment/plan-of.ts'
import { nameOf, type Phone, type Station } from '../phone.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'differences' })

type Phones = (person: number) => Promise<Phone>

/** Two observers differ at a station. */
async function differ(phone: Phones, station: Station, question = 'A1', one = 'Da', other = 'Nu') {
  await (await phone(0)).answer(station, { [question]: [one] })
  await (await phone(1)).answer(station, { [question]: [other] })
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

test('adds a new difference to the list live, and removes it once settled', {
  tag: '@slow',
}, async ({ page, phone }) => {
  await page.goto('/situation')
  await expect(page.getByText('Live', { exact: true })).toBeAttached()
  await differ(phone, ['CJ-N', 1])
  await expect(page.getByRole('link', { name: '1 difference to settle' })).toBeVisible()
  await expectNoViolations(page)
  await page.goto('/answers')
  await page.getByRole('link', { name: 'Differences 1 waiting' }).click()
  await expect(page.getByRole('heading', { name: 'Where observers differ' })).toBeFocused()
  const row = rowOf(page, 'Cluj-Napoca 1, A1')
  await expect(row).toContainText('Open')
  await expect(row).toContainText(`${nameOf(0)}:Da`)
  await expect(row).toContainText(`${nameOf(1)}:flagged:Nu`)
  await differ(phone, ['BV-B', 1])
  await expect(rowOf(page, 'Brașov 1, A1')).toBeVisible()
  await expect(page.getByText('2 differences', { exact: true })).toBeVisible()
  await expectNoViolations(page)

  await page.getByRole('link', { name: 'Cluj-Napoca 1, A1' }).click()
  const settling = page.getByRole('button', { name: 'Settle A1' })
  const question = page.getByRole('row').filter({ has: settling })
  await expect(question).toBeFocused()
  await expect(question).toBeInViewport()
  await settling.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /Whose answer is right/ }).click()
  await page.getByRole('option', { name: new RegExp(`^${nameOf(0)}`) }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Confirmat la telefon')
  await dialog.getByRole('button', { name: 'Settle', exact: true }).click()
  await expect(toast(page)).toContainText('The difference is settled')
  await page.goBack()

  await expect(rowOf(page, 'Brașov 1, A1')).toBeVisible()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: /State/ }).click()
  await page.getByRole('option', { name: 'Settled' }).click()
  await expect(row).toContainText('Settled')
  expect(pathOf(page.url())).toBe('/stations/differences?state=settled')
  await page.reload()
  await expect(row).toContainText('Settled')
})

test('lists a settled answer again when it changes while the list is open', async ({
  page,
  phone,
  server: { url },
}) => {
  await differ(phone, ['CJ-N', 2])
  const params = { pollingStationId: await stationIdOf(url, ['CJ-N', 2]) }
  const [one] = (await asAna(url, stations.visits, { params })).questions
  await page.goto('/stations/differences')
  const row = rowOf(page, 'Cluj-Napoca 2, A1')
  await expect(row).toContainText('Open')

  const body = { questionId: one!.id, observerId: null, reason: 'Nu se știe', seen: one!.seen }
  await asAna(url, stations.settle, { params, body })
  await expect(row).toBeHidden()
  await (await phone(0)).answer(['CJ-N', 2], { A1: ['Nu'] })
  await (await phone(1)).answer(['CJ-N', 2], { A1: ['Da'] })

  await expect(row).toContainText('Reopened')
})

test('chooses or omits questions, and keeps the choice in the address', { tag: '@slow' }, async ({
  page,
  phone,
}) => {
  await differ(phone, ['CJ-T', 1])
  await differ(phone, ['CJ-T', 1], 'B1')
  await page.goto('/stations/differences')
  await expect(rowOf(page, 'Turda 1, A1')).toBeVisible()
  await expect(rowOf(page, 'Turda 1, B1')).toBeVisible()

  await page.getByRole('button', { name: /Leave out/ }).click()
  await page.getByRole('option', { name: /^A1 / }).click()
  await expect(rowOf(page, 'Turda 1, A1')).toBeHidden()
  await expect(rowOf(page, 'Turda 1, B1')).toBeVisible()
  await page.reload()
  await expect(rowOf(page, 'Turda 1, B1')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the filter Without A1' }).click()
  await expect(rowOf(page, 'Turda 1, A1')).toBeVisible()

  await page.getByRole('button', { name: /County/ }).click()
  await page.getByRole('option', { name: 'Brașov' }).click()
  await expect(rowOf(page, 'Turda 1, A1')).toBeHidden()
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(rowOf(page, 'Turda 1, A1')).toBeVisible()
  await page.goto('/stations/differences?state=xyz&areaId=-1&questionId=a&without=1..2&page=99')
  await expect(rowOf(page, 'Turda 1, A1')).toBeVisible()
})

test.describe(() => {
  test.use({ language: 'ro' })

  test('lists differences on a phone in Romanian, and links to the question', async ({
    page,
    phone,
  }) => {
    await page.setViewportSize(sizes.phone)
    await differ(phone, ['AG-P', 1])
    await page.goto('/stations/differences')
    const link = page.getByRole('link', { name: 'Pitești 1, A1' })
    await expect(link).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
    await expectNoViolations(page)
    await page.getByRole('button', { name: /Filtre/ }).click()
    await expect(page.getByRole('button', { name: /Toate județele/ })).toBeVisible()

    await link.click()

    const question = page.getByRole('article').filter({ hasText: 'A1 ' })
    await expect(question).toBeFocused()
    await expect(question).toContainText('Observatorii spun lucruri diferite')
  })
})
