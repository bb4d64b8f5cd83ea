import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether a process with this id exists, also another user's; a zombie does not count. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return !(await isZombie(pid))
}

/** A container may have no process that reaps orphans: an orphan keeps its id and answers signals for ever. */
export async function isZombie(pid: number): Promise<boolean> {
  return process.platform === 'linux' && (await linuxStat(pid))?.state === 'Z'
}

/**
 * When a process started, in a form that is only good for comparing: process ids are reused sooner or later.
 * Undefined when there is no such process.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await linuxStat(pid)
    return stat && `${await bootId()}:${stat.startedAt}`
  }
  if (process.platform === 'win32') return powershell(`(Get-Process -Id ${pid}).StartTime.Ticks`)
  return output('ps', ['-o', 'lstart=', '-p', String(pid)])
}

/** The command line of a process, its arguments separated by spaces; undefined when it has none. */
export async function commandLineOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.replaceAll('\0', ' ').trim() || undefined
  }
  if (process.platform === 'win32') {
    return powershell(`(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`)
  }
  return output('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
}

type LinuxStat = { readonly state: string; readonly startedAt: string }

/** Fields 3 and 22 of /proc/PID/stat; the name before them may contain spaces and brackets. */
async function linuxStat(pid: number): Promise<LinuxStat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  const state = fields?.[0]
  const startedAt = fields?.[19]
  return state && startedAt ? { state, startedAt } : undefined
}

/** Start times are counted from the boot, so they can repeat after the next one. */
async function bootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
}

function powershell(script: string): Promise<string | undefined> {
  return output('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script])
}

async function output(command: string, args: string[]): Promise<string | undefined> {
  const { stdout } = await run(command, args, { windowsHide: true }).catch(() => ({ stdout: '' }))
  return stdout.trim() || undefined
}
