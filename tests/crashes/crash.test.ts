// @module-tag slow
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#database/open.ts'
import { freshDatabase } from '#database/testing.ts'
import { expectKept } from '#testing/evening/audit.ts'
import { beginEvening, loadEvening } from '#testing/evening/evening.ts'
import { admin } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'
import { secret } from '#testing/secret.ts'

const { folder, start } = programs()

test('loses and duplicates nothing acknowledged when the server crashes repeatedly', async () => {
  const fresh = await freshDatabase()
  const people = await loadEvening(fresh.url)
  const environment = {
    DATABASE_URL: fresh.url,
    DATA_DIR: await folder(),
    SECRET: secret,
    ADMIN_ACCOUNT: admin.user,
    ADMIN_PASSWORD: admin.password,
  }
  let program = await start({ ...environment, WORKERS: '2' })
  const { url } = program
  const again = (WORKERS: string) => start({ ...environment, WORKERS, PORT: new URL(url).port })

  const { memory, reaches, over } = beginEvening(url, people)
  await reaches(0.25)
  await program.kill()
  program = await again('1')
  await reaches(0.5)
  await endSessions(fresh.url)
  await reaches(0.75)
  expect(await program.stop()).toBe(0)
  program = await again('2')
  await over

  await expectKept(memory, fresh.url, url)
  await program.stop()
  await fresh.drop()
}, 180_000)

/** Disconnects all sessions, as a restart of the database does. */
async function endSessions(url: string): Promise<void> {
  const database = openDatabase({ url, connections: 1 })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and pid <> pg_backend_pid()`.execute(
    database.primary,
  )
  await database.close()
}
