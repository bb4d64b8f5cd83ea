import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { elections } from '#features/elections/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { readMoment, wallClock } from '#kit/contract/value/instant.ts'
import { asAna, countSent, question, scrollsSideways, tabTo, toast, writeMessage } from '../acts.ts'
import { addBea } from '../another-organiser.ts'
import { call, nameOf } from '../phone.ts'
import { sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'scheduled messages' })

const schedule = (page: Page) => page.getByRole('button', { name: /^Schedule for/ })
const scheduled = (page: Page, title: string) =>
  page.getByRole('region', { name: /^Scheduled for/ }).filter({ hasText: title })
const time = (page: Page) => page.getByRole('textbox', { name: 'Time' })

async function chooseTime(page: Page): Promise<void> {
  await page.getByRole('button', { name: /When$/ }).click()
  await page.getByRole('option', { name: 'At a set time' }).click()
}

/** Writes a message for the next full hour, and confirms it. */
async function writeForLater(page: Page, title: string): Promise<void> {
  await page.goto('/notifications')
  await writeMessage(page, title, 'Plecați spre secție')
  await chooseTime(page)
  await schedule(page).click()
  await question(page)
    .getByRole('button', { name: /^Schedule for/ })
    .click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('')
}

const named = async (url: string, title: string) =>
  (await asAna(url, notifications.list, { query: {} })).data.find((one) => one.title === title)!

/** So many seconds from now, as a call says it. */
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** `23:59` on the day on which a message goes out, by the clock of the election. */
async function lastMinuteOf(url: string, at: Date): Promise<Date> {
  const { timezone } = await asAna(url, elections.current, {})
  const day = wallClock(at, timezone).toISOString().slice(0, 10)
  return readMoment(`${day} 23:59`, timezone)
}

test('schedules a message, lists it with its recipients, reschedules and cancels it', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await page.goto('/notifications')
  await writeMessage(page, 'For the morning', 'Plecați spre secție')
  await chooseTime(page)
  await expect(time(page)).toHaveValue(/^\d\d:00$/)
  const typed = await time(page).inputValue()
  await expect(page.getByText(/It goes to those on the list now/)).toBeVisible()
  await expectNoViolations(page)
  await schedule(page).click()
  await expect(question(page)).toContainText(`${typed}.`)
  await expect(question(page)).toContainText('Until then you can take it back')
  await question(page)
    .getByRole('button', { name: /^Schedule for/ })
    .click()

  const waiting = scheduled(page, 'For the morning')
  await expect(waiting).toContainText(new RegExp(`goes out at .*${typed}`))
  await expect(page.getByRole('button', { name: /^Send to/ })).toBeVisible()
  await expectNoViolations(page)
  const before = await named(url, 'For the morning')
  expect(before.sendAt).toEqual(before.heldUntil)

  await page.goto('/observatori')
  await page.goto('/notifications')
  await waiting.getByRole('button', { name: 'Change the time of For the morning' }).click()
  const window = page.getByRole('dialog')
  await expect(window.getByRole('textbox', { name: 'Time' })).toHaveValue(typed)
  await window.getByRole('textbox', { name: 'Time' }).fill('23:59')
  await expectNoViolations(page)
  await window.getByRole('button', { name: 'Change the time' }).click()
  await expect(waiting).toContainText('23:59')
  await expect(window).toHaveCount(0)
  expect((await named(url, 'For the morning')).sendAt).toEqual(
    await lastMinuteOf(url, before.sendAt!),
  )

  await page.goto('/notifications/history')
  const row = page.getByRole('row').filter({ hasText: 'For the morning' })
  await expect(row).toContainText('scheduled')
  await expect(row).toContainText('23:59')
  await page.getByRole('link', { name: 'For the morning' }).click()
  await expect(waiting).toContainText(nameOf(0))
  await waiting.getByRole('button', { name: 'Take back For the morning' }).click()
  await expect(toast(page).last()).toContainText('is not sent')
  await expect(page.getByText('Taken back by ana')).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('refuses a past, too distant or incomplete time next to its field', async ({
  page,
  server: { url },
}) => {
  await page.goto('/notifications')
  await writeMessage(page, 'Never', 'Niciodată')
  await chooseTime(page)
  const year = page.getByRole('spinbutton', { name: /^year/ })
  await year.press('ArrowDown')
  await expect(page.getByText('This time has passed.')).toBeVisible()
  await schedule(page).click()
  await expect(time(page)).toBeFocused()
  await year.press('ArrowUp')
  await expect(page.getByText('This time has passed.')).toHaveCount(0)
  await year.press('ArrowUp')
  await expect(page.getByText('At most 30 days ahead.')).toBeVisible()
  await year.press('ArrowDown')
  await time(page).fill('7')
  await schedule(page).click()
  await expect(page.getByText('Write the time as 07:00.')).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  expect(await countSent(url, 'Never')).toBe(0)
})

test('pressing twice or losing the reply schedules once, even after the time has passed', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  let isFirst = true
  await page.route('**/api/v1/notification/send/all', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    // It arrives, and the connection breaks before the reply does.
    await route.fetch()
    await route.abort()
  })
  await page.goto('/notifications')
  await writeMessage(page, 'Once', 'O singură dată')
  await chooseTime(page)
  await schedule(page).dblclick()
  const confirm = question(page).getByRole('button', { name: /^Schedule for/ })
  await confirm.dblclick()
  await expect(toast(page)).toContainText('it will not go out twice')

  // Its time passes before it is tried again.
  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch()
    const date = new Date(Date.now() + 2 * 3_600_000).toUTCString()
    await route.fulfill({ response, headers: { ...response.headers(), date } })
  })
  await schedule(page).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('This time has passed.')).toBeVisible()
  await schedule(page).click()
  await confirm.click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  expect(await countSent(url, 'Once')).toBe(1)
})

