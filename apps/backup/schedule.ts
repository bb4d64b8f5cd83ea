import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { withBackupLock } from '#database/copying/restore-target.ts'
import { openSnapshot } from '#database/copying/snapshot.ts'
import { expiredBackups, isBackupDue, isTestDue } from '#features/installation/domain.ts'
import type { AppDependencies } from '#kit/server/dependencies.ts'
import type { Stoppable } from '#kit/server/jobs/jobs.ts'
import { repeat } from '#kit/server/jobs/repeat.ts'
import type { Config } from '../server/config.ts'
import { reasonOf } from '../server/refusal.ts'
import { backupName, listBackups, readBackupFacts, recordTest } from './folder.ts'
import { testRestore } from './restore-test.ts'
import { passphraseOf } from './settings.ts'
import { draftSuffix, expectOwn, secretOf, writeBackup } from './write-file.ts'

/** How often to check whether one is due; also the pause after a failure. */
const restMs = 60_000

type Options = Pick<AppDependencies, 'clock' | 'logger'> & { readonly url: string }

type Round = Options & {
  readonly config: Config
  readonly folder: string
  readonly secret: string
  readonly passphrase: string
  readonly interrupted: AbortSignal
}

/**
 * Makes backups as the settings say, deletes old ones, and restores the newest once a week as a test. One process on a
 * database does so at a time.
 */
export function startBackups(config: Config, options: Options): Stoppable {
  const { BACKUP_DIR: folder } = config
  const passphrase = passphraseOf(config)
  if (folder === undefined || passphrase === undefined) return { stop: async () => undefined }
  return repeat({ job: 'backup', restMs, logger: options.logger }, async (interrupted) => {
    if (!(await isAnythingDue(config, options))) return
    await withBackupLock(options.url, async () => {
      const secret = (await secretOf(config)) ?? ''
      await makeDue({ ...options, config, folder, secret, passphrase, interrupted })
    })
  })
}

async function isAnythingDue(config: Config, { clock }: Options): Promise<boolean> {
  const facts = await readBackupFacts(config)
  return facts !== undefined && (isBackupDue(facts, clock()) || isTestDue(facts, clock()))
}

/** Checks again, because another process may have made it while we waited. */
async function makeDue(round: Round): Promise<void> {
  const { config, clock } = round
  const before = await readBackupFacts(config)
  if (before && isBackupDue(before, clock())) await make(round)
  const after = await readBackupFacts(config)
  if (after?.newest && isTestDue(after, clock())) await test(round, after.newest)
}

async function make(round: Round): Promise<void> {
  const { config, folder, url, secret, passphrase, interrupted, logger, clock } = round
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeDrafts(folder)
  const snapshot = await openSnapshot(url)
  await expectOwn(snapshot, secret)
  const report = () => undefined
  const { missing } = await writeBackup(join(folder, backupName(clock())), {
    ...{ config, snapshot, secret, passphrase, interrupted, report },
  })
  if (missing.length > 0)
    logger.warn({ missing: missing.length }, 'attachments are missing in the backup')
  for (const name of expiredBackups(await listBackups(folder), config.BACKUP_KEEP))
    await rm(join(folder, name))
}

/** A process that was killed left them. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith('veghe-') && name.endsWith(draftSuffix)) await rm(join(folder, name))
}

async function test(round: Round, file: string): Promise<void> {
  const { folder, interrupted, logger, clock } = round
  const failed = await testRestore({ ...round, file }).then(
    () => undefined,
    (error: unknown) => reasonOf(error),
  )
  if (interrupted.aborted) return
  if (failed) logger.warn({ reason: failed }, 'the test restore failed')
  const at = clock().toISOString()
  await recordTest(folder, {
    at,
    backup: basename(file),
    ...(failed !== undefined && { reason: failed }),
  })
}
