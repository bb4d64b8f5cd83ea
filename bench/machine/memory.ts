import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** A process's memory, in megabytes; `ps` knows it on every Unix. */
export async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return (Number(stdout) * 1024) / 1_000_000
}
