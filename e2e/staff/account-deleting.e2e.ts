import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '#database/open.ts'
import { accounts } from '#features/accounts/contract.ts'
import { exports } from '#features/export/contract.ts'
import { history } from '#features/history/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { holdLocks } from '#testing/locks.ts'
import { addCalin, asAna, choose, question, rowOf, toast } from '../acts.ts'
import { call, fileOf } from '../phone.ts'
import { test } from '../stage.ts'

test.use({ about: 'account deleting' })

test('names pending jobs that would end before deleting an account', async ({ page, server }) => {
  const { user, password } = await addCalin(server.url)
  const { access_token: token } = await call(server.url, session.authorize, {
    body: { user, password },
  })
  const database = openDatabase({ url: await server.databaseUrl(), connections: 2 })
  try {
    // Neither ends by itself: what the one reads and the other writes is locked.
    const letGo = await holdLocks(database, (tx) =>
      sql`lock table notes in access exclusive mode; lock table observers in share mode`.execute(
        tx,
      ),
    )
    const file = fileOf('lista.csv', 'Phone,Pin,Name', '0747 000 001,4821,Nimeni')
    await call(server.url, observers.startImport, { body: {} }, token, file)
    await call(server.url, exports.start, { body: { what: 'notes' } }, token)

    await page.goto('/settings/accounts')
    await choose(page, user, 'Delete')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(question(page)).toContainText('calin has something in progress')
    await expect(question(page)).toContainText('1 import, 1 export')
    await question(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, user)).toHaveCount(1)
    expect((await asAna(server.url, accounts.list, {})).map((one) => one.account)).toContain(user)

    await choose(page, user, 'Delete')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await question(page).getByRole('button', { name: 'Stop them and delete' }).click()
    await expect(toast(page)).toContainText('The account calin has been deleted')
    await expect(page.getByRole('button', { name: `More actions: ${user}` })).toHaveCount(0)
    await letGo()
  } finally {
    await database.close()
  }

  const act = 'tasks.cancelled'
  const { data } = await asAna(server.url, history.list, { query: { act } })
  expect(data.map(({ actorName }) => actorName)).toEqual(['ana', 'ana'])
  const { totalItems } = await asAna(server.url, observers.list, { query: { name: 'Nimeni' } })
  expect(totalItems).toBe(0)
})

test('restores a deleted account at once, or later from the list of deleted ones', {
  tag: '@slow',
}, async ({ page, server }) => {
  const body = { user: 'horia', password: 'parola primită de Horia' }
  await asAna(server.url, accounts.add, { body: { account: body.user, password: body.password } })
  const back = page.getByRole('button', { name: 'Bring back horia' })
  const acts = page.getByRole('button', { name: 'More actions: horia' })
  const deletes = async () => {
    await choose(page, body.user, 'Delete')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(back).toBeVisible()
    await expect(acts).toHaveCount(0)
    await expect(call(server.url, session.authorize, { body })).rejects.toThrow()
  }
  await page.goto('/settings/accounts')

  await deletes()
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page).getByText('The account horia is back')).toBeVisible()
  await expect(back).toHaveCount(0)
  await call(server.url, session.authorize, { body })

  await deletes()
  await page.reload()
  await back.click()
  await expect(acts).toHaveCount(1)
  await expect(back).toHaveCount(0)
  await call(server.url, session.authorize, { body })
})
