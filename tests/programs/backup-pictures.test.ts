// @module-tag slow
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { phoneAt } from '#apps/cli/phone.ts'
import { answers } from '#features/answers/contract.ts'
import { notes } from '#features/notes/contract.ts'
import { aiud } from '#features/notes/server/testing.ts'
import { look, taken } from '#features/notes/server/testing-pictures.ts'
import { BACKUP_PASSPHRASE, backupStage } from '#testing/programs/backup.ts'
import { admin, bogdan, installations, signIn } from '#testing/programs/installation.ts'
import { programs } from '#testing/programs/process.ts'

// Servers, databases and programs start.
vi.setConfig({ testTimeout: 120_000 })

const server = programs()
const { folder, start, run } = server
const install = installations()
const { elsewhere: somewhereElse, file: fileIn } = backupStage(server)

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

test('shows a restored photograph although its picture was not in the backup', async () => {
  const { environment } = await install()
  const given = { ...environment, DATA_DIR: await folder(), BACKUP_PASSPHRASE }
  const program = await start(given)
  const files = [{ name: 'urna.jpg', bytes: Uint8Array.from(await taken(60, 40)) }]
  const token = await signIn(program.url, bogdan)
  await phoneAt(program.url, { forMs: 0 })(notes.write, { body: { ...aiud } }, token, files)
  const before = await see(program.url)
  const pictures = (dataDir: string) => existsSync(join(dataDir, 'attachments/renditions'))
  expect(pictures(given.DATA_DIR)).toBe(true)
  const file = await fileIn()

  await run('backup', [file], given)
  const elsewhere = await somewhereElse()
  await run('restore', [file], elsewhere)

  expect(pictures(elsewhere.DATA_DIR)).toBe(false)
  const again = await start(elsewhere)
  const after = await see(again.url)
  expect(await look(after)).toMatchObject({ format: 'jpeg', width: 40, height: 60 })
  expect(after.equals(before)).toBe(true)
  await again.stop()
  await program.stop()
})
