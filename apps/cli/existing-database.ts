import { findEmbedded, hasEmbedded, startEmbedded } from '#database/embedded/embedded.ts'
import { expectMigrated } from '#database/migrate.ts'
import { type Database, openDatabase } from '#database/open.ts'
import type { Config } from '../server/config.ts'
import { named } from '../server/refusal.ts'

/** An existing database, started for us if it is not running. */
export type Existing = {
  readonly url: string
  /** The setting that names it. */
  readonly setting: 'DATABASE_URL' | 'DATA_DIR'
  /** Leaves it as it was found: running, or stopped. */
  leave(): Promise<void>
}

type Named = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>

/**
 * Checks that there is a database, before anything is asked or created.
 * @throws Error if there is none.
 */
export async function expectDatabase({ DATABASE_URL, DATA_DIR }: Named): Promise<void> {
  if (!DATABASE_URL && !(await hasEmbedded(DATA_DIR))) throw noData(DATA_DIR)
}

const noData = (folder: string) =>
  new Error(`DATA_DIR: no server was ever started in ${folder}, there is no data`)

/** Finds the database of the settings; undefined where a server would create one. None is created. */
export async function findExisting({
  DATABASE_URL,
  DATA_DIR,
}: Named): Promise<Existing | undefined> {
  const leave = async () => undefined
  if (DATABASE_URL) return { url: DATABASE_URL, setting: 'DATABASE_URL', leave }
  const url = await findEmbedded(DATA_DIR)
  if (url) return { url, setting: 'DATA_DIR', leave }
  if (!(await hasEmbedded(DATA_DIR))) return undefined
  const own = await startEmbedded({ dataDir: DATA_DIR }).catch(named('DATA_DIR'))
  return { url: own.url, setting: 'DATA_DIR', leave: own.stop }
}

/** The existing database, for programs that cannot run without it. */
export async function getExisting(config: Named): Promise<Existing> {
  const existing = await findExisting(config)
  if (!existing) throw noData(config.DATA_DIR)
  return existing
}

/**
 * Works with the existing database, as this version left it, and leaves it as it was found.
 * @throws Error that names the setting where there is none, it is empty, or this version cannot work with it.
 */
export async function withExisting<Result>(
  config: Named,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const { url, setting, leave } = await getExisting(config)
  const database = openDatabase({ url, connections: 2 })
  try {
    await expectMigrated(database.primary).catch(named(setting))
    return await work(database)
  } finally {
    await database.close()
    await leave()
  }
}
