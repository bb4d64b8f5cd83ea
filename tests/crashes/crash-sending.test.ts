// @module-tag slow
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { notifications } from '#features/notifications/contract.ts'
import { addCrowd, words } from '#features/notifications/server/testing.ts'
import { fakePushProviders } from '#testing/fake-push-provider.ts'
import { admin, installations, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// The server is built, and starts twice.
vi.setConfig({ testTimeout: 120_000 })

const install = installations()
const open = fakePushProviders()
const { folder, start } = programs()

test('sends to everyone, and never twice to recorded recipients, when killed while sending', async () => {
  const { database, environment } = await install()
  const provider = await open()
  const crowd = 600
  await addCrowd({ database }, crowd)
  const given = { ...environment, ...provider.settings, DATA_DIR: await folder() }
  const program = await start(given)
  const token = await signIn(program.url, admin)
  const call = phoneAt(program.url, { forMs: 0 })
  // After this many the provider stops answering: as many as run at a time stay under way.
  const taken = 250
  const never = new Promise<undefined>(() => undefined)
  provider.answer(() => (provider.taken.length < taken ? undefined : never))
  const deliveries = async (state: string) => {
    const { rows } = await sql<{ token: string }>`
      select 'phone ' || substr(name, 12) as token
        from deliveries d join observers o on o.election_id = d.election_id and o.id = d.observer_id
       where state = ${state}`.execute(database.primary)
    return rows.map(({ token }) => token)
  }

  await call(notifications.sendAll, { body: words }, token)
  await expect.poll(() => deliveries('sent')).toHaveLength(taken)
  await expect.poll(() => provider.tries.length).toBeGreaterThan(taken)
  await program.kill()
  const recorded = await deliveries('sent')
  // Half a minute later, for which the tests do not wait.
  const silence = sql`update jobs set running_until = running_until - interval '1 minute'
                       where name = 'notifications.deliver'`
  await database.write((tx) => silence.execute(tx))

  provider.answer(() => undefined)
  const again = await start(given)

  await expect.poll(() => deliveries('queued'), { timeout: 60_000, interval: 200 }).toEqual([])
  expect(await deliveries('sent')).toHaveLength(crowd)
  // Each phone has got it; those recorded by the first process were not sent again by the second.
  expect(new Set(provider.taken.map(({ token }) => token)).size).toBe(crowd)
  const known = new Set(recorded)
  expect(provider.tries.filter(({ token }) => known.has(token))).toHaveLength(taken)
  await again.stop()
})
