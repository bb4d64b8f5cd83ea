import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Snapshot } from '#database/copying/snapshot.ts'
import { codeOf } from '#database/failure.ts'
import { syncFolder } from '#kit/server/files/files.ts'
import { encrypt } from '#kit/server/security/encryption.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import about from '../../package.json' with { type: 'json' }
import { openFiles } from '../server/attachments.ts'
import type { Config } from '../server/config.ts'
import { findSecret } from '../server/secret.ts'
import type { Contents } from './format.ts'
import { archiveOf, linesOf } from './write-archive.ts'

/** Rows and history are text, which compresses well at any level. */
const compression = { level: 3, chunkSize: 65_536 } as const

/** The name of a backup that is not complete. */
export const draftSuffix = '.unfinished'

/** The secret of the settings; undefined when no server was ever started with them. */
export const secretOf = async ({ SECRET, DATA_DIR }: Config): Promise<string | undefined> =>
  SECRET ?? findSecret(DATA_DIR)

/**
 * Closes a snapshot of a database that was set up with another secret.
 * @throws Error for such a one: accounts and phones restored from its backup could not sign in.
 */
export async function expectOwn(snapshot: Snapshot, secret: string): Promise<void> {
  const [known] = await linesOf(snapshot.answer('select secret_fingerprint from installation'))
  if (known === undefined || known === openSecrets(secret).fingerprint) return
  await snapshot.close()
  throw new Error('SECRET: differs from the one this database was set up with')
}

type Writing = {
  readonly config: Config
  readonly snapshot: Snapshot
  readonly secret: string
  readonly passphrase: string
  readonly interrupted: AbortSignal
  /** Called with its progress. */
  readonly report: (done: string) => void
}

/** The file gets its name only once it is complete and on the disk. Closes the snapshot. */
export async function writeBackup(file: string, writing: Writing): Promise<Contents> {
  const { config, snapshot, secret, passphrase, interrupted, report } = writing
  const draft = `${file}${draftSuffix}`
  let contents: Contents = { rows: {}, attachments: 0, missing: [] }
  try {
    const files = await openFiles(config)
    await pipeline(
      archiveOf({ snapshot, files, secret, version: about.version, report }, (all) => {
        contents = all
      }),
      createGzip(compression),
      (compressed: AsyncIterable<Buffer>) => encrypt(compressed, passphrase),
      createWriteStream(draft, { mode: 0o600, flush: true }),
      { signal: interrupted },
    )
    await rename(draft, file)
    await syncFolder(dirname(file))
    return contents
  } catch (error) {
    await rm(draft, { force: true })
    if (codeOf(error) === 'ENOSPC') throw new Error(`${dirname(file)} is full`, { cause: error })
    throw interrupted.aborted ? interrupted.reason : error
  } finally {
    await snapshot.close()
  }
}
