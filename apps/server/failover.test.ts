import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#database/open.ts'
import { pairs } from '#database/testing-replica.ts'
import { expectKept } from './testing-audit.ts'
import { beginEvening, loadEvening } from './testing-evening.ts'
import { admin, relayTo } from './testing-installation.ts'
import { patient } from './testing-patience.ts'
import { programs } from './testing-process.ts'
import { secret } from './testing-secret.ts'

// Two databases start, and two programs.
vi.setConfig({ testTimeout: 180_000 })

const pair = pairs()
const { folder, start } = programs()

/** Asks a database for one thing, past every server. */
async function ask(url: string, statement: string): Promise<readonly unknown[]> {
  const database = openDatabase({ url, connections: 1 })
  try {
    return (await sql.raw(statement).execute(database.primary)).rows
  } finally {
    await database.close()
  }
}

test('a primary that is killed while observers report is replaced by its replica within half a minute, and nothing acknowledged is lost', async () => {
  const { primaryUrl, replicaUrl, killPrimary } = await pair()
  await ask(primaryUrl, "alter system set synchronous_standby_names = '*'")
  await ask(primaryUrl, 'select pg_reload_conf()')
  const isSynchronous = () => ask(primaryUrl, 'select sync_state from pg_stat_replication')
  await vi.waitFor(() => expect(isSynchronous()).resolves.toEqual([{ syncState: 'sync' }]), patient)
  const people = await loadEvening(primaryUrl)
  const relay = await relayTo(primaryUrl)
  const environment = {
    DATABASE_URL: relay.url,
    DATA_DIR: await folder(),
    SECRET: secret,
    ADMIN_ACCOUNT: admin.user,
    ADMIN_PASSWORD: admin.password,
  }
  const servers = [await start(environment), await start(environment)]
  let end = () => {}
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  const urls = servers.map(({ url }) => url)
  const { memory, acknowledged, reaches, over } = beginEvening(urls, people, mayEnd)
  await reaches(0.4)

  const killedAt = performance.now()
  await killPrimary()
  // As whoever minds the databases does: nobody reaches the old one any more, before there is a new one.
  await relay.cut()
  const before = acknowledged()
  await ask(replicaUrl, 'select pg_promote()')
  relay.turnTo(replicaUrl)
  await relay.mend()
  await vi.waitFor(() => expect(acknowledged()).toBeGreaterThan(before + people.length), patient)

  expect(performance.now() - killedAt).toBeLessThan(30_000)
  end()
  await over
  await expectKept(memory, replicaUrl, urls[0]!)
  for (const server of servers) expect(await server.stop()).toBe(0)
  await relay.cut()
})
