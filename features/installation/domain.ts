/** The states of a check, best first. */
export const checkStates = ['fine', 'look-at', 'wrong'] as const
export type CheckState = (typeof checkStates)[number]

/** The checks of an installation, in the order in which they are listed. */
export const checkNames = [
  'settings',
  'database',
  'migrations',
  'clock',
  'replica',
  'disk',
  'memory',
  'address',
  'proxy',
  'mail',
  'push',
  'backup',
] as const
export type CheckName = (typeof checkNames)[number]

/** Every result that a check can have, by its name: the check and its state. The words for it are in `copy.ts`. */
export const findings = {
  settingsFine: ['settings', 'fine'],
  settingsMalformed: ['settings', 'wrong'],
  databaseFine: ['database', 'fine'],
  databaseEmbedded: ['database', 'look-at'],
  databaseSlow: ['database', 'look-at'],
  databaseAway: ['database', 'wrong'],
  databaseMissing: ['database', 'wrong'],
  migrationsFine: ['migrations', 'fine'],
  migrationsDue: ['migrations', 'look-at'],
  migrationsRefused: ['migrations', 'wrong'],
  clockFine: ['clock', 'fine'],
  clockOff: ['clock', 'look-at'],
  clockWrong: ['clock', 'wrong'],
  replicaUnset: ['replica', 'fine'],
  replicaFine: ['replica', 'fine'],
  replicaBehind: ['replica', 'look-at'],
  replicaAway: ['replica', 'wrong'],
  diskFine: ['disk', 'fine'],
  diskLow: ['disk', 'look-at'],
  diskFull: ['disk', 'wrong'],
  memoryFine: ['memory', 'fine'],
  memoryLow: ['memory', 'look-at'],
  addressFine: ['address', 'fine'],
  addressUnset: ['address', 'look-at'],
  addressPlain: ['address', 'look-at'],
  addressExpires: ['address', 'look-at'],
  addressAway: ['address', 'look-at'],
  addressElsewhere: ['address', 'wrong'],
  addressUntrusted: ['address', 'wrong'],
  proxyFine: ['proxy', 'fine'],
  proxyUntrusted: ['proxy', 'look-at'],
  proxyForged: ['proxy', 'look-at'],
  mailFine: ['mail', 'fine'],
  mailUnset: ['mail', 'look-at'],
  mailAway: ['mail', 'wrong'],
  pushFine: ['push', 'fine'],
  pushPartly: ['push', 'look-at'],
  pushUnset: ['push', 'look-at'],
  backupFine: ['backup', 'fine'],
  backupUntested: ['backup', 'look-at'],
  backupUnset: ['backup', 'look-at'],
  backupMissing: ['backup', 'wrong'],
  backupUnreadable: ['backup', 'wrong'],
  backupTestFailed: ['backup', 'wrong'],
} as const satisfies Readonly<Record<string, readonly [CheckName, CheckState]>>
export type Finding = keyof typeof findings

/** The worst state of several checks. */
export const worstOf = (states: readonly CheckState[]): CheckState =>
  checkStates.findLast((state) => states.includes(state)) ?? 'fine'

const slowMs = 20
export const databaseFinding = (roundTripMs: number, isEmbedded: boolean): Finding => {
  if (roundTripMs > slowMs) return 'databaseSlow'
  return isEmbedded ? 'databaseEmbedded' : 'databaseFine'
}

/** By how much the clocks of database and machine differ, in milliseconds. */
export function clockFinding(differenceMs: number): Finding {
  const most = Math.abs(differenceMs)
  if (most > 300_000) return 'clockWrong'
  return most > 2000 ? 'clockOff' : 'clockFine'
}

/** PostgreSQL reports a full disk only when a write fails. */
export function diskFinding(freeBytes: number): Finding {
  if (freeBytes < 500e6) return 'diskFull'
  return freeBytes < 2e9 ? 'diskLow' : 'diskFine'
}

export const memoryFinding = (freeBytes: number): Finding =>
  freeBytes < 150e6 ? 'memoryLow' : 'memoryFine'

/** A segment of PostgreSQL's log. */
const behindBytes = 16_777_216
export const replicaFinding = (lagBytes: number): Finding =>
  lagBytes > behindBytes ? 'replicaBehind' : 'replicaFine'

/** Most programs renew a certificate a month before its end. */
export const certificateFinding = (daysLeft: number): Finding =>
  daysLeft < 14 ? 'addressExpires' : 'addressFine'

type ProxySettings = {
  readonly publicUrl: string
  readonly host: string
  readonly isTrusted: boolean
}

/** We speak no TLS ourselves, so an `https:` address is a proxy's. */
export function proxyFinding({ publicUrl, host, isTrusted }: ProxySettings): Finding {
  const isBehindProxy = publicUrl.startsWith('https:')
  if (isBehindProxy && !isTrusted) return 'proxyUntrusted'
  const isReachable = !['127.0.0.1', '::1', 'localhost'].includes(host)
  return isTrusted && isReachable ? 'proxyForged' : 'proxyFine'
}

const hourMs = 3_600_000

/** The backups that exist, and the last test restore. */
export type BackupFacts = {
  readonly everyHours: number
  readonly newestAt: Date | undefined
  readonly test: { readonly at: Date; readonly reason?: string | undefined } | undefined
}

const ageHours = (at: Date, now: Date) => (now.getTime() - at.getTime()) / hourMs

export const isBackupDue = ({ everyHours, newestAt }: BackupFacts, now: Date): boolean =>
  newestAt === undefined || ageHours(newestAt, now) >= everyHours

/** Later than an interval and a half, a backup is missing. */
export const isBackupMissing = ({ everyHours, newestAt }: BackupFacts, now: Date): boolean =>
  newestAt === undefined || ageHours(newestAt, now) > everyHours * 1.5

const weekHours = 168

/** A failed test is repeated after the next backup. */
export function isTestDue({ newestAt, test }: BackupFacts, now: Date): boolean {
  if (newestAt === undefined) return false
  if (test === undefined) return true
  if (test.reason !== undefined) return newestAt > test.at
  return ageHours(test.at, now) >= weekHours
}

export function backupFinding(facts: BackupFacts, now: Date): Finding {
  if (isBackupMissing(facts, now)) return 'backupMissing'
  if (facts.test === undefined) return 'backupUntested'
  return facts.test.reason === undefined ? 'backupFine' : 'backupTestFailed'
}

/** Which backups are deleted when only so many are kept; `names` sort by age. */
export const expiredBackups = (names: readonly string[], kept: number): readonly string[] =>
  [...names].sort().reverse().slice(kept)

/** The result of a check: what was found, and the values of its words. */
export const found = (finding: Finding, values: Readonly<Record<string, string | number>> = {}) => {
  const [check, state] = findings[finding]
  return { check, state, finding, values: { ...values } }
}
