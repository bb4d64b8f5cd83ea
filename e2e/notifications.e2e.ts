import { expect, type Page } from '@playwright/test'
import { accounts } from '#features/accounts/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { asAna, tabTo } from './acts.ts'
import { nameOf } from './phone.ts'
import { pathOf, test } from './stage.ts'

test.use({ about: 'notifications' })

const toast = (page: Page) => page.getByRole('region', { name: 'Messages' })
const question = (page: Page) => page.getByRole('alertdialog')
const names = (page: Page) => page.getByRole('region', { name: 'Who gets the message' })
const sendButton = (page: Page) => page.getByRole('button', { name: /^Send to/ })

const idOf = async (url: string, name: string) => {
  const { data } = await asAna(url, observers.list, { query: { name } })
  return data[0]?.id ?? 0
}

async function write(page: Page, title: string, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Message' }).fill(message)
}

/** How many messages with this title went out. */
const countSent = async (url: string, title: string) => {
  const { data } = await asAna(url, notifications.list, { query: {} })
  return data.filter((one) => one.title === title).length
}

test('a message goes to everybody, and its recipients show that no provider is set up', async ({
  page,
  server,
}) => {
  const total = await asAna(server.url, observers.count, {})
  await page.goto('/notifications')
  await expect(page.getByText(`${total} observers`, { exact: true })).toBeVisible()
  await write(page, 'Închiderea', 'Rămâneți până la\nafișarea rezultatelor.')
  const preview = page.getByRole('figure')
  await expect(preview).toContainText('Închiderea')
  await expect(preview).toContainText('Rămâneți până la')

  await page.getByRole('button', { name: `Send to ${total} observers` }).click()
  await expect(question(page)).toContainText(`Send this message to ${total} observers?`)
  await expect(question(page)).toContainText('No provider is set up')
  await question(page)
    .getByRole('button', { name: /^Send to/ })
    .click()

  await expect(toast(page)).toContainText(`The notification was sent to ${total} observers`)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect(page.getByText('Title is required.')).toHaveCount(0)

  await page.getByRole('link', { name: 'Notification history' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Închiderea' })
  await expect(row).toContainText('ana')
  await expect(row).toContainText(`${total} not sent`)
  await expect(row.getByRole('img')).toHaveAccessibleName(
    `0 opened, 0 sent, 0 waiting, ${total} not sent`,
  )
  await row.click()

  await expect(page.getByRole('heading', { name: 'Închiderea' })).toBeVisible()
  const recipients = page.getByRole('table', { name: 'Recipients' })
  await expect(recipients.getByRole('row')).toHaveCount(total + 1)
  const bogdan = recipients.getByRole('row').filter({ hasText: nameOf(0) })
  await expect(bogdan).toContainText('Not sent: no provider is set up.')
  await page.getByRole('link', { name: 'Opened 0' }).click()
  await expect(page.getByText('Nobody is in this state')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Nobody is in this state')).toBeVisible()
})

test('what it failed for is sent again, and the counts follow by themselves', async ({
  page,
  server,
}) => {
  const body = { title: 'Încă o dată', message: 'Verificați urna mobilă.' }
  const total = await asAna(server.url, notifications.sendAll, { body })
  await page.goto('/notifications/history')
  await page.getByRole('link', { name: body.title }).click()
  const failed = page.getByRole('link', { name: `Not sent ${total}` })
  await expect(failed).toBeVisible()

  await page.getByRole('button', { name: `Send again to ${total}` }).click()

  await expect(toast(page)).toContainText(`Sent again to ${total} observers`)
  await expect(failed).toBeVisible()
})

test('observers of a county are found by where they are now, and seen before anything is sent', async ({
  page,
  phone,
}) => {
  const iulia = await phone(3)
  await iulia.arrive(['BV-B', 2], '2026-11-22 08:00')
  await page.goto('/notifications')
  await page.getByRole('combobox', { name: 'County' }).fill('bra')
  await page.getByRole('option', { name: /Brașov/ }).click()

  await expect(page.getByRole('textbox', { name: 'From station' })).toHaveValue('1')
  await expect(page.getByText(/^\[1 – \d+\]$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to 0 observers' })).toBeDisabled()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(names(page)).toContainText(nameOf(3))
  await expect(page.getByRole('button', { name: 'Send to 1 observer' })).toBeEnabled()
  await page.reload()
  await expect(names(page)).toContainText(nameOf(3))

  await page.getByRole('textbox', { name: 'To station' }).fill('1')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByText(/Nobody is at these stations now/)).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()

  await page.getByRole('combobox', { name: 'County' }).fill('arg')
  await page.getByRole('option', { name: /Argeș/ }).click()
  expect(pathOf(page.url())).toBe('/notifications?county=AG')
  await expect(page.getByText(/^Press Search/)).toBeVisible()
  await page.getByRole('button', { name: 'Reset' }).click()
  expect(pathOf(page.url())).toBe('/notifications')
  await expect(sendButton(page)).toBeEnabled()
})

test('while observers are looked for the screen says so, and nothing can be sent', async ({
  page,
}) => {
  await page.route('**/api/v1/observer/active**', () => new Promise(() => undefined))
  await page.goto('/notifications?county=BV')
  await page.getByRole('button', { name: 'Search', exact: true }).click()

  await expect(page.getByText('Observer filter pending…')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send to ? observers' })).toBeDisabled()
})

test('a title and a message are asked for beside their fields, and too long is said at once', async ({
  page,
}) => {
  await page.goto('/notifications')
  await sendButton(page).click()

  await expect(page.getByText('Title is required.')).toBeVisible()
  await expect(page.getByText('Message is required.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()

  await write(page, 'Atenție', 'ș'.repeat(960))
  await expect(page.getByText(/^\d+ characters too long for a notification\.$/)).toBeVisible()
  await sendButton(page).click()
  await expect(question(page)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
})

test('observers that were selected are named, and nobody else gets the message', async ({
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

  await write(page, 'Doar voi doi', 'Vă așteptăm la ora 18.')
  await page.getByRole('button', { name: 'Send to 2 observers' }).click()
  await question(page).getByRole('button', { name: 'Send to 2 observers' }).click()

  await toast(page).getByRole('button', { name: 'See the history' }).click()
  await page.getByRole('link', { name: 'Doar voi doi' }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('table')).toContainText(nameOf(1))
})

test('more observers than an address holds are kept by the browser; what cannot be read is dropped', async ({
  page,
  server,
}) => {
  const id = await idOf(server.url, nameOf(0))
  await page.goto('/notifications?toObserverIds=[1,')
  await expect(page).toHaveURL(/\/notifications$/)
  await expect(page.getByRole('combobox', { name: 'County' })).toBeVisible()

  await page.goto('/notifications?toObserverIds=stored')
  await expect(page).toHaveURL(/\/notifications$/)
  await page.evaluate((ids) => sessionStorage.setItem('to-observer-ids', ids), `[${id}]`)
  await page.goto('/notifications?toObserverIds=stored')
  await expect(names(page)).toContainText(nameOf(0))
  await expect(page).toHaveURL(/toObserverIds=stored$/)
})

test('somebody who was deleted meanwhile is left out with one press', async ({ page, server }) => {
  const body = { name: 'Petre Plecat', phone: '0761 000 001', pin: '4821' }
  const gone = await asAna(server.url, observers.add, { body })
  const stays = await idOf(server.url, nameOf(0))
  await page.goto(`/notifications?toObserverIds=[${gone},${stays}]`)
  await write(page, 'Plecat', 'Cine mai este?')
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

test('pressing twice sends once, and a reply that was lost sends nothing again', async ({
  page,
  server,
}) => {
  await page.goto('/notifications')
  await write(page, 'O singură dată', 'Acest mesaj pleacă o dată.')
  let isFirst = true
  await page.route('**/api/v1/notification/send/all', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    // It arrives, and the line breaks before the reply does.
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

  await expect(toast(page)).toContainText('The notification was sent to')
  expect(await countSent(server.url, 'O singură dată')).toBe(1)

  await write(page, 'O singură dată', 'Acest mesaj pleacă o dată.')
  await sendButton(page).click()
  await question(page)
    .getByRole('button', { name: /^Send to/ })
    .click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  expect(await countSent(server.url, 'O singură dată')).toBe(2)
})

test('a message that was begun is not lost by following a link', async ({ page }) => {
  await page.goto('/notifications')
  await write(page, 'Început', '')
  await page.getByRole('link', { name: 'Notification history' }).click()

  await question(page).getByRole('button', { name: 'Cancel' }).click()

  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Început')
  expect(pathOf(page.url())).toBe('/notifications')
})

test('a message is written, sent and looked up without a mouse', async ({ page }) => {
  await page.goto('/notifications')
  await expect(sendButton(page)).toBeEnabled()
  await tabTo(page, page.getByRole('textbox', { name: 'Title' }))
  await page.keyboard.type('Tastatura')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Fără mouse.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeVisible()
  await tabTo(page, question(page).getByRole('button', { name: /^Send to/ }))
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('The notification was sent to')

  await tabTo(page, page.getByRole('link', { name: 'Notification history' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Notification history' })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Tastatura' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Tastatura' })).toBeFocused()
})

test('an address of a message that does not exist says so', async ({ page }) => {
  for (const address of ['999999', 'urna']) {
    await page.goto(`/notifications/history/${address}`)
    await expect(page.getByRole('heading', { name: 'There is no such message' })).toBeVisible()
  }
})

test.describe('somebody who runs one organisation', () => {
  test.use({ isSignedIn: false })

  test('writes to the own observers and sees only what the own organisation sent', async ({
    page,
    server,
  }) => {
    const body = { title: 'De la organizator', message: 'Bună dimineața!' }
    await asAna(server.url, notifications.sendAll, { body })
    const ngoId = (await asAna(server.url, accounts.addNgo, {
      body: { name: 'Vot Curat', shortName: 'VC' },
    })) as never
    const calin = { account: 'calin', password: 'parola lui Călin' }
    await asAna(server.url, accounts.add, { body: { ...calin, ngoId } })
    const own = { name: 'Olga Proprie', phone: '0761 000 002', pin: '4821', ngoId }
    await asAna(server.url, observers.add, { body: own })

    await page.goto('/notifications')
    await page.getByLabel('User').fill(calin.account)
    await page.getByLabel('Password', { exact: true }).fill(calin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await write(page, 'De la Vot Curat', 'Ne vedem la sediu.')
    await page.getByRole('button', { name: 'Send to 1 observer' }).click()
    await question(page).getByRole('button', { name: 'Send to 1 observer' }).click()
    await expect(toast(page)).toContainText('The notification was sent to 1 observer')
    await page.getByRole('link', { name: 'Notification history' }).click()

    await expect(page.getByRole('link', { name: 'De la Vot Curat' })).toBeVisible()
    await expect(page.getByRole('link', { name: body.title })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('nothing scrolls sideways, and what was sent stands on cards', async ({ page, server }) => {
    const body = { title: `Un titlu lung ${'foarte '.repeat(20)}`, message: 'ă'.repeat(400) }
    await asAna(server.url, notifications.sendAll, { body })
    const isNarrow = () => page.evaluate(() => document.documentElement.scrollWidth <= 390)

    await page.goto('/notifications?county=CJ')
    await write(page, body.title, body.message)
    await expect(page.getByRole('textbox', { name: 'To station' })).toBeVisible()
    expect(await isNarrow()).toBe(true)
    await write(page, '', '')
    await page.goto('/notifications/history')
    await expect(page.getByRole('list', { name: 'Notification history' })).toBeVisible()
    expect(await isNarrow()).toBe(true)
    await page.getByRole('link', { name: /^Un titlu lung/ }).click()
    await expect(page.getByRole('list', { name: 'Recipients' })).toContainText(nameOf(0))
    expect(await isNarrow()).toBe(true)
  })
})
