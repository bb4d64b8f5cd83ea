import { expect } from '@playwright/test'
import { notifications } from '#features/notifications/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { asAna, question, toast, writeMessage } from '../acts.ts'
import { nameOf, phoneOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'notification history' })

test('sends a message to all observers and shows that no provider is set up', {
  tag: '@slow',
}, async ({ page, server }) => {
  const total = await asAna(server.url, observers.count, {})
  await page.goto('/notifications')
  await expect(page.getByText(`${total} observers`, { exact: true })).toBeVisible()
  await writeMessage(page, 'Închiderea', 'Rămâneți până la\nafișarea rezultatelor.')
  const preview = page.getByRole('figure')
  await expect(preview).toContainText('Închiderea')
  await expect(preview).toContainText('Rămâneți până la')

  await page.getByRole('button', { name: `Send to ${total} observers` }).click()
  await expect(question(page)).toContainText(`Send this message to ${total} observers?`)
  await expect(question(page)).toContainText('No message provider is set up')
  await expect(question(page)).toContainText('To all observers, of every organisation.')
  await expect(question(page).getByRole('blockquote')).toContainText('Închiderea')
  await expect(question(page).getByRole('blockquote')).toContainText('afișarea rezultatelor.')
  await question(page)
    .getByRole('button', { name: /^Send to/ })
    .click()

  await expect(toast(page)).toContainText('The message reaches no phone')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expect(page.getByText('Title is required.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send Închiderea at once' }).click()
  await expect(page.getByText('This message reached no phone.')).toBeVisible()
  const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem')
  await expect(results).toHaveText([
    '0 Opened',
    '0 Sent',
    `${total} Not sent: no message provider is set up.`,
  ])

  await page.getByRole('link', { name: 'History', exact: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'Închiderea' })
  await expect(row).toContainText('ana')
  await expect(row).toContainText(`0 of ${total}`)
  await expect(row).toContainText(`${total} not sent`)
  await expect(row.getByRole('img')).toHaveAccessibleName(
    `0 opened, 0 sent, 0 waiting, ${total} not sent`,
  )
  await row.click()

  await expect(page.getByRole('heading', { name: 'Închiderea' })).toBeVisible()
  await expect(page.getByText('This message reached no phone.')).toBeVisible()
  const recipients = page.getByRole('table', { name: 'Recipients' })
  await expect(recipients.getByRole('row')).toHaveCount(total + 1)
  const bogdan = recipients.getByRole('row').filter({ hasText: nameOf(0) })
  await expect(bogdan).toContainText('Not sent: no message provider is set up.')
  await page.getByRole('link', { name: 'Opened 0' }).click()
  await expect(page.getByText('No recipient is in this state')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No recipient is in this state')).toBeVisible()
})

test('sends a failed message again and updates the counts live', {
  tag: '@slow',
}, async ({ page, server }) => {
  const body = { title: 'Încă o dată', message: 'Verificați urna mobilă.' }
  const total = await asAna(server.url, notifications.sendAll, { body })
  await page.goto('/notifications/history')
  await page.getByRole('link', { name: body.title }).click()
  const failed = page.getByRole('link', { name: `Not sent ${total}` })
  await expect(failed).toBeVisible()

  await page.getByRole('button', { name: `Send again to ${total}` }).click()

  await expect(toast(page)).toContainText(`Trying ${total} observers again`)
  await expect(failed).toBeVisible()
})

test('sends a message again, with its text, only to observers who have not opened it', async ({
  page,
  server,
}) => {
  await asAna(server.url, notifications.sendAll, {
    body: { title: 'Nedeschis', message: '{name}, rămâi la {station}.' },
  })
  const { data } = await asAna(server.url, notifications.list, { query: {} })
  const [latest] = data
  await (await phoneOf(server.url, 1)).open(latest!.id)

  await page.goto(`/notifications/history/${latest!.id}?state=failed`)
  const count = latest!.recipients - 1
  await page.getByRole('button', { name: `Write to these ${count} again` }).click()

  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Nedeschis')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
    '{name}, rămâi la {station}.',
  )
  await expect(page.getByText(`${count} selected observers`).first()).toBeVisible()
  await page.getByRole('button', { name: `Send to ${count} observers` }).click()
  const sending = page.waitForRequest('**/notification/send')
  await question(page)
    .getByRole('button', { name: /^Send to/ })
    .click()
  expect((await sending).postDataJSON()).toMatchObject({ again: latest!.id })
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('')
  const sent = await asAna(server.url, notifications.list, { query: {} })
  expect(sent.data.map(({ title, recipients }) => [title, recipients]).slice(0, 2)).toEqual([
    ['Nedeschis', count],
    ['Nedeschis', count + 1],
  ])
})

test('leaves a deleted observer out of the repeat and keeps the text', async ({ page, server }) => {
  await asAna(server.url, notifications.sendAll, {
    body: { title: 'Iarăși', message: 'La ora 12.' },
  })
  const [latest] = (await asAna(server.url, notifications.list, { query: {} })).data
  const [first] = (await asAna(server.url, observers.list, { query: {} })).data
  await page.goto(`/notifications/history/${latest!.id}`)
  await page.getByRole('button', { name: /^Write to these \d+ again/ }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Iarăși')
  await asAna(server.url, observers.remove, { query: { id: first!.id } })
  await page.reload()

  await page.getByRole('button', { name: 'Leave them out' }).click()

  await expect(page.getByText(`${latest!.recipients - 1} selected observers`).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Iarăși')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('La ora 12.')
})

test('reports a message address that does not exist', async ({ page }) => {
  for (const address of ['999999', 'urna']) {
    await page.goto(`/notifications/history/${address}`)
    await expect(page.getByRole('heading', { name: 'There is no such message' })).toBeVisible()
  }
})
