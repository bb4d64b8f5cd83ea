import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oldestBinaries } from '#database/oldest.ts'

/** Runs a statement over and over with pgbench, prepared; how often in a second. */
export async function pgbench(
  url: string,
  statement: string,
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'veghe-pgbench-'))
  try {
    const script = join(folder, 'script.sql')
    await writeFile(script, `${statement.replaceAll('\n', ' ')};\n`)
    const flags = [
      '-n',
      '-M',
      'prepared',
      '-c',
      `${clients}`,
      '-j',
      '2',
      '-T',
      `${Math.ceil(seconds)}`,
    ]
    const program = join(await oldestBinaries(), 'pgbench')
    const { stdout, stderr } = await promisify(execFile)(program, [...flags, '-f', script, url])
    const [, rate] = /^tps = ([\d.]+)/m.exec(stdout) ?? []
    if (!rate || /aborted/.test(stderr)) throw new Error(`pgbench: ${stdout}${stderr}`)
    return Number(rate)
  } finally {
    await rm(folder, { recursive: true })
  }
}
