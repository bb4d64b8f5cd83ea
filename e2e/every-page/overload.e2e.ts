import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '#database/open.ts'
import { notifications } from '#features/notifications/contract.ts'
import { session } from '#features/session/contract.ts'
import { call, nameOf } from '../phone.ts'
import { organiser, type RunningServer } from '../server.ts'
import { test } from '../stage.ts'

test.use({ about: 'overload' })

/** More than the server has connections for reading, and enough for load shedding. */
const callers = 90

/**
 * Overloads the server with reads until the work is done: each list waits for a locked table, and blocks all
 * other reads. Reports are not affected.
 */
async function whileOverloaded(server: RunningServer, work: () => Promise<void>): Promise<void> {
  const { access_token: token } = await call(server.url, session.authorize, { body: organiser })
  const database = openDatabase({ url: await server.databaseUrl(), connections: 1 })
  let isOver = false
  const want = async () => {
    while (!isOver)
      await call(server.url, notifications.list, { query: {} }, token).catch(() => undefined)
  }
  const crowd = Array.from({ length: callers }, want)
  await database.write(async (tx) => {
    await sql`lock table notifications in access exclusive mode`.execute(tx)
    await work().finally(() => {
      isOver = true
    })
  })
  await Promise.all(crowd)
  await database.close()
}

/** The server's shedding level. */
async function pressureOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^veghe_pressure (\S+)$/m.exec(text)?.[1])
}

test('overloaded server accepts reports, keeps the list with a notice and defers an export', {
  tag: '@slow',
}, async ({ page, phone, server }) => {
  const [bogdan, iulia] = [await phone(0), await phone(3)]
  await bogdan.answer(['CJ-N', 1], { A1: ['Nu'] })
  await page.goto('/answers')
  const status = page.getByRole('status').filter({ hasText: /^(Live|Server busy)/ })
  await expect(status).toHaveText('Live')
  const row = page.getByRole('link', { name: nameOf(0) })
  await expect(row).toBeVisible()

  await whileOverloaded(server, async () => {
    await expect.poll(() => pressureOf(server.url)).toBeGreaterThan(3)
    await iulia.answer(['BV-B', 2], { A1: ['Da'] })

    await expect(status).toHaveText('Server busy, refreshing')
    await expect(row).toBeVisible()
    await expect(page.getByRole('link', { name: nameOf(3) })).toBeHidden()
    await page.getByRole('button', { name: 'Download answers' }).click()
    const window = page.getByRole('dialog', { name: 'Download the answers?' })
    await window.getByRole('button', { name: 'Download' }).click()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
      'The server is too busy; reports go first.',
    )
  })

  await expect(page.getByRole('link', { name: nameOf(3) })).toBeVisible({ timeout: 20_000 })
  await expect(status).toHaveText('Live', { timeout: 20_000 })
})
