import { setTimeout as wait } from 'node:timers/promises'
import type { Check } from '#features/installation/check-contract.ts'
import { checkNames, type Finding, found } from '#features/installation/domain.ts'
import type { Config } from '../server/config.ts'
import { reasonOf } from '../server/refusal.ts'
import { checkAddress, checkProxy } from './address-checks.ts'
import { checkBackup } from './backup-checks.ts'
import { checkDatabase, checkReplica } from './database-checks.ts'
import { checkDisk, checkMemory } from './machine-checks.ts'
import { checkMail, checkPush } from './provider-checks.ts'

/** The longest that any check waits for others, in milliseconds. */
const patienceMs = 5000

/** The settings, and the URL of the database that they name; or why there is none. */
export type Checked = {
  readonly config: Config
  readonly database: { readonly url: string } | { readonly refusal: Check }
}

/** Checks an installation; all checks run at the same time. */
export async function checkUp({ config, database }: Checked): Promise<readonly Check[]> {
  const url = 'url' in database ? database.url : undefined
  const ofDatabase = 'url' in database ? checkDatabase(config, database.url) : [database.refusal]
  const results = await Promise.all([
    found('settingsFine'),
    within(ofDatabase, 'databaseAway'),
    within(checkReplica(config, url), 'replicaAway'),
    within(checkDisk(config), 'diskFull'),
    checkMemory(),
    within(checkAddress(config), 'addressAway'),
    checkProxy(config),
    within(checkMail(config), 'mailAway'),
    checkPush(config),
    within(checkBackup(config), 'backupUnreadable'),
  ])
  return results
    .flat()
    .sort((one, other) => checkNames.indexOf(one.check) - checkNames.indexOf(other.check))
}

/** A check that fails, or does not end, has the given finding. */
async function within(
  checking: Promise<Check | readonly Check[]> | readonly Check[],
  otherwise: Finding,
): Promise<Check | readonly Check[]> {
  const late = found(otherwise, { reason: `no answer within ${patienceMs / 1000} s` })
  const inTime = new AbortController()
  const waiting = wait(patienceMs, late, { signal: inTime.signal })
  waiting.catch(() => undefined)
  try {
    return await Promise.race([checking, waiting])
  } catch (error) {
    return found(otherwise, { reason: reasonOf(error) })
  } finally {
    inTime.abort()
  }
}
