import { expect, type Page } from '@playwright/test'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { places } from '#features/places/contract.ts'
import { asAna, choose, scrollsSideways, toast } from '../acts.ts'
import { dueAnHourAgo, observerIdOf, plan, stationIdOf } from '../deployment/plan-of.ts'
import { nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'contact card' })
test.describe.configure({ mode: 'serial' })

const [bogdan, other, replacement] = [nameOf(1), nameOf(2), nameOf(4)]

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function open(page: Page, url: string, name = bogdan): Promise<void> {
  await page.goto(`/observatori/profil/view/id/${await observerIdOf(url, name)}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

/** Whether all of it can be seen without scrolling. */
const isInView = async (page: Page, name: string) => {
  const box = await part(page, name).boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + Math.min(box.height, 120) <= height
}

test('shows what is late, the last sign of life, the plan and the messages', {
  tag: '@slow',
}, async ({ page, server, phone }) => {
  const { url } = server
  await plan(url, bogdan, ['BV-B', 1])
  await dueAnHourAgo(url, 'Arrival')
  const soon = new Date(Date.now() + 24.5 * 60_000).toISOString()
  await asAna(url, milestones.add, {
    body: { name: 'Opening', kind: 'station-info', dueAt: soon },
  })
  const body = { title: 'Call us', message: 'Please call the office.' }
  const recipients = [await observerIdOf(url, bogdan)]
  await asAna(url, notifications.send, { body: { ...body, recipients } })
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, url)

  const glance = part(page, 'At a glance')
  await expect(glance).toContainText(/Arrival.*late since \d/)
  const planned = part(page, 'The plan')
  await expect(planned).toContainText('Brașov 1')
  await expect(planned).toContainText(/Arrival\s*late/)
  await expect(planned).toContainText(/Opening\s*due\s*by \d/)
  await expect(part(page, 'What was sent to them')).toContainText('Call us')
  await expect(page.getByRole('link', { name: `Call ${bogdan}` })).toHaveAttribute('href', /^tel:/)
  for (const name of ['At a glance', 'The plan', 'What was sent to them'])
    expect(await isInView(page, name)).toBe(true)
  await expectNoViolations(page)
  // The event stream opens only after the screen is drawn.
  await expect(page.getByText('Live', { exact: true })).toBeAttached()

  const device = await phone(1)
  await device.arrive(['BV-B', 1], '2026-11-22 08:00')
  await expect(planned).toContainText(/Arrival\s*done/)
  await expect(glance).toContainText(/just now \(report\)/)
  await device.note(['BV-B', 1], { text: 'The seal was broken' })
  await expect(part(page, 'Notes')).toContainText('The seal was broken')
  const visited = part(page, 'Where they reported')
  await expect(visited.getByRole('link', { name: 'Report: Brașov 1' })).toBeVisible()
  await expect(visited.getByRole('link', { name: /^Brașov 1/ })).toHaveAttribute(
    'href',
    /\/stations\/\d+$/,
  )
})

test('excuses, replaces and restores an observer, resets the PIN and writes to them', {
  tag: '@slow',
}, async ({ page, server }) => {
  await plan(server.url, other, ['AG-P', 1])
  await open(page, server.url, other)
  const planned = part(page, 'The plan')
  await expect(planned).toContainText(/Arrival/)
  await choose(page, 'Pitești 1', 'Excuse')
  await page.getByRole('textbox', { name: 'Reason' }).fill('Ill')
  await page.getByRole('dialog').getByRole('button', { name: 'Excuse' }).click()
  await expect(planned).toContainText('excused')
  await expect(planned).toContainText('Ill')
  await expect(planned.getByText('excused')).toHaveCount(2)
  await choose(page, 'Pitești 1', 'Withdraw the excuse')
  await expect(planned).not.toContainText('excused')

  await choose(page, 'Pitești 1', 'Replace')
  await page.getByRole('searchbox', { name: 'Observer: name' }).fill(replacement.slice(0, 4))
  await page.getByRole('option', { name: replacement }).click()
  await page.getByRole('radio', { name: 'Never came' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await expect(planned).toContainText('They are not assigned to any station.')
  await toast(page).getByRole('button', { name: 'Undo' }).last().click()
  await expect(planned).toContainText('Pitești 1')

  await page.getByRole('button', { name: 'New PIN' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generate a PIN' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page)).toContainText('Password has been reset')

  await page.getByRole('button', { name: 'Message', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Who gets the message' })).toContainText(other)
})

test('says how many messages exist when it shows only some', { tag: '@slow' }, async ({
  page,
  server: { url },
}) => {
  const recipients = [await observerIdOf(url, nameOf(3))]
  for (let nth = 1; nth <= 21; nth++)
    await asAna(url, notifications.send, {
      body: { title: `Mesajul ${nth}`, message: 'Sună la sediu.', recipients },
    })
  await open(page, url, nameOf(3))

  await expect(part(page, 'What was sent to them')).toContainText('The newest 20 of 21.')
})

test.describe('in Romanian, on a phone', () => {
  test.use({ language: 'ro', viewport: sizes.phone })

  test('shows the most important parts on the first screen', { tag: '@slow' }, async ({
    page,
    server,
  }) => {
    await open(page, server.url)
    await expect(page.getByRole('link', { name: `Sună: ${bogdan}` })).toHaveAttribute(
      'href',
      /^tel:/,
    )
    await expect(part(page, 'Pe scurt')).toContainText(/Ultimul semn de viață/)
    await expect(part(page, 'Planul')).toContainText('Brașov 1')
    for (const name of ['Pe scurt', 'Planul']) expect(await isInView(page, name)).toBe(true)
    expect(await scrollsSideways(page)).toBe(false)
    await expectNoViolations(page)
  })
})

test.describe('on the smallest phone', () => {
  test.use({ language: 'ro', viewport: { width: 320, height: 700 } })

  test('keeps the day since which an observer is late inside its frame', {
    tag: '@slow',
  }, async ({ page, server: { url } }) => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    const shift = {
      observerId: await observerIdOf(url, nameOf(5)),
      pollingStationId: await stationIdOf(url, ['AG-P', 2]),
      ...{ from: hoursAgo(40), until: hoursAgo(-6) },
    }
    await asAna(url, assignments.add, { body: { assignments: [shift] } })
    await dueAnHourAgo(url, 'Prezența la ora 14', { dueAt: hoursAgo(30) })
    await open(page, url, nameOf(5))
    const late = part(page, 'Pe scurt').getByText(/^întârziat de la \d+ .*\d{4}, \d\d:\d\d$/)
    await expect(late).toBeVisible()

    const [words, frame] = [
      await late.boundingBox(),
      await late.locator('xpath=ancestor::dd').boundingBox(),
    ]

    expect((words?.x ?? 0) + (words?.width ?? 999)).toBeLessThanOrEqual(
      (frame?.x ?? 0) + (frame?.width ?? 0),
    )
    expect(await scrollsSideways(page)).toBe(false)
  })
})

test('marks a station milestone done on an open card when a colleague does it', {
  tag: '@slow',
}, async ({ page, server: { url }, phone }) => {
  await plan(url, bogdan, ['CJ-T', 1])
  await plan(url, nameOf(3), ['CJ-T', 1])
  await dueAnHourAgo(url, 'Address', { kind: 'station-info', forStation: true })
  await open(page, url)
  const planned = part(page, 'The plan').getByRole('listitem').filter({ hasText: 'Turda 1' })
  await expect(planned).toContainText(/Address\s*late/)
  await expect(page.getByText('Live', { exact: true })).toBeAttached()

  const colleague = await phone(3)
  await colleague.arrive(['CJ-T', 1], '2026-11-22 08:00')

  await expect(planned).toContainText(/Address\s*done/)
})

test('marks a milestone done when a colleague reports under a merged station’s number', {
  tag: '@slow',
}, async ({ page, server: { url }, phone }) => {
  const [id, into] = [await stationIdOf(url, ['CJ-N', 1]), await stationIdOf(url, ['CJ-N', 2])]
  await asAna(url, places.mergeStation, { params: { id }, body: { into } })
  const assigned = await plan(url, bogdan, ['CJ-N', 2])
  await plan(url, nameOf(4), ['CJ-N', 2])
  const due = await dueAnHourAgo(url, 'Facts', { kind: 'station-info', forStation: true })
  // A first sign-in makes every list of observers refetch.
  const colleague = await phone(4)
  await open(page, url)
  const planned = part(page, 'The plan').getByRole('listitem').filter({ hasText: 'Cluj-Napoca 2' })
  await expect(page.getByText('Live', { exact: true })).toBeAttached()
  // Once these are shown, whatever was announced before has been read.
  const chosen = { assignmentIds: [assigned], milestoneId: due }
  await asAna(url, milestones.excuse, { body: { ...chosen, reason: 'Ill' } })
  await expect(planned).toContainText(/Facts\s*excused/)
  await asAna(url, milestones.unexcuse, { body: chosen })
  await expect(planned).toContainText(/Facts\s*late/)

  await colleague.arrive(['CJ-N', 1], '2026-11-22 08:00')

  await expect(planned).toContainText(/Facts\s*done/)
})

test.describe('on a phone', () => {
  test.use({ language: 'ro', viewport: sizes.phone })

  test('keeps the actions on one line', { tag: '@slow' }, async ({ page, server: { url } }) => {
    await open(page, url)
    const acts = page
      .locator('header')
      .filter({ has: page.locator('h1') })
      .locator('a, button')
      .filter({ has: page.locator('svg') })
    await expect(acts).toHaveCount(4)
    const boxes = await Promise.all((await acts.all()).map((act) => act.boundingBox()))
    const lines = boxes.map((box) => box?.y)

    expect(new Set(lines).size).toBe(1)
  })
})
