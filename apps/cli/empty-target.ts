import { existsSync } from 'node:fs'
import { mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Embedded, removeOutside, startEmbedded } from '#database/embedded/embedded.ts'
import { installationOwner, lockInstallation } from '#database/embedded/installation-lock.ts'
import type { Config } from '../server/config.ts'
import { named } from '../server/refusal.ts'

/** An empty data folder, locked for us until it is left. */
export type EmptyTarget = {
  /** The URL of its database. */
  readonly url: string
  /** Keeps the restored data. */
  leave(): Promise<void>
  /** Removes the restored data, so that it can be retried. */
  clear(): Promise<void>
}

/**
 * Locks DATA_DIR, and starts the embedded database in it unless DATABASE_URL names one.
 * @throws Error that names DATA_DIR when it is not empty, or in use.
 */
export async function openEmptyTarget(config: Config): Promise<EmptyTarget> {
  const { DATA_DIR: given, DATABASE_URL: url } = config
  const isNew = !existsSync(given)
  try {
    await mkdir(given, { recursive: true })
    const dataDir = await realpath(given)
    const unlock = await lockEmpty(dataDir)
    if (url) return { url, leave: unlock, clear: () => empty(dataDir, isNew).then(unlock) }
    // The database takes the lock itself.
    await unlock()
    const embedded = await startHere(dataDir, isNew)
    const clear = () => embedded.stop().then(() => empty(dataDir, isNew))
    return { url: embedded.url, leave: () => embedded.stop(), clear }
  } catch (error) {
    return named('DATA_DIR')(error)
  }
}

async function lockEmpty(dataDir: string): Promise<() => Promise<void>> {
  const unlock = await lockInstallation(dataDir)
  const found = (await readdir(dataDir)).filter((name) => name !== 'lock')
  if (found.length === 0) return unlock
  await unlock()
  throw new Error(`${dataDir} is not empty: give a folder that is, or one that is not there yet`)
}

async function startHere(dataDir: string, isNew: boolean): Promise<Embedded> {
  try {
    return await startEmbedded({ dataDir })
  } catch (error) {
    // Another process may have claimed the folder first; then it is theirs.
    if ((await installationOwner(dataDir)) === undefined) await empty(dataDir, isNew)
    throw error
  }
}

async function empty(dataDir: string, isNew: boolean): Promise<void> {
  await removeOutside(dataDir)
  const whole = { recursive: true, force: true } as const
  if (isNew) return rm(dataDir, whole)
  for (const name of await readdir(dataDir)) await rm(join(dataDir, name), whole)
}
