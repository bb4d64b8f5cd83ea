// @module-tag slow
import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { miscounted } from '#apps/server/projections.ts'
import type { Database } from '#database/open.ts'
import { decrypt } from '#kit/server/security/encryption.ts'
import { beginEvening } from '#testing/evening/evening.ts'
import { BACKUP_PASSPHRASE, backupStage } from '#testing/programs/backup.ts'
import { admin, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Servers, databases and programs start, and an evening passes.
vi.setConfig({ testTimeout: 180_000 })

const server = programs()
const { start, run } = server
const { startEvening, elsewhere: somewhereElse, look, file: fileIn } = backupStage(server)

test('backs up a consistent snapshot while phones send, and starts from it elsewhere', async () => {
  const { people, environment, program } = await startEvening()
  const token = await signIn(program.url, admin)
  let end = () => {}
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve
  })
  const { memory, reaches, over } = beginEvening(program.url, people, mayEnd)
  await reaches(0.4)
  const before = { notes: new Set(memory.notes), files: new Set(memory.files) }
  const file = await fileIn()

  const output = await run('backup', [file], environment)
  end()
  await over
  const elsewhere = await somewhereElse()
  await run('restore', [file], elsewhere)

  expect(output).toMatch(
    /^Backed up to .+evening\.backup in .+: \d+ rows, \d+ attachments, .+ MB\n$/,
  )
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const [first, second] = [look(environment.DATABASE_URL), look(elsewhere.DATABASE_URL)]
  expect(await miscounted(second)).toEqual([])
  // docs/operations.md describes the file: the system's tar reads what it encrypts.
  const plain = await buffer(decrypt(createReadStream(file), BACKUP_PASSPHRASE))
  const names = execFileSync('tar', ['-tzf', '-'], { input: plain, encoding: 'utf8' }).split('\n')
  expect(names).toEqual(expect.arrayContaining(['manifest.json', 'tables/visits/00000001']))
  // Its history is the first's up to that moment, and no line mentions missing data.
  const lines = (at: Database) =>
    at.primary.selectFrom('history').selectAll().orderBy('id').execute()
  const [all, some] = [await lines(first), await lines(second)]
  const ids = new Set(some.map(({ id }) => id))
  expect(some).toEqual(all.filter(({ id }) => ids.has(id)))
  expect(some.length).toBeLessThan(all.length)
  const received = some.filter(({ act }) => act === 'notes.received').length
  const stored = await second.primary.selectFrom('notes').select('id').execute()
  expect(stored).toHaveLength(received)
  expect(received).toBeGreaterThanOrEqual(before.notes.size)
  for (const digest of before.files) {
    const at = (dataDir: string) => join(dataDir, 'attachments', digest.slice(0, 2), digest)
    expect(await readFile(at(elsewhere.DATA_DIR))).toEqual(await readFile(at(environment.DATA_DIR)))
  }
  // Signed-in users still are, and others can sign in: the secret was restored as well.
  const again = await start(elsewhere)
  const page = await fetch(`${again.url}/api/v1/observer`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(page.status).toBe(200)
  await signIn(again.url, admin)
  await again.stop()
  await program.stop()
})
