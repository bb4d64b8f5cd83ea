import { readdir, readlink } from 'node:fs/promises'
import { becomesTrue } from '#database/embedded/postmaster.ts'

/**
 * Kills all processes in a folder at once, as a power cut does; or pauses all of them, as a lost network does:
 * connections stay open without any response.
 */
export async function signalProcesses(
  folder: string,
  signal: 'SIGKILL' | 'SIGSTOP',
): Promise<void> {
  const isStruck = async () => {
    const running = await processesIn(folder)
    for (const pid of running) send(pid, signal)
    return signal === 'SIGSTOP' || running.length === 0
  }
  // A second pass finds processes started during the first.
  await isStruck()
  if (!(await becomesTrue(isStruck, 10_000))) throw new Error(`What runs in ${folder} does not end`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

/** PostgreSQL's processes are orphans once Patroni is gone; their working folder identifies them. */
async function processesIn(folder: string): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const places = all.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => ''))
  const found = await Promise.all(places)
  return all.filter((_, at) => found[at] === folder || found[at]?.startsWith(`${folder}/`))
}
