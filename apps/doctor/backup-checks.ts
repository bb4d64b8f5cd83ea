import type { Check } from '#features/installation/check-contract.ts'
import { backupFinding, found } from '#features/installation/domain.ts'
import { readBackupFacts } from '../backup/folder.ts'
import { proveBackup } from '../backup/read-file.ts'
import { passphraseOf } from '../backup/settings.ts'
import type { Config } from '../server/config.ts'
import { reasonOf } from '../server/refusal.ts'
import { rounded } from './rounded.ts'

/** How long to read the newest backup, in milliseconds; the weekly test restore reads a large one to its end. */
const readingMs = 3000

export async function checkBackup(config: Config): Promise<Check> {
  const { BACKUP_DIR: folder = '' } = config
  const facts = await readBackupFacts(config)
  if (!facts) return found('backupUnset')
  const now = new Date()
  const { newestAt, newest, test, everyHours } = facts
  if (newestAt === undefined || newest === undefined)
    return found('backupMissing', { folder, hours: '–', every: everyHours })
  const hours = rounded((now.getTime() - newestAt.getTime()) / 3_600_000, 1)
  const reason = (await whyUnreadable(newest, config)) ?? ''
  if (reason) return found('backupUnreadable', { file: newest, reason })
  const tested = test?.at.toISOString().slice(0, 10) ?? ''
  const values = { folder, hours, every: everyHours, tested, reason: test?.reason ?? '' }
  return found(backupFinding(facts, now), values)
}

async function whyUnreadable(file: string, config: Config): Promise<string | undefined> {
  const until = performance.now() + readingMs
  const interrupted = new AbortController().signal
  try {
    const reading = { file, passphrase: passphraseOf(config) ?? '', interrupted }
    for await (const _ of proveBackup(reading)) if (performance.now() > until) return undefined
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}
