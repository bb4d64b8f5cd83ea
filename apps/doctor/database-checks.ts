import { readDatabaseFacts, readReplicaLag } from '#database/checking/facts.ts'
import type { Check } from '#features/installation/check-contract.ts'
import {
  clockFinding,
  databaseFinding,
  found,
  replicaFinding,
} from '#features/installation/domain.ts'
import type { Config } from '../server/config.ts'
import { rounded } from './rounded.ts'

/** @throws Error when the database cannot be used. */
export async function checkDatabase(config: Config, url: string): Promise<readonly Check[]> {
  const { version, roundTripMs, aheadMs, migrations } = await readDatabaseFacts(url)
  const reach = databaseFinding(roundTripMs, config.DATABASE_URL === undefined)
  return [
    found(reach, { version, ms: rounded(roundTripMs, 1) }),
    found(clockFinding(aheadMs), { seconds: rounded(Math.abs(aheadMs) / 1000, 1) }),
    ofMigrations(migrations),
  ]
}

function ofMigrations(
  migrations: Awaited<ReturnType<typeof readDatabaseFacts>>['migrations'],
): Check {
  if ('refusal' in migrations) return found('migrationsRefused', { reason: migrations.refusal })
  return migrations.due > 0
    ? found('migrationsDue', { count: migrations.due })
    : found('migrationsFine')
}

/** Without a primary there is nothing to compare a replica with. */
export async function checkReplica(
  { DATABASE_REPLICA_URL: replicaUrl }: Config,
  primaryUrl: string | undefined,
): Promise<Check> {
  if (replicaUrl === undefined) return found('replicaUnset')
  if (primaryUrl === undefined) return found('replicaAway', { reason: 'the primary is missing' })
  const lag = await readReplicaLag(primaryUrl, replicaUrl)
  return found(replicaFinding(lag), { megabytes: rounded(lag / 1e6, 1) })
}
