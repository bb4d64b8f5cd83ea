import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oldestBinaries } from '#database/embedded/oldest.ts'
import { percentile } from '../spread.ts'

/** Transactions per second, and the 99th percentile in milliseconds. */
export type Benched = { readonly perSecond: number; readonly p99: number }

type Benching = { readonly clients: number; readonly threads: number; readonly seconds: number }

/** Runs a script repeatedly with pgbench, prepared. */
export async function pgbench(
  url: string,
  text: string,
  { clients, threads, seconds }: Benching,
): Promise<Benched> {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-pgbench-'))
  try {
    const script = join(folder, 'script.sql')
    await writeFile(script, text)
    const flags = [
      '-n',
      '-M',
      'prepared',
      '-c',
      `${clients}`,
      '-j',
      `${threads}`,
      // It counts whole seconds. For less each client does it once, which is never nothing on a busy machine.
      ...(seconds < 1 ? ['-t', '1'] : ['-T', `${Math.ceil(seconds)}`]),
      '--log',
      '--log-prefix',
      join(folder, 'log'),
    ]
    const program = join(await oldestBinaries(), 'pgbench')
    const { stdout, stderr } = await promisify(execFile)(program, [...flags, '-f', script, url])
    const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? []
    if (!rate || /aborted/.test(stderr)) throw new Error(`pgbench: ${stdout}${stderr}`)
    return { perSecond: Number(rate), p99: await p99In(folder) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** From pgbench's log: a line for each transaction, its microseconds in the third column. */
async function p99In(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('log'))
  const logs = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const times = logs
    .flatMap((log) => log.trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]) / 1000)
  return percentile(times, 0.99)
}
