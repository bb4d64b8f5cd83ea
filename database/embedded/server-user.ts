import type { Stats } from 'node:fs'
import { chmod, chown, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The account that runs PostgreSQL when we are root, because PostgreSQL refuses to run as root. */
export type ServerUser = { readonly uid: number; readonly gid: number }

/**
 * The account that runs the server of this folder. Undefined when we are not root: then our own account does.
 * Otherwise the folder's owner (who first started the installation without root), else `postgres`, else `nobody`.
 * Throws when there is neither.
 */
export async function serverUser(folder: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(folder).catch(() => undefined)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const user = findAccount(accounts, 'postgres') ?? findAccount(accounts, 'nobody')
  if (!user) throw new Error('PostgreSQL cannot run as root: add a user named postgres')
  return user
}

/** Gives a folder with its content to a user, unless it already has another owner than root. */
export async function giveFolder(folder: string, user: ServerUser | undefined): Promise<void> {
  if (!user || (await stat(folder)).uid !== 0) return
  for (const name of await readdir(folder, { recursive: true })) {
    await chown(join(folder, name), user.uid, user.gid)
  }
  // The folder itself comes last: it marks the rest as done, should we be interrupted.
  await chown(folder, user.uid, user.gid)
}

/**
 * Whether a user may enter a folder (or run a file) and every folder above it, by their mode bits. For a path
 * that does not exist yet the nearest existing folder decides.
 */
export async function canReach(user: ServerUser | undefined, path: string): Promise<boolean> {
  if (!user) return true
  const real = await realpath(path).catch(() => undefined)
  if (real && !mayEnter(user, await stat(real))) return false
  const above = dirname(real ?? path)
  return above === (real ?? path) || canReach(user, above)
}

/** Creates a folder, and missing ones above it, that everybody may pass. */
export async function makeOpenFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  // The umask of root may be 077. Only what we have just created is opened.
  for (let here = path; first !== undefined && here.length >= first.length; here = dirname(here)) {
    await chmod(here, 0o755)
  }
}

function mayEnter(user: ServerUser, found: Stats): boolean {
  const shift = found.uid === user.uid ? 6 : found.gid === user.gid ? 3 : 0
  return ((found.mode >> shift) & 0o1) === 0o1
}

function findAccount(accounts: string, name: string): ServerUser | undefined {
  const [, , uid, gid] =
    accounts
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
