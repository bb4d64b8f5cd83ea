import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ClusterExit, clusterUrl, startCluster } from './cluster.ts'
import { installationOwner, lockInstallation } from './installation-lock.ts'
import { platformBinaries } from './platform-binaries.ts'
import { isPostgresOn, readPostmaster } from './postmaster.ts'
import { canReach, makeOpenFolder, type ServerUser, serverUser } from './server-user.ts'

export type EmbeddedOptions = {
  /** Created if missing. One process at a time may use it. */
  readonly dataDir: string
  /** Settings as in postgresql.conf; they override our own. */
  readonly settings?: Readonly<Record<string, string>>
}

/** The bundled PostgreSQL, running as our child process. */
export type Embedded = {
  readonly url: string
  /** Resolves when the server is gone; unless `expected`, nothing works any more. */
  readonly exited: Promise<ClusterExit>
  /** Resolves when another process tells it to shut down, or it has ended for that reason. */
  readonly announced: Promise<void>
  /** Stops the server and releases the data folder. */
  stop(): Promise<void>
}

/** The settings for durable commits stay PostgreSQL's own. */
const ourSettings = {
  max_connections: '100',
  shared_buffers: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

/**
 * Starts the bundled PostgreSQL, with its data in `dataDir/postgres` and a generated password in
 * `dataDir/secrets`. Rejects with one line when another process uses the folder.
 *
 * PostgreSQL refuses to run as root. As root we run it as `postgres` or `nobody`; and when that user cannot
 * reach `dataDir`, because a folder above is closed (as /root is), the database is in
 * /var/lib/veghe/HASH/postgres, where HASH is computed from the real path of `dataDir`, and
 * `dataDir/database-folder` says so. A copy of the programs goes to the same place if they are out of reach.
 * We never change the permissions of a folder above.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  await mkdir(options.dataDir, { recursive: true })
  const dataDir = await realpath(options.dataDir)
  const unlock = await lockInstallation(dataDir)
  try {
    const folder = await chooseFolder(dataDir)
    const user = await serverUser(folder)
    const cluster = await startCluster({
      binaries: await platformBinaries(user, user ? elsewhere(dataDir) : dataDir),
      folder,
      password: (await readPassword(dataDir)) ?? (await makePassword(dataDir)),
      settings: { ...ourSettings, ...options.settings },
    })
    const stop = () => cluster.stop().then(unlock)
    const { url, exited, announced } = cluster
    return { url, exited, announced, stop }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** The URL of the database that a running Veghe has in this data folder, if one does. */
export async function findEmbedded(dataDir: string): Promise<string | undefined> {
  const real = await realpath(dataDir).catch(() => undefined)
  if (real === undefined || (await installationOwner(real)) === undefined) return undefined
  const folder = (await recordedFolder(real)) ?? join(real, 'postgres')
  const data = join(folder, 'data')
  const server = await readPostmaster(data)
  const password = await readPassword(real)
  if (!server?.isReady || password === undefined) return undefined
  return (await isPostgresOn(server.pid, data)) ? clusterUrl(password, server.port) : undefined
}

/** Whether a database was ever created for this data folder. */
export async function hasEmbedded(dataDir: string): Promise<boolean> {
  const real = await realpath(dataDir).catch(() => undefined)
  if (real === undefined) return false
  return exists(join((await recordedFolder(real)) ?? join(real, 'postgres'), 'data'))
}

/** Removes the database that was created for a data folder outside of it, if any; nothing may be running. */
export async function removeOutside(dataDir: string): Promise<void> {
  const recorded = await recordedFolder(dataDir)
  if (recorded !== undefined) await rm(recorded, { recursive: true, force: true })
}

function elsewhere(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  return join('/var/lib/veghe', hash)
}

/** A database stays where it was first put, however the folders around it change. */
async function chooseFolder(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'postgres')
  const outside = join(elsewhere(dataDir), 'postgres')
  const recorded = await recordedFolder(dataDir)
  if (recorded !== undefined) {
    if (recorded === outside && (await exists(recorded))) return recorded
    throw new Error(
      `The database of ${dataDir} is in ${recorded}: move it to ${outside}, and write that into ${recordOf(dataDir)}`,
    )
  }
  const user = await serverUser(inside)
  if (await canReach(user, dataDir)) return inside
  if (await exists(inside)) {
    throw new Error(
      `${inside} holds the database, but user ${user?.uid} cannot get there: open the folders above it (chmod o+x)`,
    )
  }
  await prepareOutside(outside, user)
  await writeFile(recordOf(dataDir), outside)
  return outside
}

/** Data that exists although nothing in `dataDir` refers to it belonged to one that was deleted. */
async function prepareOutside(outside: string, user: ServerUser | undefined): Promise<void> {
  await makeOpenFolder(dirname(outside))
  if (await exists(outside)) await rename(outside, `${outside}.${Date.now()}`)
  await mkdir(outside, { mode: 0o700 })
  if (!(await canReach(user, dirname(outside)))) {
    throw new Error(
      `User ${user?.uid} cannot get to ${outside}: set DATA_DIR to a folder it can reach`,
    )
  }
}

function recordOf(dataDir: string): string {
  return join(dataDir, 'database-folder')
}

async function recordedFolder(dataDir: string): Promise<string | undefined> {
  return (await readIfThere(recordOf(dataDir)))?.trim()
}

function readPassword(dataDir: string): Promise<string | undefined> {
  return readIfThere(join(dataDir, 'secrets', 'database-password'))
}

async function makePassword(dataDir: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  const path = join(dataDir, 'secrets', 'database-password')
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  const file = await open(`${path}.unfinished`, 'w', 0o600)
  // On disk before it is used: without the password the cluster cannot be opened again.
  await file.writeFile(password)
  await file.sync().finally(() => file.close())
  await rename(`${path}.unfinished`, path)
  return password
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
