import { sql } from 'kysely'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { connectAlone } from '#database/connections/connection.ts'
import { openDatabase } from '#database/open.ts'
import { emptyDatabase } from '#database/testing.ts'
import { answers } from '#features/answers/contract.ts'
import { addressOf } from '#kit/contract/wire.ts'
import {
  admin,
  bogdan,
  type Installation,
  installations,
  relayTo,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 60_000 })

const install = installations()
const { folder, start, refuse, fail } = programs()

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Settings by a database's owner for all connections; each once broke something. */
const hostile = {
  array_nulls: 'off',
  bytea_output: 'escape',
  datestyle: 'German',
  default_transaction_isolation: 'serializable',
  default_transaction_read_only: 'on',
  extra_float_digits: '-15',
  idle_in_transaction_session_timeout: '1',
  idle_session_timeout: '1',
  intervalstyle: 'sql_standard',
  lock_timeout: '1',
  statement_timeout: '1',
  standard_conforming_strings: 'off',
  timezone: 'Asia/Kathmandu',
} as const

async function sayToAll({ database }: Installation, settings: Readonly<Record<string, string>>) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    database.db,
  )
  for (const [setting, value] of Object.entries(settings))
    await database.write((tx) =>
      sql`alter database ${sql.ref(rows[0]!.name)} set ${sql.ref(setting)} = ${sql.lit(value)}`.execute(
        tx,
      ),
    )
}

