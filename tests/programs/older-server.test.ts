// @module-tag slow
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import {
  admin,
  bogdan,
  installations,
  openScreen,
  reportOf,
  sendReport,
  signIn,
} from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Several programs start in each test.
vi.setConfig({ testTimeout: 90_000 })

const install = installations()
const { folder, start, later } = programs()

test('stops all processes of an older server after a schema upgrade while the newer goes on', async () => {
  const installation = await install()
  const { environment } = installation
  const older = await start({ ...environment, WORKERS: '2', DATA_DIR: await folder() })
  const screen = await openScreen(older.url, await signIn(older.url, admin))
  const token = await signIn(older.url, bogdan)
  const newer = await later({ '9000_later.sql': 'create table added_later (id integer)' })
  const before = older.output()

  const { serving } = newer({ ...environment, DATA_DIR: await folder() })

  expect(await older.exited).toBe(1)
  expect(older.output()).toBe(
    `${before}The database is newer than this version: it has run 9000_later.sql\n`,
  )
  await screen.ended
  await sendReport(await serving, token, reportOf(installation, 1))
})

test('keeps an older server running beside a newer version, without restoring its own functions', async () => {
  const installation = await install()
  const { database, environment } = installation
  const older = await start({ ...environment, DATA_DIR: await folder() })
  const token = await signIn(older.url, bogdan)
  const newer = await later(
    {},
    {
      'revisions.json': JSON.stringify({ 'history.sql': { revision: 99 } }),
      'history.sql': `
        create or replace function refuse_change() returns trigger language plpgsql as
          $$ begin raise exception 'as of tomorrow'; end $$;`,
    },
  )

  await newer({ ...environment, DATA_DIR: await folder() }).serving
  await sendReport(older.url, token, reportOf(installation, 1))
  await older.stop()
  const again = await start({ ...environment, DATA_DIR: await folder() })
  await sendReport(again.url, token, reportOf(installation, 2))

  const changing = database.write((tx) => sql`truncate history_seals`.execute(tx))
  await expect(changing).rejects.toThrow('as of tomorrow')
})