test('updates an open reschedule dialog with changes from another tab, and closes it on cancellation', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await writeForLater(page, 'Between us')
  const { id, sendAt } = await named(url, 'Between us')
  const waiting = scheduled(page, 'Between us')
  await waiting.getByRole('button', { name: /^Change the time/ }).click()
  const window = page.getByRole('dialog')
  const typed = window.getByRole('textbox', { name: 'Time' })
  // Nothing is changed yet, so nothing can be.
  await expect(window.getByRole('button', { name: 'Change the time' })).toBeDisabled()
  await typed.fill('23:58')
  await expect(page.getByText('Live', { exact: true })).toBeAttached()

  const last = await lastMinuteOf(url, sendAt!)
  const params = { id }
  await asAna(url, notifications.reschedule, { params, body: { sendAt: last.toISOString() } })
  await expect(window.getByRole('status')).toContainText('23:59')
  await expect(typed).toHaveValue('23:58')
  await asAna(url, notifications.takeBack, { params })
  await expect(window).toHaveCount(0)
  await expect(waiting).toHaveCount(0)
})

test('shows a scheduled message as leaving and then removes it from the list', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await page.goto('/notifications')
  await asAna(url, notifications.sendAll, {
    body: { title: 'In moments', message: 'Acum', sendAt: inSeconds(6) },
  })
  const waiting = page.getByRole('region', { name: /^About to go to/ })
  await expect(waiting).toContainText(/leaves in \d seconds/)
  await expect(waiting).toHaveCount(0)
  await expect.poll(async () => (await named(url, 'In moments')).heldUntil).toBeNull()
  await page.goto('/notifications/history')
  await expect(page.getByRole('row').filter({ hasText: 'In moments' })).not.toContainText(
    'scheduled',
  )
})

test('sends a scheduled message after a server restart', async ({ server }) => {
  await asAna(server.url, notifications.sendAll, {
    body: { title: 'Through the cut', message: 'Acum', sendAt: inSeconds(3) },
  })
  await server.restart()
  await expect.poll(async () => (await named(server.url, 'Through the cut')).heldUntil).toBeNull()
  await expect.poll(async () => (await named(server.url, 'Through the cut')).queued).toBe(0)
})

test('schedules a message to selected observers, and shows the next of many first', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const { data } = await asAna(url, observers.list, { query: { name: nameOf(1) } })
  const { id } = data[0]!
  await page.goto(`/notifications?toObserverIds=${encodeURIComponent(JSON.stringify([id]))}`)
  await writeMessage(page, 'To one', 'Doar ție')
  await chooseTime(page)
  await schedule(page).click()
  await question(page).getByRole('button', { name: 'Schedule for 1 observer' }).click()
  await expect(scheduled(page, 'To one')).toContainText('1 observer · ana')
  expect((await named(url, 'To one')).sentObserverIds).toEqual([id])

  for (const hours of [50, 51, 52])
    await asAna(url, notifications.sendAll, {
      body: { title: `In ${hours}`, message: 'Mai târziu', sendAt: inSeconds(hours * 3600) },
    })
  await page.goto('/notifications')
  await expect(scheduled(page, 'To one')).toBeVisible()
  await expect(scheduled(page, 'In 52')).toHaveCount(0)
  await page.getByRole('button', { name: /^Show (one|\d+) more$/ }).click()
  await expect(scheduled(page, 'In 52')).toBeVisible()

  await scheduled(page, 'To one').getByRole('button', { name: 'Send To one at once' }).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  expect((await named(url, 'To one')).heldUntil).not.toBeNull()
  await scheduled(page, 'To one').getByRole('button', { name: 'Send To one at once' }).click()
  await question(page).getByRole('button', { name: 'Send at once' }).click()
  await expect(scheduled(page, 'To one')).toHaveCount(0)
  expect((await named(url, 'To one')).heldUntil).toBeNull()
})

