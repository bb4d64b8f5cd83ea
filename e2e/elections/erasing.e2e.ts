import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '#database/open.ts'
import { elections } from '#features/elections/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { asAna, toast } from '../acts.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'erasing' })

/** Some minutes of an evening: enough that erasing it can be watched. */
const lines = 80_000

test('erases observers of a past election with progress, stops, and resumes', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { url } = server
  const { id, name } = await asAna(url, elections.current, {})
  const runoff = { name: 'Turul al doilea', day: '2026-12-06', timezone: 'Europe/Bucharest' }
  const next = (await asAna(url, elections.add, { body: runoff })) as Id<'elections'>
  await asAna(url, elections.makeCurrent, { params: { id: next } })
  await asAna(url, elections.archive, { params: { id } })
  const database = openDatabase({ url: await server.databaseUrl(), connections: 1 })
  await database.write((tx) =>
    sql`insert into history (election_id, at, actor_role, actor_id, actor_name, act, subject, after)
        select ${id}, now(), 'observer', 1, 'Bogdan Pop', 'answers.received', 'visits', '[]'
          from generate_series(1, ${lines}::integer)`.execute(tx),
  )
  await database.close()
  await page.goto('/settings/elections')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  const choose = async (what: string) => {
    await row.getByRole('button', { name: `More actions: ${name}` }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }
  const erase = async () => {
    await choose('Erase personal data')
    await page.getByRole('button', { name: 'Erase', exact: true }).click()
  }

  await erase()
  const progress = row.getByRole('progressbar', { name: 'Erasing personal data' })
  await expect(progress).toBeVisible()
  await expect(progress).not.toHaveAttribute('aria-valuenow', '0')
  await expectNoViolations(page)
  await choose('Stop erasing')
  await expect(toast(page).getByText('what was erased stays erased')).toBeVisible()
  await expect(progress).toBeHidden()
  await expect(row).not.toContainText('No personal data')

  await erase()
  await expect(row).toContainText('No personal data', { timeout: 60_000 })
  await expect(progress).toBeHidden()

  // Reopened it may be observed by others, who can be erased in their turn.
  await choose('Reopen')
  await expect(row).not.toContainText('No personal data')
  await choose('Archive')
  await expect(row).toContainText('Archived')
  await erase()
  await expect(row).toContainText('No personal data', { timeout: 60_000 })

  // Their phones are erased, so none can be called.
  await choose('Open to read')
  await page.getByRole('button', { name: 'Back to the current election' }).waitFor()
  await page.goto('/observatori')
  const first = page.locator('main').getByRole('link', { name: /^#\d/ }).first()
  await expect(first).toBeVisible()
  await expect(page.locator('a[href="tel:"]')).toHaveCount(0)
  await first.click()
  await expect(page.getByRole('heading', { level: 1, name: /^#\d/ })).toBeVisible()
  await expect(page.locator('main').getByText('Phone', { exact: true })).toBeVisible()
  await expect(page.locator('a[href="tel:"]')).toHaveCount(0)
})
