import { expect, type Page } from '@playwright/test'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { reminders } from '#features/reminders/contract.ts'
import { asAna, scrollsSideways, toast } from '../acts.ts'
import { nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'
import { observerIdOf, plan, stationIdOf } from './plan-of.ts'

test.use({ about: 'reminders' })
test.describe.configure({ mode: 'serial' })

const section = (page: Page, name = 'Reminders') => page.getByRole('region', { name, exact: true })

/** Adds a milestone due in so many seconds, and waits for its count. */
async function dueIn(url: string, name: string, seconds: number): Promise<void> {
  const dueAt = new Date(Date.now() + seconds * 1000).toISOString()
  await asAna(url, milestones.add, { body: { name, kind: 'arrival', dueAt } })
  await expect
    .poll(async () => (await asAna(url, milestones.list, {})).some(({ isCounting }) => isCounting))
    .toBe(false)
}

test('adds, deletes and restores a reminder that shows its next time and recipient count', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { url } = server
  await plan(url, nameOf(0), ['AG-P', 1])
  await plan(url, nameOf(1), ['AG-P', 2])
  await dueIn(url, 'Arrival', 3 * 3600)
  await page.goto('/deployment/milestones')
  await expect(section(page)).toContainText('No reminders.')

  await section(page).getByRole('button', { name: 'Add reminder' }).click()
  const window = page.getByRole('dialog')
  await expectNoViolations(page)
  await window.getByRole('textbox', { name: 'Message' }).fill('{name}, call {boss}')
  await window.getByRole('button', { name: 'Add reminder' }).click()
  await expect(window.getByText(/only \{name\}, \{station\} and \{deadline\}/)).toBeVisible()
  await window.getByRole('textbox', { name: 'Message' }).fill('{name}, {station} by {deadline}')
  await window.getByRole('checkbox', { name: /^Also at night/ }).check({ force: true })
  await window.getByRole('button', { name: 'Add reminder' }).click()
  await expect(section(page)).toContainText('30 minutes before Arrival')
  await expect(section(page)).toContainText(/Next: .*\d\d:\d\d, to 2 observers/)
  await expectNoViolations(page)

  await section(page)
    .getByRole('button', { name: /^Delete the reminder/ })
    .click()
  await expect(section(page)).toContainText('No reminders.')
  await toast(page)
    .filter({ hasText: 'The reminder was deleted.' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(section(page)).toContainText(/Next: .*\d\d:\d\d, to 2 observers/)
})

test('sends a due reminder to those who owe the milestone and links to its message', {
  tag: '@slow',
}, async ({ page, server, phone }) => {
  // Its reminder, a minute after the deadline, must still be to come when it is added.
  await dueIn(server.url, 'Second look', -30)
  await (await phone(0)).arrive(['AG-P', 1], '2026-11-22 08:00')
  await page.goto('/deployment/milestones')
  await section(page).getByRole('button', { name: 'Add reminder' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('button', { name: /Milestone/ }).click()
  await page.getByRole('option', { name: 'Second look' }).click()
  await window.getByRole('textbox', { name: 'Minutes' }).fill('1')
  await window.getByRole('button', { name: /When/ }).click()
  await page.getByRole('option', { name: 'after the deadline' }).click()
  await window.getByRole('checkbox', { name: /^Also at night/ }).check({ force: true })
  await window.getByRole('button', { name: 'Add reminder' }).click()

  await section(page)
    .getByRole('link', { name: /^sent: .*\d\d:\d\d, to 1 observer$/ })
    .click()
  await expect(page.getByRole('heading', { name: 'A deadline has passed' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Recipients' })).toContainText(nameOf(1))
})

test.describe('in Romanian, on a phone', () => {
  test.use({ language: 'ro', viewport: sizes.phone })

  test('lists and adds reminders on a phone', { tag: '@slow' }, async ({ page }) => {
    await page.goto('/deployment/milestones')
    const here = section(page, 'Mesaje automate')
    await expect(here).toContainText('cu 30 de minute înainte de Arrival')
    await here.getByRole('button', { name: 'Adaugă mesaj automat' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Adaugă mesaj automat' }).click()
    await expect(here).toContainText('Se apropie termenul')
    await expectNoViolations(page)
    expect(await scrollsSideways(page)).toBe(false)
  })
})

test('shows the day of a reminder on another day, by the election clock', {
  tag: '@slow',
}, async ({ browser, page, server: { url } }) => {
  const shift = {
    observerId: await observerIdOf(url, nameOf(2)),
    pollingStationId: await stationIdOf(url, ['AG-P', 3]),
    ...{ from: '2999-12-29 08:00', until: '2999-12-30 08:00' },
  }
  await asAna(url, assignments.add, { body: { assignments: [shift] } })
  await asAna(url, milestones.add, {
    body: { name: 'The day after', kind: 'arrival', dueAt: '2999-12-30 00:15' },
  })
  await expect
    .poll(async () => (await asAna(url, milestones.list, {})).some(({ isCounting }) => isCounting))
    .toBe(false)
  const listed = await asAna(url, milestones.list, {})
  const { id: milestoneId } = listed.find(({ name }) => name === 'The day after')!
  await asAna(url, reminders.add, {
    body: { milestoneId, minutes: -30, title: 'Tomorrow', message: 'By {deadline}', atNight: true },
  })
  const elsewhere = await browser.newContext({
    baseURL: url,
    storageState: await page.context().storageState(),
    timezoneId: 'Pacific/Auckland',
  })
  const far = await elsewhere.newPage()

  await far.goto('/deployment/milestones')

  await expect(section(far)).toContainText('Next: 29 Dec 2999, 23:45, to 1 observer')
  await elsewhere.close()
})
