import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { openSnapshot, type Snapshot } from '#database/copying/snapshot.ts'
import { codeOf } from '#database/failure.ts'
import { syncFolder } from '#kit/server/files/files.ts'
import { encrypt } from '#kit/server/security/encryption.ts'
import { openSecrets } from '#kit/server/security/secrets.ts'
import about from '../../package.json' with { type: 'json' }
import { openFiles } from '../server/attachments.ts'
import { type Config, readConfig } from '../server/config.ts'
import { named, reasonOf } from '../server/refusal.ts'
import { findSecret } from '../server/secret.ts'
import { misused, readArguments } from './arguments.ts'
import type { Contents } from './backup-format.ts'
import { expectDatabase, getExisting } from './existing-database.ts'
import { readPassphrase } from './passphrase.ts'
import { inMegabytes, showProgress, whenInterrupted } from './progress.ts'
import { archiveOf, linesOf } from './write-backup.ts'

/** Rows and history are text, which compresses well at any level. */
const compression = { level: 3, chunkSize: 65_536 } as const

/**
 * `npm run backup -- FILE`: writes the database, the attachments and the secret, as of one moment, into an encrypted file,
 * with or without a running server. Exit code 2 if the file is written, but attachments were
 */
async function main(): Promise<void> {
  const { positionals } = readArguments('backup', { allowPositionals: true })
  const [given, ...others] = positionals
  if (!given || others.length > 0) throw misused('backup', 'One file must be given')
  const file = resolve(given)
  if (existsSync(file)) throw new Error(`${file} is there already: choose another name`)
  const config = readConfig(process.env)
  await expectDatabase(config)
  const secret = config.SECRET ?? (await findSecret(config.DATA_DIR).catch(named('DATA_DIR')))
  if (!secret)
    throw new Error(`SECRET: not set, and no server was ever started in ${config.DATA_DIR}`)
  const passphrase = await readPassphrase(process.env['BACKUP_PASSPHRASE'], true)

  const started = performance.now()
  const { url, setting, leave } = await getExisting(config)
  try {
    const snapshot = await openSnapshot(url).catch(named(setting))
    await refuseOther(snapshot, secret)
    const contents = await write(file, { config, snapshot, secret, passphrase })
    const rows = Object.values(contents.rows).reduce((sum, count) => sum + count, 0)
    const saved = contents.attachments - contents.missing.length
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const size = inMegabytes((await stat(file)).size)
    console.log(
      `Backed up to ${file} in ${seconds} s, as of ${snapshot.at}: ${rows} rows, ${saved} attachments, ${size}`,
    )
    complain(contents)
  } finally {
    await leave()
  }
}

/** Accounts and phones restored from a backup with another secret could not sign in. */
async function refuseOther(snapshot: Snapshot, secret: string): Promise<void> {
  const [known] = await linesOf(snapshot.answer('select secret_fingerprint from installation'))
  if (known === undefined || known === openSecrets(secret).fingerprint) return
  await snapshot.close()
  throw new Error('SECRET: differs from the one this database was set up with')
}

type Job = {
  readonly config: Config
  readonly snapshot: Snapshot
  readonly secret: string
  readonly passphrase: string
}

/** The file gets its name only once it is complete and on the disk. */
async function write(
  file: string,
  { config, snapshot, secret, passphrase }: Job,
): Promise<Contents> {
  const draft = `${file}.unfinished`
  const progress = showProgress()
  const interrupted = whenInterrupted()
  const source = {
    snapshot,
    files: await openFiles(config),
    secret,
    version: about.version,
    report: progress.report,
  }
  let contents: Contents = { rows: {}, attachments: 0, missing: [] }
  try {
    await pipeline(
      archiveOf(source, (all) => {
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
    progress.end()
  }
}

function complain({ missing }: Contents): void {
  if (missing.length === 0) return
  console.error(`${missing.length} attachments are not in their store as they came:`)
  for (const digest of missing) console.error(digest)
  process.exitCode = 2
}

await main().catch((error: unknown) => {
  console.error(reasonOf(error))
  process.exitCode = 1
})
