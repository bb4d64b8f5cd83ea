// @module-tag slow
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { miscounted } from '#apps/server/projections.ts'
import type { Database } from '#database/open.ts'
import { observers } from '#features/observers/contract.ts'
import { session } from '#features/session/contract.ts'
import { addressOf } from '#kit/contract/wire.ts'
import { lockElectionShared } from '#kit/server/election-lock.ts'
import { holdLocks, waitingForARow } from '#testing/locks.ts'
import { pollOptions } from '#testing/polling.ts'
import {
  admin,
  bogdan,
  installations,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 90_000 })

const install = installations()
const { folder, start, later, refuse } = programs()

/** Where a migration of these tests pauses until it is released. */
const threshold = 20
const standStill = `select pg_advisory_xact_lock(${threshold});`
const holdThreshold = (database: Database) =>
  hold(database, (tx) => sql`select pg_advisory_xact_lock(${threshold})`.execute(tx))

/** Locks still held when a test fails. */
let held: (() => Promise<void>)[] = []
const hold: typeof holdLocks = async (database, take) => {
  const letGo = await holdLocks(database, take)
  held.push(letGo)
  return letGo
}
afterEach(async () => {
  for (const letGo of held) await letGo()
  held = []
})

const waitFor = (database: Database, waiting: number) =>
  vi.waitFor(async () => expect(await waitingForARow(database)).toBe(waiting), pollOptions)

const cora = { name: 'Cora Stan', phone: '0700 000 009', pin: '1111' }

test('counts an observer that an older server adds while a newer begins counting', async () => {
  const { database, environment } = await install()
  const older = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(older.url, admin)
  const letGo = await holdThreshold(database)
  const newer = await later(
    {
      '9000_tally.sql': `
        create table tally (total integer not null);
        insert into tally select count(*) from observers;
        ${standStill}`,
    },
    {
      'tally.sql': `
        create function count_one() returns trigger language plpgsql as
          $$ begin update tally set total = total + 1; return null; end $$;
        create trigger counted after insert on observers for each row execute function count_one();`,
    },
  )
  const launched = newer({ ...environment, DATA_DIR: await folder() })
  await waitFor(database, 1)

  let isAnswered = false
  const adding = phoneAt(older.url, { forMs: 0 })(observers.add, { body: cora }, token).then(
    () => true,
    () => false,
  )
  void adding.then(() => {
    isAnswered = true
  })
  await vi.waitFor(
    async () => expect(isAnswered || (await waitingForARow(database)) === 2).toBe(true),
    pollOptions,
  )
  await letGo()
  const isAdded = await adding
  const url = await launched.serving
  if (!isAdded) await phoneAt(url, { forMs: 10_000 })(observers.add, { body: cora }, token)

  const { rows } = await sql`
    select (select count(*) from observers) as observers, total from tally`.execute(
    database.primary,
  )
  expect(rows).toEqual([{ observers: 2, total: 2 }])
})

test('defers calls that an older server cannot serve after a schema upgrade, without a failure', async () => {
  const { database, environment } = await install()
  const older = await start({ ...environment, DATA_DIR: await folder() })
  const letGo = await holdThreshold(database)
  const newer = await later({
    '9000_handset.sql': `
      alter table sessions add column handset text not null default 'unknown';
      alter table sessions alter column handset drop default;
      ${standStill}`,
  })
  newer({ ...environment, DATA_DIR: await folder() })
  await waitFor(database, 1)

  const reply = fetch(older.url + addressOf(session.authorize, { body: bogdan }), {
    method: session.authorize.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bogdan),
  })
  await waitFor(database, 2)
  await letGo()

  const { status, headers } = await reply
  expect({ status, after: headers.get('retry-after') }).toEqual({ status: 503, after: '2' })
  expect(await older.exited).toBe(1)
})

test('accepts reports on the older server while the newer waits for a lock', async () => {
  const installation = await install()
  const { database, environment } = installation
  const older = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(older.url, bogdan)
  // A slow import.
  const letGo = await hold(database, async (tx) => {
    const { id } = await tx.selectFrom('elections').select('id').executeTakeFirstOrThrow()
    await lockElectionShared(tx, id)
    await sql`update observers set name = 'Bogdan Popescu'`.execute(tx)
  })
  const newer = await later({ '9000_note.sql': 'alter table observers add column remark text' })
  const { serving } = newer({ ...environment, DATA_DIR: await folder() })
  await waitFor(database, 1)

  await sendReport(older.url, token, reportOf(installation, 1))
  await sendReport(older.url, token, reportOf(installation, 2))
  await letGo()

  await sendReport(await serving, token, reportOf(installation, 3))
})

test('recounts everything on an upgrade and corrects figures that differ', async () => {
  const installation = await install()
  const { database, environment } = installation
  const older = await start({ ...environment, DATA_DIR: await folder() })
  await sendReport(older.url, await signIn(older.url, bogdan), reportOf(installation, 1))
  await vi.waitFor(async () => expect(await miscounted(database)).toEqual([]), pollOptions)
  const newer = await later({ '9000_later.sql': 'create table added_later (id integer)' })
  await sql`update visit_counts set reported = reported + 4`.execute(database.primary)
  expect(await miscounted(database)).not.toEqual([])

  await newer({ ...environment, DATA_DIR: await folder() }).serving

  expect(await older.exited).toBe(1)
  await vi.waitFor(async () => expect(await miscounted(database)).toEqual([]), pollOptions)
})

test('refuses a database from before the baseline and names the commit to pass through', async () => {
  const { database, environment } = await install()
  const version = sql<{ name: string }>`select name from migrations order by name`
  await sql`update migrations set name = '0001_elections.sql' where name = '0156_baseline'`.execute(
    database.primary,
  )
  const before = (await version.execute(database.primary)).rows

  expect(await refuse({ ...environment, DATA_DIR: await folder() })).toEqual({
    code: 1,
    output:
      'DATABASE_URL: The database is too old for this version: start the version of commit 8db344fd once, and then this one\n',
  })

  expect((await version.execute(database.primary)).rows).toEqual(before)
})
