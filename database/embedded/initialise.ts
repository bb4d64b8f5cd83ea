import { spawn } from 'node:child_process'
import { chown, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerUser } from './server-user.ts'

export type Initialise = {
  readonly binaries: string
  readonly folder: string
  readonly password: string
  readonly user: ServerUser | undefined
}

/**
 * Creates the cluster `data` in a folder unless there is one; an interrupted attempt leaves nothing that
 * counts. Rejects when there is one of another major version.
 */
export async function initialise(options: Initialise): Promise<void> {
  const version = await majorVersion(options)
  const data = join(options.folder, 'data')
  const found = await writtenBy(data)
  if (found === version) return
  if (found !== undefined) {
    throw new Error(`${data} was written by PostgreSQL ${found}, this is PostgreSQL ${version}`)
  }
  const unfinished = join(options.folder, 'data.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await makeCluster(options, unfinished, version)
  await rename(unfinished, data)
  await syncFolder(options.folder)
}

async function makeCluster(options: Initialise, data: string, version: number): Promise<void> {
  const pwfile = join(options.folder, 'initial-password')
  await writeFile(pwfile, options.password, { mode: 0o600 })
  if (options.user) await chown(pwfile, options.user.uid, options.user.gid)
  const flags = ['--encoding=UTF8', '--username=veghe', '--auth=scram-sha-256', '--pgdata', data]
  try {
    const failures = []
    for (const locale of locales(version)) {
      await rm(data, { recursive: true, force: true })
      const { code, text } = await run(options, 'initdb', [...flags, ...locale, '--pwfile', pwfile])
      if (code === 0) return
      failures.push(text)
    }
    throw new Error(`PostgreSQL could not make its folder:\n${failures.at(-1)}`)
  } finally {
    await rm(pwfile, { force: true })
  }
}

/** On every platform, non-ASCII letters have case and names sort by code point. */
function locales(version: number): string[][] {
  if (version >= 17)
    return [['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']]
  return [['--locale=C.UTF-8'], ['--locale=C']]
}

async function majorVersion(options: Initialise): Promise<number> {
  const { text } = await run(options, 'postgres', ['--version'])
  const found = /PostgreSQL\)? (\d+)/.exec(text)?.[1]
  if (!found) throw new Error(`PostgreSQL does not run here (${text.trim()}): set DATABASE_URL`)
  return Number(found)
}

async function writtenBy(data: string): Promise<number | undefined> {
  try {
    return Number(await readFile(join(data, 'PG_VERSION'), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

type Outcome = { readonly code: number | null; readonly text: string }

/** Runs one of PostgreSQL's programs as the server's user, without our environment. */
function run(options: Initialise, program: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(join(options.binaries, program), args, {
      ...options.user,
      cwd: options.folder,
      env: { LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    })
    let text = ''
    const keep = (chunk: Buffer) => {
      text += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => resolve({ code: null, text: error.message }))
    child.once('close', (code) => resolve({ code, text }))
  })
}

/** Before the rename is on disk a power cut could undo it, with everything stored since. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
