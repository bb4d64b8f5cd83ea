import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { openDatabase } from '#database/open.ts'
import { elections } from '#features/elections/contract.ts'
import { notifications } from '#features/notifications/contract.ts'
import { asAna, toast } from '../acts.ts'
import { test } from '../stage.ts'
import { expectNoViolations } from '../violations.ts'

test.use({ about: 'starting' })

/** Enough practice that taking it back can be watched. */
const observers = 1_000

const practised = sql`
  with made as (
    insert into observers (election_id, ngo_id, name, phone, phone_digits, pin_hash)
    select e.id, (select min(ngo_id) from observers where election_id = e.id), 'Observator ' || n,
           '09' || lpad(n::text, 8, '0'), '09' || lpad(n::text, 8, '0'), ''
      from elections e, generate_series(1, ${observers}::integer) n where e.is_current
    returning election_id, id, ngo_id
  )
  select count(*) from made`

const visited = sql`
  insert into visits (election_id, observer_id, polling_station_id, ngo_id, county_id, last_modified)
  select o.election_id, o.id, s.id, o.ngo_id, s.county_id, now()
    from observers o join polling_stations s on s.election_id = o.election_id
   where o.name like 'Observator %'`

test('starts the election from a large rehearsal, showing progress', {
  tag: '@slow',
}, async ({ page, server }) => {
  const { url } = server
  const { name } = await asAna(url, elections.current, {})
  const database = openDatabase({ url: await server.databaseUrl(), connections: 1 })
  await database.write((tx) =>
    sql`update elections set state = 'rehearsal' where is_current`.execute(tx),
  )
  await database.write((tx) => practised.execute(tx))
  await database.write((tx) => visited.execute(tx))
  await database.close()
  await asAna(url, notifications.sendAll, {
    body: {
      ...{ title: 'Proba de dimineață', message: 'Plecați spre secție' },
      sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  })
  await page.goto('/settings/elections')
  const real = `${name}, for real`
  const row = page.getByRole('row').filter({ hasText: name })

  await row.getByRole('button', { name: `More actions: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Start for real' }).click()
  const window = page.getByRole('dialog')
  await expect(window.getByRole('button', { name: 'Delete the rehearsal…' })).toHaveCount(0)
  await window.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'End the rehearsal…' }).click()
  await expect(window).toContainText(
    'Messages taken back, because they were scheduled in the rehearsal: 1',
  )
  await expectNoViolations(page)
  await expect(window.getByLabel('Name')).toBeFocused()
  await window.getByLabel('Name').fill(real)
  await window.getByRole('button', { name: 'Start for real', exact: true }).click()

  await expect(toast(page).getByText('it starts for real once that is done')).toBeVisible()
  const progress = row.getByRole('progressbar', { name: 'Removing the rehearsal’s reports' })
  await expect(progress).toBeVisible()
  await expect(progress).not.toHaveAttribute('aria-valuenow', '0')
  await expectNoViolations(page)
  await expect(row).toContainText(real)
  await expect(row).toContainText('Official', { timeout: 60_000 })
  await expect(progress).toBeHidden()
  await expect(page.getByText('nothing you see is real')).toBeHidden()

  await page.goto('/notifications/history')
  await page.getByRole('link', { name: 'Proba de dimineață' }).click()
  await expect(page.getByText('Taken back by ana')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Write to these .* again$/ })).toBeVisible()
})
