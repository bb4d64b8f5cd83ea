import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Undecipherable } from '#kit/server/security/encryption.ts'
import type { Contents } from '../backup/format.ts'
import { restoreArchive } from '../backup/read-archive.ts'
import { archiveIn, type BackupFile, proveBackup } from '../backup/read-file.ts'
import { passphraseOf } from '../backup/settings.ts'
import { ensureBucketAnswers, openFiles } from '../server/attachments.ts'
import { type Config, readConfig } from '../server/config.ts'
import { reasonOf } from '../server/refusal.ts'
import { placeSecret } from '../server/secret.ts'
import { misused, readArguments } from './arguments.ts'
import { type EmptyTarget, openEmptyTarget } from './empty-target.ts'
import { readPassphrase } from './passphrase.ts'
import { inMegabytes, type Progress, showProgress, whenInterrupted } from './progress.ts'

type Backup = BackupFile & { readonly progress: Progress }

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
  const passphrase = await readPassphrase(passphraseOf(config), false)
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
async function prove(backup: Backup): Promise<void> {
  for await (const proven of proveBackup(backup))
    backup.progress.report(`checking the file: ${inMegabytes(proven)}`)
}

async function restoreInto(
  config: Config,
  backup: Backup,
): Promise<Contents & { readonly at: string }> {
  const place = await openEmptyTarget(config)
  try {
    const restored = await restoreArchive(archiveIn(backup), await targetOf(config, place, backup))
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

await main().catch((error: unknown) => {
  const where = error instanceof Undecipherable ? `${process.argv[2]}: ` : ''
  console.error(`${where}${reasonOf(error)}`)
  process.exitCode = 1
})
