// @module-tag slow
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { findEmbedded, startEmbedded } from '#database/embedded/embedded.ts'
import { openDatabase } from '#database/open.ts'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { aiud, png } from '#features/notes/server/testing.ts'
import { look as lookInto, taken } from '#features/notes/server/testing-pictures.ts'
import { notifications } from '#features/notifications/contract.ts'
import { addCrowd, words } from '#features/notifications/server/testing.ts'
import { buckets } from '#kit/server/files/testing-bucket.ts'
import { contents } from '#testing/calls/endpoints.ts'
import { expectKept } from '#testing/evening/audit.ts'
import { beginEvening } from '#testing/evening/evening.ts'
import { fakePushProviders } from '#testing/fake-push-provider.ts'
import { BACKUP_PASSPHRASE, backupStage } from '#testing/programs/backup.ts'
import { admin, bogdan, installations, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Servers, databases and programs start, and an evening passes.
vi.setConfig({ testTimeout: 180_000 })

const server = programs()
const { folder, start, run, fail } = server
const install = installations()
const openBucket = buckets()
const openProvider = fakePushProviders()
const { startEvening, elsewhere: somewhereElse, look, file: fileIn } = backupStage(server)

test('restores the evening that was backed up, row by row and file by file', async () => {
  const { people, environment, program } = await startEvening()
  const { memory, over } = beginEvening(program.url, people)
  await over
  await program.stop()
  const file = await fileIn()

  await run('backup', [file], environment)
  const DATA_DIR = await folder()
  await run('restore', [file], { DATA_DIR, BACKUP_PASSPHRASE })

  const embedded = await startEmbedded({ dataDir: DATA_DIR })
  const second = openDatabase({ url: embedded.url, connections: 1 })
  const [before, after] = [
    await contents({ database: look(environment.DATABASE_URL) }),
    await contents({ database: second }),
  ]
  const next = await sql<{ id: number }>`select nextval('history_id_seq')::int as id`.execute(
    second.primary,
  )
  const newest = await second.primary
    .selectFrom('history')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await second.close()
  await embedded.stop()
  expect(after).toEqual(before)
  expect(next.rows[0]!.id).toBeGreaterThan(newest.id)
  expect(await run('verify', [], { DATA_DIR })).toMatch(
    /^\d+ lines, chain intact, head [0-9a-f]{64}/,
  )
  const again = await start({ DATA_DIR })
  await expectKept(memory, (await findEmbedded(DATA_DIR))!, again.url)
  await again.stop()
})

/** The rendition of the only photograph, as staff see it. */
async function see(url: string): Promise<Buffer> {
  const token = await signIn(url, admin)
  const call = phoneAt(url, { forMs: 0 })
  const { threads } = await call(answers.list, { query: {} }, token)
  const { observerId, pollingStationId } = threads[0]!
  const [note] = await call(notes.list, { query: { observerId, pollingStationId } }, token)
  const shown = await fetch(note!.attachments[0]!.shown!)
  return Buffer.from(await shown.arrayBuffer())
}

test('runs pending jobs, and shows photographs whose pictures the backup lacks, where it is restored', async () => {
  const { database, environment } = await install()
  const provider = await openProvider()
  await addCrowd({ database }, 50)
  const given = {
    ...environment,
    ...provider.settings,
    DATA_DIR: await folder(),
    BACKUP_PASSPHRASE,
  }
  const program = await start(given)
  const files = [{ name: 'urna.jpg', bytes: Uint8Array.from(await taken(60, 40)) }]
  const bogdans = await signIn(program.url, bogdan)
  await phoneAt(program.url, { forMs: 0 })(notes.write, { body: { ...aiud } }, bogdans, files)
  const before = await see(program.url)
  const pictures = (dataDir: string) => existsSync(join(dataDir, 'attachments/renditions'))
  expect(pictures(given.DATA_DIR)).toBe(true)
  // The provider does not answer until all has been restored.
  provider.answer(() => new Promise(() => undefined))
  const token = await signIn(program.url, admin)
  await phoneAt(program.url, { forMs: 0 })(notifications.sendAll, { body: words }, token)
  await expect.poll(() => provider.tries.length).toBeGreaterThan(0)
  await program.stop()
  const file = await fileIn()
  await run('backup', [file], given)
  const elsewhere = await somewhereElse()
  await run('restore', [file], elsewhere)
  expect(pictures(elsewhere.DATA_DIR)).toBe(false)

  provider.answer(() => undefined)
  const again = await start({ ...elsewhere, ...provider.settings })

  const sent = () =>
    look(elsewhere.DATABASE_URL)
      .primary.selectFrom('deliveries')
      .select('state')
      .where('state', '=', 'sent')
      .execute()
  await expect.poll(sent, { timeout: 60_000, interval: 200 }).toHaveLength(50)
  const after = await see(again.url)
  expect(await lookInto(after)).toMatchObject({ format: 'jpeg', width: 40, height: 60 })
  expect(after.equals(before)).toBe(true)
  await again.stop()
})

const variablesOf = (settings: Awaited<ReturnType<typeof openBucket>>['settings']) => ({
  S3_BUCKET: settings.name,
  S3_REGION: settings.region,
  S3_ENDPOINT: settings.endpoint ?? '',
  S3_ACCESS_KEY_ID: settings.keys?.accessKeyId ?? '',
  S3_SECRET_ACCESS_KEY: settings.keys?.secretAccessKey ?? '',
})

test('restores attachments of a bucket into a folder or another bucket, and saves the rest when one is lost', async () => {
  const { environment } = await install()
  const [one, other] = [await openBucket(), await openBucket()]
  const given = {
    ...environment,
    ...variablesOf(one.settings),
    DATA_DIR: await folder(),
    BACKUP_PASSPHRASE,
  }
  const program = await start(given)
  const token = await signIn(program.url, bogdan)
  for (const salt of ['one', 'other']) {
    const files = [{ name: 'urna.png', bytes: png(salt) }]
    const body = { ...aiud, text: salt }
    await phoneAt(program.url, { forMs: 0 })(notes.write, { body }, token, files)
  }
  const file = await fileIn()
  const [lost = ''] = one.attachments()
  one.objects.delete(lost)
  const [left = ''] = one.attachments()

  const { code, output } = await fail('backup', [file], given)
  const elsewhere = await somewhereElse()
  await run('restore', [file], { ...elsewhere, ...variablesOf(other.settings) })
  const third = await somewhereElse()
  const restored = await run('restore', [file], third)

  expect(code).toBe(2)
  expect(output).toContain(
    `1 attachments are not in their store as they came:\n${lost.slice(-64)}\n`,
  )
  expect(other.attachments().map((key) => other.objects.get(key))).toEqual([one.objects.get(left)])
  expect(restored).toContain('The backup lacks 1 attachments.\n')
  expect(await readFile(join(third.DATA_DIR, 'attachments', left))).toEqual(one.objects.get(left))
  expect(existsSync(join(third.DATA_DIR, 'attachments', lost))).toBe(false)
  await program.stop()
})
