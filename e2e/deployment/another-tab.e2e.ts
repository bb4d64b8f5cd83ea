import { expect, type Page } from '@playwright/test'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { addObservers, asAna, rowOf, toast } from '../acts.ts'
import { chooseFile } from '../choose-file.ts'
import { nameOf } from '../phone.ts'
import { test } from '../stage.ts'
import { dueAnHourAgo, observerIdOf, plan, stationIdOf } from './plan-of.ts'

test.use({ about: 'two tabs on the plan' })

async function open(page: Page, path: string) {
  const tab = await page.context().newPage()
  await tab.goto(path)
  await expect(tab.getByText('Live', { exact: true })).toBeAttached()
  return tab
}

/** Among those who are to be somewhere: others are without a station. */
const listed = (tab: Page, name: string) =>
  rowOf(tab, name).and(
    tab.getByRole('table', { name: /^(Who is expected|Assignments)$/ }).getByRole('row'),
  )

test('updates every open tab when the plan changes', { tag: '@slow' }, async ({
  page,
  server,
  phone,
}) => {
  const { url } = server
  const [early, late, ill] = [nameOf(0), nameOf(1), nameOf(2)]
  await plan(url, early, ['BV-B', 1])
  const latecomer = await plan(url, late, ['AG-P', 1])
  const sick = await plan(url, ill, ['AG-P', 2])
  const observerIds = [await observerIdOf(url, early), await observerIdOf(url, ill)]
  const message = { title: 'Citiți', message: 'Ordinea de zi', recipients: observerIds }
  await asAna(url, notifications.send, { body: message })
  const [sent] = (await asAna(url, notifications.list, { query: {} })).data
  const arrival = await dueAnHourAgo(url, 'Sosire')
  await dueAnHourAgo(url, 'Citit', { kind: 'message', notificationId: sent!.id })

  const overview = await open(page, '/deployment')
  const due = await open(page, '/deployment/milestones')
  const planned = await open(page, '/deployment/plan')
  const row = (name: string) => rowOf(overview, name)
  await expect(row(early).getByText('late', { exact: true })).toHaveCount(2)

  await test.step('an arrival', async () => {
    await (await phone(0)).arrive(['BV-B', 1], '2026-11-22 08:00')
    await expect(row(early).getByText('late', { exact: true })).toHaveCount(1)
  })
  await test.step('a message that is opened', async () => {
    await (await phone(0)).open(sent!.id)
    await expect(row(early).getByText('late', { exact: true })).toHaveCount(0)
  })
  await test.step('an excuse, and that it is withdrawn', async () => {
    const chosen = { assignmentIds: [sick], milestoneId: arrival }
    await asAna(url, milestones.excuse, { body: { ...chosen, reason: 'Bolnav' } })
    await expect(row(ill).getByText('late', { exact: true })).toHaveCount(1)
    await asAna(url, milestones.unexcuse, { body: chosen })
    await expect(row(ill).getByText('late', { exact: true })).toHaveCount(2)
  })
  await test.step('a deadline that is moved', async () => {
    const dueAt = new Date(Date.now() + 3 * 3_600_000).toISOString()
    const body = { dueAt, name: 'La secție' }
    await asAna(url, milestones.edit, { params: { id: arrival }, body })
    await expect(row(ill).getByText('late', { exact: true })).toHaveCount(1)
    await expect(rowOf(due, 'La secție')).toBeVisible()
  })
  await test.step('an observer who is replaced', async () => {
    const observerId = await observerIdOf(url, nameOf(4))
    const body = { observerId, neverCame: true }
    await asAna(url, assignments.replace, { params: { id: latecomer }, body })
    for (const tab of [overview, planned]) {
      await expect(listed(tab, nameOf(4))).toBeVisible()
      await expect(listed(tab, late)).toHaveCount(0)
    }
  })
  await test.step('an observer who gets another name', async () => {
    const observerId = await observerIdOf(url, ill)
    await asAna(url, observers.edit, { body: { observerId, name: 'Cu alt nume' } })
    for (const tab of [overview, planned])
      await expect(rowOf(tab, 'Cu alt nume').first()).toBeVisible()
  })
  await test.step('an imported plan', async () => {
    await page.goto('/deployment/plan/import')
    await chooseFile(page, [
      'Phone,Municipality code,Station number,From,Until',
      '0722 100 006,CJ-T,2,2026-11-22 06:30,2026-11-22 23:59',
    ])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    for (const tab of [overview, planned]) await expect(rowOf(tab, nameOf(5)).first()).toBeVisible()
  })
})

test('keeps a colleague’s excuse when Undo withdraws a bulk excuse', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const ids = [
    await plan(url, nameOf(0), ['CJ-N', 1]),
    await plan(url, nameOf(1), ['CJ-N', 2]),
  ] as const
  const milestoneId = await dueAnHourAgo(url, 'Plecare')
  await page.goto(`/deployment?milestoneId=${milestoneId}&state=late`)
  await page.getByRole('checkbox', { name: 'Select all shown' }).check()
  const button = page.getByRole('button', { name: 'Excuse', exact: true })
  const bar = page.getByRole('region', { name: 'What is selected' })
  await button.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar).toContainText(/^[2-9] selected/)
  await expect(button).toBeFocused()
  await button.click()
  const excusing = page.getByRole('dialog')
  await excusing.getByLabel('Reason').fill('Autobuzul')

  const body = { assignmentIds: [ids[0]], milestoneId, reason: 'Bolnavă' }
  await asAna(url, milestones.excuse, { body })
  await excusing.getByRole('button', { name: 'Excuse', exact: true }).click()
  await expect(toast(page)).toContainText('Excused from')
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page)).toContainText('owed again')

  const { data } = await asAna(url, milestones.expected, { query: { milestoneId } })
  const excuseOf = (id: number) =>
    data
      .find(({ assignmentId }) => assignmentId === id)
      ?.milestones.find((one) => one.milestoneId === milestoneId)?.excuse
  expect(ids.map(excuseOf)).toEqual(['Bolnavă', null])
  await expect(bar).toBeHidden()

  await page.goto(`/deployment?milestoneId=${milestoneId}&state=late`)
  await rowOf(page, nameOf(1)).first().getByRole('checkbox').check()
  const other = { assignmentIds: [ids[1]], milestoneId, reason: 'Bolnav' }
  await asAna(url, milestones.excuse, { body: other })
  await expect(page.getByText(nameOf(1))).toHaveCount(0)
  await button.click()
  await expect(toast(page)).toContainText('No longer in the list: 1 of 1')
  await expect(bar).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('falls back to the previous page when a colleague plans everyone on the last page', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await addObservers(url, 21, 'Zzz Nimeni', '0739 0')
  await plan(url, nameOf(0), ['CJ-T', 1])
  await page.goto('/deployment/plan?list=unassigned')
  const card = page.getByRole('tabpanel')
  await card.getByRole('button', { name: 'Last page' }).click()
  await expect(rowOf(page, 'Zzz Nimeni 0020')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeAttached()

  const { data } = await asAna(url, assignments.unassigned, { query: { pageSize: 100 } })
  const shift = { from: '2026-11-22 06:00', until: '2026-11-22 23:00' }
  const pollingStationId = await stationIdOf(url, ['CJ-T', 2])
  await asAna(url, assignments.add, {
    body: {
      assignments: data
        .slice(10)
        .map(({ observerId }) => ({ observerId, pollingStationId, ...shift })),
    },
  })

  await expect(rowOf(page, 'Zzz Nimeni 0020').and(card.getByRole('row'))).toHaveCount(0)
  await expect(card.getByRole('row')).toHaveCount(11)
})
