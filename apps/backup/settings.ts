import { readFileSync } from 'node:fs'
import * as z from 'zod'

export const leastPassphrase = 12

/** A passphrase in a file, such as a mounted secret. */
const passphraseFile = z.string().transform((path, context) => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    context.addIssue({ code: 'custom', message: 'Must be a file that can be read' })
    return z.NEVER
  }
})

/** Backups on a schedule: without BACKUP_DIR there are none. */
export const BackupSettings = z.object({
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_HOURS: z.coerce.number().min(1).max(168).default(24),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
  BACKUP_PASSPHRASE: z.string().optional(),
  BACKUP_PASSPHRASE_FILE: passphraseFile.optional(),
})
export type BackupSettings = z.output<typeof BackupSettings>

export const passphraseOf = (
  config: Pick<BackupSettings, 'BACKUP_PASSPHRASE' | 'BACKUP_PASSPHRASE_FILE'>,
): string | undefined => config.BACKUP_PASSPHRASE ?? config.BACKUP_PASSPHRASE_FILE

/** The server cannot ask for a passphrase, so a schedule needs one. */
export function backupSettingFaults(config: BackupSettings): [keyof BackupSettings, string][] {
  const passphrase = passphraseOf(config)
  if (config.BACKUP_DIR === undefined) return []
  if (passphrase === undefined) return [['BACKUP_PASSPHRASE', 'Needed, because BACKUP_DIR is set']]
  return passphrase.length < leastPassphrase
    ? [['BACKUP_PASSPHRASE', `Needs at least ${leastPassphrase} characters`]]
    : []
}