const report = (url: string, token: string, { body }: ReturnType<typeof reportOf>) =>
  fetch(url + addressOf(answers.send, { body }), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Two observers' evening, as shown in the list. */
async function evening(installation: Installation, environment: Readonly<Record<string, string>>) {
  const { url, stop } = await start({ ...environment, DATA_DIR: await folder() })
  const [anas, bogdans] = [await signIn(url, admin), await signIn(url, bogdan)]
  const sent = await Promise.all(
    [1, 2, 3].map((number) => report(url, bogdans, reportOf(installation, number))),
  )
  const { threads } = await phoneAt(url, { forMs: 0 })(answers.list, { query: {} }, anas)
  const health = (await fetch(`${url}/health`)).status
  await stop()
  return { sent: sent.map(({ status }) => status), threads, health }
}

test('refuses a database with another encoding than UTF-8 in one line, in every program', {
  tags: 'slow',
}, async () => {
  const { url, drop } = await emptyDatabase(
    `encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`,
  )
  undo.push(drop)
  const environment = { DATABASE_URL: url, DATA_DIR: await folder() }

  const refused = await refuse(environment)
  const loaded = await fail('load', [await folder()], environment)

  expect(refused).toEqual({
    code: 1,
    output: expect.stringMatching(/^DATABASE_URL: .*SQL_ASCII.*UTF8.*\n$/),
  })
  expect(loaded.code).toBe(1)
})

test('disables JIT compilation, which takes longer than the statements, whatever the database’s settings', async () => {
  const { name, url, drop } = await emptyDatabase()
  undo.push(drop)
  const database = openDatabase({ url, connections: 1 })
  await sql`alter database ${sql.ref(name)} set jit = on`.execute(database.primary)
  await database.close()
  const anew = openDatabase({ url, connections: 1 })
  undo.push(() => anew.close())

  const jit = (db: typeof anew.db) => sql`select current_setting('jit') as jit`.execute(db)

  expect((await jit(anew.db)).rows).toEqual([{ jit: 'off' }])
  expect((await jit(anew.primary)).rows).toEqual([{ jit: 'off' }])
})

test('refuses a database that cannot sort names in one line', async () => {
  const { name, url, drop } = await emptyDatabase()
  undo.push(drop)
  const theirs = new URL(inject('clusterUrl'))
  theirs.pathname = `/${name}`
  const owner = openDatabase({ url: theirs.href, connections: 1 })
  // As in a PostgreSQL that was built without ICU.
  await sql`delete from pg_collation where collprovider = 'i'`.execute(owner.primary)
  await owner.close()

  const refused = await refuse({ DATABASE_URL: url, DATA_DIR: await folder() })

  expect(refused).toEqual({ code: 1, output: expect.stringMatching(/^DATABASE_URL: .*ICU.*\n$/) })
})

test('reorders names for another version of ICU when a server starts', {
  tags: 'slow',
}, async () => {
  const { name, url, drop } = await emptyDatabase()
  undo.push(drop)
  const environment = { DATABASE_URL: url, DATA_DIR: await folder() }
  await (await start(environment)).stop()
  const theirs = new URL(inject('clusterUrl'))
  theirs.pathname = `/${name}`
  const owner = openDatabase({ url: theirs.href, connections: 1 })
  undo.push(() => owner.close())
  await sql`update pg_collation set collversion = '1' where collname = 'names'`.execute(
    owner.primary,
  )

  const { stop } = await start(environment)
  await stop()

  const { rows } = await sql`
    select collversion = pg_collation_actual_version(oid) as is_its_own from pg_collation
     where collname = 'names'`.execute(owner.primary)
  expect(rows).toEqual([{ isItsOwn: true }])
})

test('accepts a database that holds tables of others', {
  tags: 'slow',
}, async () => {
  const { name, url, drop } = await emptyDatabase()
  undo.push(drop)
  const theirs = new URL(inject('clusterUrl'))
  theirs.pathname = `/${name}`
  const foreign = openDatabase({ url: theirs.href, connections: 2 })
  await sql`create table theirs (id integer)`.execute(foreign.primary)
  await foreign.close()

  const program = await start({ DATABASE_URL: url, DATA_DIR: await folder() })

  expect(await program.stop()).toBe(0)
})

test('overrides hostile defaults that the database’s owner set for all connections', {
  tags: 'slow',
}, async () => {
  const installation = await install()
  await sayToAll(installation, hostile)

  const { sent, threads, health } = await evening(installation, installation.environment)

  expect({ sent, health }).toEqual({ sent: [200, 200, 200], health: 200 })
  expect(threads).toHaveLength(3)
  for (const { lastModified } of threads)
    expect(Math.abs(Date.now() - lastModified.getTime())).toBeLessThan(60_000)
})

test('keeps its own connection settings when the address sets some', {
  tags: 'slow',
}, async () => {
  const installation = await install()
  const url = new URL(installation.environment.DATABASE_URL)
  url.searchParams.set('options', '-c statement_timeout=1 -c work_mem=5MB')
  url.searchParams.set('statement_timeout', '1')
  url.searchParams.set('application_name', 'foreign')

  const evenings = await evening(installation, {
    ...installation.environment,
    DATABASE_URL: url.href,
  })

  expect(evenings).toMatchObject({ sent: [200, 200, 200], health: 200 })
  const database = openDatabase({ url: url.href, connections: 1 })
  undo.push(() => database.close())
  const set = sql<{ memory: string; readOnly: string }>`
    select current_setting('work_mem') as memory,
           current_setting('transaction_read_only') as read_only`
  expect((await set.execute(database.db)).rows).toEqual([{ memory: '5MB', readOnly: 'on' }])
})

test('defers a transaction that conflicts on every retry, without reporting a failure', {
  tags: 'slow',
}, async () => {
  const installation = await install()
  const { database, environment } = installation
  const { url } = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(url, bogdan)
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'could not serialize access' using errcode = '40001'; end $$`.execute(
    database.primary,
  )
  await sql`create trigger refused before insert on answers
    for each row execute function refuse()`.execute(database.primary)

  const refused = await report(url, token, reportOf(installation, 1))

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  await sql`drop trigger refused on answers`.execute(database.primary)
  await sendReport(url, token, reportOf(installation, 1))
})

test('gives up a start on a silent database after ten seconds, in one line', {
  tags: 'slow',
}, async () => {
  const { environment } = await install()
  const relay = await relayTo(environment.DATABASE_URL)
  relay.freeze()
  undo.push(() => relay.cut())
  const silent = { ...environment, DATABASE_URL: relay.url, DATA_DIR: await folder() }

  const from = performance.now()
  const refused = await refuse(silent)
  const tookMs = performance.now() - from

  expect(refused).toEqual({ code: 1, output: expect.stringMatching(/^DATABASE_URL: .+\n$/) })
  expect(tookMs).toBeLessThan(20_000)
})

test('refuses to create tables again when the search path misses the existing ones', {
  tags: 'slow',
}, async () => {
  const installation = await install()
  await sql`create schema other`.execute(installation.database.primary)
  await sayToAll(installation, { search_path: 'other' })

  const { code, output } = await refuse({ ...installation.environment, DATA_DIR: await folder() })

  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^DATABASE_URL: search_path leads to the schema other, .* public\n$/,
    ),
  })
  const client = await connectAlone(installation.environment.DATABASE_URL)
  undo.push(() => client.end())
  const { rows } = await client.query("select to_regclass('other.elections') as made")
  expect(rows).toEqual([{ made: null }])
})
