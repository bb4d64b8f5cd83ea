import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openSnapshot } from '#database/copying/snapshot.ts'
import type { Contents } from '../backup/format.ts'
import { passphraseOf } from '../backup/settings.ts'
import { expectOwn, secretOf, writeBackup } from '../backup/write-file.ts'
import { readConfig } from '../server/config.ts'
import { named, reasonOf } from '../server/refusal.ts'
import { misused, readArguments } from './arguments.ts'
import { expectDatabase, getExisting } from './existing-database.ts'
import { readPassphrase } from './passphrase.ts'
import { inMegabytes, showProgress, whenInterrupted } from './progress.ts'

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
  const secret = await secretOf(config).catch(named('DATA_DIR'))
  if (!secret)
    throw new Error(`SECRET: not set, and no server was ever started in ${config.DATA_DIR}`)
  const passphrase = await readPassphrase(passphraseOf(config), true)

  const started = performance.now()
  const { url, setting, leave } = await getExisting(config)
  const progress = showProgress()
  try {
    const snapshot = await openSnapshot(url).catch(named(setting))
    await expectOwn(snapshot, secret)
    const interrupted = whenInterrupted()
    const { report } = progress
    const writing = { config, snapshot, secret, passphrase, interrupted, report }
    const contents = await writeBackup(file, writing)
    progress.end()
    const rows = Object.values(contents.rows).reduce((sum, count) => sum + count, 0)
    const saved = contents.attachments - contents.missing.length
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const size = inMegabytes((await stat(file)).size)
    console.log(
      `Backed up to ${file} in ${seconds} s, as of ${snapshot.at}: ${rows} rows, ${saved} attachments, ${size}`,
    )
    complain(contents)
  } finally {
    progress.end()
    await leave()
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