test('schedules, reschedules and cancels a message by keyboard alone', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  await page.goto('/notifications')
  await writeMessage(page, 'Keys', 'Doar taste')
  await tabTo(page, page.getByRole('button', { name: /When$/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Now' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, time(page))
  await page.keyboard.press('Enter')
  await tabTo(page, question(page).getByRole('button', { name: /^Schedule for/ }))
  await page.keyboard.press('Enter')

  const waiting = scheduled(page, 'Keys')
  await expect(waiting).toContainText(/goes out at .*\d\d:00/)
  await tabTo(page, waiting.getByRole('button', { name: /^Change the time/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog')
  await tabTo(page, window.getByRole('textbox', { name: 'Time' }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type('23:59')
  await page.keyboard.press('Enter')
  await expect(window).toHaveCount(0)
  await expect(waiting).toContainText('23:59')
  await expect(waiting.getByRole('button', { name: /^Change the time/ })).toBeFocused()
  await tabTo(page, waiting.getByRole('button', { name: /^Take back/ }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(waiting).toHaveCount(0)
  expect(await named(url, 'Keys')).toMatchObject({ takenBackBy: 'ana' })
})

test('shows that the author of a scheduled message lost rights, and lets another cancel it', {
  tag: '@slow',
}, async ({ page, server: { url } }) => {
  const { access_token } = await call(url, session.authorize, { body: await addBea(url) })
  const body = { title: 'From Bea', message: 'Plecați', sendAt: inSeconds(3 * 3600) }
  await call(url, notifications.sendAll, { body }, access_token)
  const { id } = (await asAna(url, accounts.list, {})).find(({ account }) => account === 'bea')!
  const waiting = scheduled(page, 'From Bea')
  await page.goto('/notifications')
  await expect(waiting).toContainText('· bea')
  await expect(page.getByText('Live', { exact: true })).toBeAttached()

  await asAna(url, accounts.setRole, { params: { id }, body: { countyCodes: ['CJ'] } })
  await expect(waiting).toContainText('only to recipients that bea may still write to')
  await asAna(url, accounts.setRole, { params: { id }, body: { role: 'guest', countyCodes: null } })
  await expect(waiting).toContainText('bea may not send messages any more')
  await expectNoViolations(page)
  await asAna(url, accounts.remove, { params: { id }, query: {} })
  await expect(waiting).toContainText('bea (account deleted)')
  await waiting.getByRole('button', { name: 'Take back From Bea' }).click()
  await expect(waiting).toHaveCount(0)
  expect(await named(url, 'From Bea')).toMatchObject({ takenBackBy: 'ana' })
})

test.describe('in Romanian, on a phone', () => {
  test.use({ language: 'ro', viewport: sizes.phone, about: 'scheduled messages on a phone' })

  test('schedules, reschedules and cancels a message on a phone', {
    tag: '@slow',
  }, async ({ page, server: { url } }) => {
    await page.goto('/notifications')
    await page.getByRole('textbox', { name: /^Titlu/ }).fill('Mâine devreme')
    await page.getByRole('textbox', { name: /^Mesaj/ }).fill('Plecați spre secție')
    await page.getByRole('button', { name: /Când$/ }).click()
    await page.getByRole('option', { name: 'La o oră anume' }).click()
    await expectNoViolations(page)
    expect(await scrollsSideways(page)).toBe(false)
    const send = page.getByRole('button', { name: /^Programează pentru/ })
    await send.click()
    await expect(question(page)).toContainText('Pleacă la')
    await question(page)
      .getByRole('button', { name: /^Programează pentru/ })
      .click()

    const waiting = page.getByRole('region', { name: /^Programat pentru/ })
    await expect(waiting).toContainText(/pleacă la .*\d\d:00/)
    await waiting.getByRole('button', { name: 'Schimbă ora: Mâine devreme' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Ora' }).fill('23:59')
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Schimbă ora' }).click()
    await expect(waiting).toContainText('23:59')
    expect(await scrollsSideways(page)).toBe(false)
    await waiting.getByRole('button', { name: 'Ia înapoi: Mâine devreme' }).click()
    await expect(page.getByText('Luat înapoi de ana')).toBeVisible()
    expect(await named(url, 'Mâine devreme')).toMatchObject({ takenBackBy: 'ana', sendAt: null })
  })
})
