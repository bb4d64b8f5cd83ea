import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { openTemporaryDatabase } from '#database/copying/restore-target.ts'
import { removeOutside } from '#database/embedded/embedded.ts'
import type { Config } from '../server/config.ts'
import { restoreArchive } from './read-archive.ts'
import { archiveIn, type BackupFile } from './read-file.ts'

type Tested = BackupFile & {
  readonly config: Config
  readonly url: string
  readonly secret: string
}

/**
 * Restores a backup into a temporary database, which is then removed. Rows, references and attachments are compared with
 * what the backup says it holds; attachments are read, and not stored.
 * @throws Error that says why it cannot be restored.
 */
export async function testRestore({ config, url, secret, ...backup }: Tested): Promise<void> {
  const folder = join(config.DATA_DIR, 'restore-test')
  const whole = { recursive: true, force: true } as const
  await rm(folder, whole)
  await mkdir(folder, { recursive: true })
  const place = await openTemporaryDatabase(url, folder)
  try {
    await restoreArchive(archiveIn(backup), {
      url: place.url,
      files: { receive: digested },
      report: () => undefined,
      keepSecret: async (found) => {
        if (found !== secret) throw new Error('SECRET: differs from the one in the backup')
      },
    })
  } finally {
    await place.drop()
    await removeOutside(folder)
    await rm(folder, whole)
  }
}

/** Reads an attachment to its end, and stores nothing. */
async function digested(stream: Readable) {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  const nothing = async () => undefined
  return { sha256: hash.digest(), keep: nothing, discard: nothing }
}
