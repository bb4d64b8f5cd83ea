import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { commandLineOf, isZombie } from './processes.ts'

/** The content of the file postmaster.pid in a data folder. */
export type Postmaster = {
  readonly pid: number
  readonly port: number
  readonly isReady: boolean
  /** The server is shutting down and accepts no connections. */
  readonly isStopping: boolean
}

/** Parses postmaster.pid. The server may be long gone: see `isPostgresOn`. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  // pid, folder, start, port, socket folder, address, shared memory, status: one per line.
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const status = lines[7]?.trim()
  const [isReady, isStopping] = [status === 'ready', status === 'stopping']
  return { pid, port: Number(lines[3]), isReady, isStopping }
}

/** Whether a process is a PostgreSQL server that was started on this data folder. */
export async function isPostgresOn(pid: number, data: string): Promise<boolean> {
  const line = await commandLineOf(pid)
  return line?.includes('postgres') === true && line.includes(data)
}

/** How long we wait until an orphan is reaped; after that PostgreSQL refuses, and says why. */
const reapedWithinMs = 60_000

/** Stops a server left running on a data folder by a crash, if any. */
export async function stopLeftover(binaries: string, data: string): Promise<void> {
  const left = await readPostmaster(data)
  if (!left) return
  const isGone = async () => !(await isPostgresOn(left.pid, data))
  if (!(await isGone())) await stopPostmaster(binaries, left.pid, isGone)
  // PostgreSQL takes a zombie for a living server, and the process that adopts orphans may be slow to reap
  // it.
  await becomesTrue(async () => !(await isZombie(left.pid)), reapedWithinMs)
}

/**
 * Tells a server to end its sessions and write a checkpoint (SIGINT), then to stop at once (SIGQUIT: the next
 * start recovers), then kills it. Resolves when it is gone, rejects after about half a minute if even that
 * did not help.
 */
export async function stopPostmaster(
  binaries: string,
  pid: number,
  isGone: () => Promise<boolean>,
): Promise<void> {
  const steps = [
    { signal: 'INT', waitMs: 15_000 },
    { signal: 'QUIT', waitMs: 10_000 },
    { signal: 'KILL', waitMs: 5_000 },
  ] as const
  for (const { signal, waitMs } of steps) {
    await send(binaries, pid, signal)
    if (await becomesTrue(isGone, waitMs)) return
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not stop`)
}

async function send(binaries: string, pid: number, signal: 'INT' | 'QUIT' | 'KILL'): Promise<void> {
  if (process.platform === 'win32' && signal !== 'KILL') {
    // Windows has no signals: PostgreSQL listens to pg_ctl on a pipe instead.
    const args = ['kill', signal, String(pid)]
    await promisify(execFile)(join(binaries, 'pg_ctl.exe'), args, { windowsHide: true }).catch(
      () => undefined,
    )
    return
  }
  try {
    process.kill(pid, `SIG${signal}`)
  } catch {
    // It ended by itself in the meantime; isGone checks.
  }
}

/** Polls every 20 ms, for so long; false when it never became true. */
export async function becomesTrue(look: () => Promise<boolean>, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs
  while (!(await look())) {
    if (performance.now() > until) return false
    await pause(20)
  }
  return true
}
