import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { decrypt, Undecipherable } from '#kit/server/security/encryption.ts'
import { ensureBucketAnswers, openFiles } from '../server/attachments.ts'
import { type Config, readConfig } from '../server/config.ts'
import { reasonOf } from '../server/refusal.ts'
import { placeSecret } from '../server/secret.ts'
import { misused, readArguments } from './arguments.ts'
import type { Contents } from './backup-format.ts'
import { type EmptyTarget, openEmptyTarget } from './empty-target.ts'
import { readPassphrase } from './passphrase.ts'
import { inMegabytes, type Progress, showProgress, whenInterrupted } from './progress.ts'
import { restoreArchive } from './read-backup.ts'

/** A backup, and how to read it. */
type Backup = {
  readonly file: string
  readonly passphrase: string
  readonly progress: Progress
  readonly interrupted: AbortSignal
}

/**
 * `npm run restore -- FILE`: restores a backup into an empty DATA_DIR, and into an empty database where
 * DATABASE_URL names one. When anything is wrong, both are as empty as before.
 */
async function main(): Promise<void> {
  const { positionals } = readArguments('restore', { allowPositionals: true })
  const [given, ...others] = positionals
  if (!given || others.length > 0) throw misused('restore', 'One file must be given')
  const config = readConfig(process.env)
  const file = resolve(given)
  await stat(file)
  const passphrase = await readPassphrase(process.env['BACKUP_PASSPHRASE'], false)
  const progress = showProgress()
  const started = performance.now()
  try {
    const backup = { file, passphrase, progress, interrupted: whenInterrupted() }
    await prove(backup)
    await ensureBucketAnswers(config)
    const { at, rows, attachments, missing } = await restoreInto(config, backup)
    progress.end()
    const count = Object.values(rows).reduce((sum, count) => sum + count, 0)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const saved = attachments - missing.length
    console.log(
      `Restored ${file} in ${seconds} s, as of ${at}: ${count} rows, ${saved} attachments. npm start goes on from there.`,
    )
    if (missing.length > 0) console.log(`The backup lacks ${missing.length} attachments.`)
  } finally {
    progress.end()
  }
}

/** Reads all of it before anything is touched: a damaged file is found then. */
async function prove({ file, passphrase, progress, interrupted }: Backup): Promise<void> {
  let proven = 0
  for await (const { length } of decrypt(createReadStream(file), passphrase)) {
    interrupted.throwIfAborted()
    proven += length
    progress.report(`checking the file: ${inMegabytes(proven)}`)
  }
}

async function restoreInto(
  config: Config,
  backup: Backup,
): Promise<Contents & { readonly at: string }> {
  const place = await openEmptyTarget(config)
  try {
    const restored = await restoreArchive(archiveOf(backup), await targetOf(config, place, backup))
    await place.leave()
    return restored
  } catch (error) {
    await place.clear()
    throw backup.interrupted.aborted ? backup.interrupted.reason : error
  }
}

async function targetOf(config: Config, { url }: EmptyTarget, { progress }: Backup) {
  return {
    url,
    files: await openFiles(config),
    report: progress.report,
    keepSecret: async (secret: string) => {
      if (config.SECRET === undefined) await placeSecret(config.DATA_DIR, secret)
      else if (config.SECRET !== secret)
        throw new Error('SECRET: differs from the one in the backup')
    },
  }
}

function archiveOf({ file, passphrase, interrupted }: Backup): AsyncIterable<Buffer> {
  const plain = (source: AsyncIterable<Buffer>) => decrypt(source, passphrase)
  const stream = createReadStream(file, { signal: interrupted })
  // The reader of the archive gets its errors.
  return pipeline(stream, plain, createGunzip({ chunkSize: 65_536 }), () => undefined)
}

await main().catch((error: unknown) => {
  const where = error instanceof Undecipherable ? `${process.argv[2]}: ` : ''
  console.error(`${where}${reasonOf(error)}`)
  process.exitCode = 1
})
