import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { becomesTrue } from './postmaster.ts'
import { isAlive, startOf } from './processes.ts'

type Owner = { readonly pid: number; readonly startedAt: string | undefined }

/**
 * Locks a data folder for this process, until the returned function is called. The lock of a dead process is
 * taken over, even if its id was reused since. Rejects with one line that names the folder and the process
 * that holds it.
 */
export async function lockInstallation(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'lock')
  const mine = JSON.stringify({ pid: process.pid, startedAt: await startOf(process.pid) })
  const owner = await acquire(path, mine)
  if (owner)
    throw new Error(`${dataDir} is in use by another Veghe (pid ${owner.pid}, see ${path})`)
  return async () => {
    if ((await readFile(path, 'utf8').catch(() => '')) === mine) await rm(path, { force: true })
  }
}

/** The process that holds the lock of a data folder; undefined when no living process does. */
export async function installationOwner(dataDir: string): Promise<number | undefined> {
  return (await livingOwner(join(dataDir, 'lock')))?.pid
}

async function livingOwner(path: string): Promise<Owner | undefined> {
  // Between creating the file and writing to it a lock is empty for a moment.
  await becomesTrue(async () => (await readOwner(path)) !== 'unreadable', 1000)
  const owner = await readOwner(path)
  if (owner === undefined || owner === 'unreadable' || !(await isAlive(owner.pid))) return undefined
  const startedAt = await startOf(owner.pid)
  const isSame = owner.startedAt === undefined || startedAt === owner.startedAt
  return isSame ? owner : undefined
}

async function readOwner(path: string): Promise<Owner | undefined | 'unreadable'> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  try {
    const { pid, startedAt } = JSON.parse(text) as { pid?: unknown; startedAt?: unknown }
    if (typeof pid !== 'number') return 'unreadable'
    return { pid, startedAt: typeof startedAt === 'string' ? startedAt : undefined }
  } catch {
    return 'unreadable'
  }
}

async function create(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Undefined when the lock is ours now, otherwise its holder. Several starts may find the same dead lock: only
 * the one that holds a second lock beside it may replace it, so that the slower one never removes what the
 * faster one has just created.
 */
async function acquire(path: string, mine: string): Promise<Owner | undefined> {
  if (await create(path, mine)) return undefined
  const owner = await livingOwner(path)
  if (owner) return owner
  const guard = `${path}.takeover`
  const rival = await acquire(guard, mine)
  if (rival) return rival
  try {
    return await replaceDead(path, mine)
  } finally {
    await rm(guard, { force: true })
  }
}

async function replaceDead(path: string, mine: string): Promise<Owner | undefined> {
  if (await create(path, mine)) return undefined
  const owner = await livingOwner(path)
  if (owner) return owner
  await writeFile(`${path}.next`, mine, { mode: 0o600 })
  await rename(`${path}.next`, path)
  return undefined
}
