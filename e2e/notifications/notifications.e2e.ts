import { expect, type Page } from '@playwright/test'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import {
  addCalin,
  asAna,
  countSent,
  question,
  scrollsSideways,
  signIn,
  tabTo,
  toast,
  writeMessage,
} from '../acts.ts'
import { plan } from '../deployment/plan-of.ts'
import { nameOf } from '../phone.ts'
import { pathOf, sizes, test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'notifications' })

const sendButton = (page: Page) => page.getByRole('button', { name: /^Send to/ })

test('requires a title and a message, and reports excess length at once', async ({ page }) => {
  await page.goto('/notifications')
  await sendButton(page).click()

  await expect(page.getByText('Title is required.')).toBeVisible()
  await expect(page.getByText('Message is required.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()

  await writeMessage(page, 'Atenție', 'ș'.repeat(960))
  await expect(page.getByText(/^\d+ characters too long for a notification\.$/)).toBeVisible()
  await sendButton(page).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

test('pressing twice sends once, and a reply that was lost sends nothing again', {
  tag: '@slow',
}, async ({ page, server }) => {
  await page.goto('/notifications')
  await writeMessage(page, 'O singură dată', 'Acest mesaj pleacă o dată.')
  let isFirst = true
  await page.route('**/api/v1/notification/send/all', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    // It arrives, and the connection breaks before the reply does.
    await route.fetch()
    await route.abort()
  })

  await sendButton(page).dblclick()
  await question(page)
    .getByRole('button', { name: /^Send to/ })
    .dblclick()
  await expect(toast(page)).toContainText('The notification was not sent: the server does not')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('O singură dată')
  await sendButton(page).click()
  await question(page)
    .getByRole('button', { name: /^Send to/ })
    .click()

  await expect(toast(page)).toContainText('The message reaches no phone')
  expect(await countSent(server.url, 'O singură dată')).toBe(1)

  await writeMessage(page, 'O singură dată', 'Acest mesaj pleacă o dată.')
  await sendButton(page).click()
  await question(page)
    .getByRole('button', { name: /^Send to/ })
    .click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  expect(await countSent(server.url, 'O singură dată')).toBe(2)
})

test('buttons insert blanks at the cursor, and the preview fills them in for a recipient', {
  tag: '@slow',
}, async ({ page, server }) => {
  await plan(server.url, nameOf(0), ['CJ-T', 1])
  await page.goto('/notifications')
  await page.getByRole('textbox', { name: 'Title' }).fill('Ora')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill(', stay.')
  await message.press('Home')
  const blanks = page.getByRole('group', { name: 'Filled in for each' })
  await blanks.getByRole('button', { name: 'Name' }).press('Enter')
  await expect(message).toBeFocused()
  await page.keyboard.type(' at ')
  await blanks.getByRole('button', { name: 'Station in the plan' }).click()
  await expect(message).toHaveValue('{name} at {station}, stay.')

  const filled = `${nameOf(0)} at Turda 1, stay.`
  await expect(page.getByRole('figure')).toContainText(filled)
  await expect(page.getByRole('figure')).toContainText(`This is what ${nameOf(0)} gets.`)
  await expectNoViolations(page)
  await sendButton(page).click()
  await expect(question(page)).toContainText(filled)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
})

test('sends a message on the push channel under the product’s name', async ({ page }) => {
  await page.goto('/notifications')
  await writeMessage(page, 'Pe canal', 'Cu numele produsului.')
  await sendButton(page).click()
  const sending = page.waitForRequest('**/api/v1/notification/send/all')
  await question(page)
    .getByRole('button', { name: /^Send to/ })
    .click()

  expect((await sending).postDataJSON()).toMatchObject({ channel: 'Firebase', from: 'Veghe' })
  await expect(toast(page)).toContainText('The message reaches no phone')
})

test('asks before a link discards an unfinished message', async ({ page }) => {
  await page.goto('/notifications')
  await writeMessage(page, 'Început', '')
  await page.getByRole('link', { name: 'History', exact: true }).click()

  await question(page).getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Început')
  expect(pathOf(page.url())).toBe('/notifications')
})

test('writes, sends and looks up a message by keyboard alone', { tag: '@slow' }, async ({
  page,
}) => {
  await page.goto('/notifications')
  await expect(sendButton(page)).toBeEnabled()
  await tabTo(page, page.getByRole('textbox', { name: 'Title' }))
  await page.keyboard.type('Tastatura')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Fără mouse.')
  await tabTo(page, sendButton(page))
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeVisible()
  await tabTo(page, question(page).getByRole('button', { name: /^Send to/ }))
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('The message reaches no phone')

  await tabTo(page, page.getByRole('link', { name: 'History', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Notification history' })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Tastatura' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Tastatura' })).toBeFocused()
})

test.describe('administrator of one organisation', () => {
  test.use({ isSignedIn: false })

  test('writes only to observers of the own organisation, and sees only its messages', async ({
    page,
    server,
  }) => {
    const body = { title: 'De la organizator', message: 'Bună dimineața!' }
    await asAna(server.url, notifications.sendAll, { body })
    const calin = await addCalin(server.url)
    const { ngoId } = calin
    const own = { name: 'Olga Proprie', phone: '0761 000 002', pin: '4821', ngoId }
    await asAna(server.url, observers.add, { body: own })

    await page.goto('/notifications')
    await signIn(page, calin)
    await writeMessage(page, 'De la Vot Curat', 'Ne vedem la sediu.')
    await page.getByRole('button', { name: 'Send to 1 observer' }).click()
    await expect(question(page)).toContainText('To all observers of Vot Curat.')
    await question(page).getByRole('button', { name: 'Send to 1 observer' }).click()
    await expect(toast(page)).toContainText('The message reaches no phone')
    await page.getByRole('link', { name: 'History', exact: true }).click()

    await expect(page.getByRole('link', { name: 'De la Vot Curat' })).toBeVisible()
    await expect(page.getByRole('link', { name: body.title })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone })

  test('never scrolls sideways, and shows sent messages on cards', async ({ page, server }) => {
    const body = { title: `Un titlu lung ${'foarte '.repeat(20)}`, message: 'ă'.repeat(400) }
    await asAna(server.url, notifications.sendAll, { body })

    await page.goto('/notifications?county=CJ')
    await writeMessage(page, body.title, body.message)
    await page.getByRole('button', { name: '1 filter', exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'To station' })).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
    await writeMessage(page, '', '')
    await page.goto('/notifications/history')
    await expect(page.getByRole('list', { name: 'Notification history' })).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('link', { name: /^Un titlu lung/ }).click()
    await expect(page.getByRole('list', { name: 'Recipients' })).toContainText(nameOf(0))
    expect(await scrollsSideways(page)).toBe(false)
  })
})
