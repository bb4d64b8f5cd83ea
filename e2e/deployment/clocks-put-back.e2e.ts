import { expect } from '@playwright/test'
import { assignments } from '#features/assignments/contract.ts'
import { asAna, scrollsSideways } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { observerIdOf, stationIdOf } from './plan-of.ts'

test.use({ about: 'clocks put back', timezoneId: 'America/Sao_Paulo' })

const text = '25 Oct, 03:30 (first time)–03:30 (second time)'

test('marks which occurrence of a repeated hour a shift begins and ends in', async ({
  page,
  server: { url },
}) => {
  const one = {
    observerId: await observerIdOf(url, nameOf(0)),
    pollingStationId: await stationIdOf(url, ['CJ-N', 1]),
    from: '2026-10-25 03:30',
    until: '2026-10-25 03:30',
  }
  await asAna(url, assignments.add, { body: { assignments: [one] } })

  await page.goto('/deployment/plan')
  const row = page.getByRole('table', { name: 'Assignments' }).getByRole('row', { name: nameOf(0) })
  await expect(row).toContainText(text)
  await expect(row.getByText('03:30 (second time)')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(sizes.phone)
  const until = page.getByText('03:30 (second time)')
  await until.scrollIntoViewIfNeeded()
  await expect(until).toBeInViewport({ ratio: 1 })
  expect(await scrollsSideways(page)).toBe(false)
})
