// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findEmbedded } from '#database/embedded/embedded.ts'
import { openDatabase } from '#database/open.ts'
import { expectKept } from '#testing/evening/audit.ts'
import { beginEvening, loadEvening } from '#testing/evening/evening.ts'
import { admin } from '#testing/programs/installation.ts'
import { embeddedPid, programs } from '#testing/programs/process.ts'
import { secret } from '#testing/secret.ts'

const { folder, start } = programs()

test('loses and duplicates nothing acknowledged when server and database are killed alternately', async () => {
  const DATA_DIR = await folder()
  const environment = {
    DATA_DIR,
    DEMO: 'off',
    SECRET: secret,
    ADMIN_ACCOUNT: admin.user,
    ADMIN_PASSWORD: admin.password,
  }
  let program = await start(environment)
  const { url } = program
  const again = (WORKERS: string) => start({ ...environment, WORKERS, PORT: new URL(url).port })
  const people = await loadEvening(await databaseOf(DATA_DIR))

  const { memory, reaches, over } = beginEvening(url, people)
  await reaches(0.2)
  await program.kill()
  program = await again('2')
  await reaches(0.45)
  process.kill((await embeddedPid(DATA_DIR)) ?? 0, 'SIGKILL')
  // The server's supervisor restarts it, as the tests do.
  expect(await program.exited).toBe(1)
  expect(program.output()).toContain('The database ended: ')
  program = await again('1')
  await reaches(0.7)
  // PostgreSQL disconnects everybody and recovers by itself; so do we.
  process.kill(await oneSession(await databaseOf(DATA_DIR)), 'SIGKILL')
  await over

  await expectKept(memory, await databaseOf(DATA_DIR), url)
  expect(await program.stop()).toBe(0)
}, 180_000)

async function databaseOf(dataDir: string): Promise<string> {
  const url = await findEmbedded(dataDir)
  if (!url) throw new Error('The database does not run')
  return url
}

/** The process of one of the server's connections. */
async function oneSession(url: string): Promise<number> {
  const database = openDatabase({ url, connections: 1 })
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() limit 1`.execute(
    database.primary,
  )
  await database.close()
  return rows[0]?.pid ?? 0
}
