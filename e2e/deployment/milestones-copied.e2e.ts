import { expect } from '@playwright/test'
import { elections } from '#features/elections/contract.ts'
import { forms } from '#features/forms/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { asAna, rowOf, scrollsSideways } from '../acts.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'milestones copied', language: 'ro' })
test.describe.configure({ mode: 'serial' })

test('copies milestones to the second round after showing and skipping rows that do not fit', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const first = await asAna(url, elections.current, {})
  const { formVersions } = await asAna(url, forms.list, { query: {} })
  const formId = formVersions[0]?.id
  for (const body of [
    { name: 'Sosire', kind: 'arrival', dueAt: `${first.day} 06:30` } as const,
    { name: 'Deschidere', kind: 'form', formId, dueAt: `${first.day} 08:00` } as const,
    { name: 'Plecare', kind: 'station-info', dueAfterMinutes: 30 } as const,
  ])
    await asAna(url, milestones.add, { body })
  const second = { name: 'Turul al doilea', day: '2026-12-06', timezone: 'Europe/Bucharest' }
  const id = (await asAna(url, elections.add, { body: second })) as never
  await asAna(url, elections.makeCurrent, { params: { id } })

  await page.goto('/deployment/milestones')
  await page.getByRole('link', { name: 'Copiază termenele altor alegeri' }).click()
  await page.getByRole('button', { name: /Din alegerile/ }).click()
  await page.getByRole('option', { name: new RegExp(first.name) }).click()
  await expect(page.getByRole('table', { name: 'Rânduri greșite' })).toContainText(
    `Aici nu este niciun formular ${formVersions[0]?.code}.`,
  )
  const copy = page.getByRole('button', { name: 'Copiază', exact: true })
  await expect(copy).toBeDisabled()
  await expectNoViolations(page)
  await page.getByRole('tab', { name: 'Primele rânduri' }).click()
  await expect(rowOf(page, 'Sosire')).toContainText('2026-12-06 06:30')
  await page.getByRole('checkbox', { name: 'Importă rândurile bune' }).check()
  await copy.click()

  await expect(page).toHaveURL(/\/deployment\/milestones$/)
  await expect(rowOf(page, 'Plecare')).toContainText('la 30 de minute după începutul turei')
  await expect(rowOf(page, 'Sosire')).toContainText('06:30')
  await page
    .getByRole('region', { name: 'Mesaje' })
    .filter({ hasText: '2 termene copiate, unul nu se potrivea și nu a fost copiat' })
    .getByRole('button', { name: 'Anulează' })
    .click()
  await expect(page.getByText('Încă nu este niciun termen')).toBeVisible()
})

test('deletes copied milestones together later, and restores them', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const all = await asAna(url, elections.list, { query: {} })
  const electionId = all.find(({ isCurrent }) => !isCurrent)?.id as never
  await asAna(url, milestones.copy, { body: { electionId, skipInvalid: true } })
  await page.goto('/deployment/milestones')
  await rowOf(page, 'Sosire').getByRole('checkbox').check()
  await rowOf(page, 'Plecare').getByRole('checkbox').check()
  const chosen = page.getByRole('region', { name: 'Ce este selectat' })
  await expect(chosen).toContainText('2 termene selectate')
  await expectNoViolations(page)

  await chosen.getByRole('button', { name: 'Șterge' }).click()

  await expect(page.getByText('Încă nu este niciun termen')).toBeVisible()
  await page
    .getByRole('region', { name: 'Mesaje' })
    .getByRole('button', { name: 'Anulează' })
    .click()
  await expect(rowOf(page, 'Sosire')).toBeVisible()
  await expect(rowOf(page, 'Plecare')).toBeVisible()
  const listed = await asAna(url, milestones.list, {})
  await asAna(url, milestones.removeSeveral, { body: { ids: listed.map(({ id }) => id) } })
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone })

  test('fits the copy preview on a phone', { tag: '@slow' }, async ({ page, server: { url } }) => {
    const all = await asAna(url, elections.list, { query: {} })
    await page.goto('/deployment/milestones/copy')
    await page.getByRole('button', { name: /Din alegerile/ }).click()
    const first = all.find(({ isCurrent }) => !isCurrent)
    await page.getByRole('option', { name: new RegExp(String(first?.name)) }).click()
    await expect(page.getByText('2 rânduri noi')).toBeVisible()
    await expectNoViolations(page)
    expect(await scrollsSideways(page)).toBe(false)
  })
})
