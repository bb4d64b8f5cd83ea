import type { Backups } from '#features/installation/contract.ts'
import { isBackupMissing } from '#features/installation/domain.ts'
import type { Config } from '../server/config.ts'
import { readBackupFacts } from './folder.ts'

/** The state of the scheduled backups, for those who operate the server; null without a schedule. */
export async function backupState(config: Config, now: Date): Promise<Backups | null> {
  const facts = await readBackupFacts(config)
  if (!facts) return null
  const { newestAt, test } = facts
  const hours = newestAt && (now.getTime() - newestAt.getTime()) / 3_600_000
  const isFailed = test?.reason !== undefined
  return {
    state: isBackupMissing(facts, now) ? 'missing' : isFailed ? 'test-failed' : 'fine',
    ageHours: hours === undefined ? null : Math.round(hours * 10) / 10,
  }
}
