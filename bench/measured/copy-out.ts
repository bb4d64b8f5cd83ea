import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { oldestBinaries } from '#database/embedded/oldest.ts'

/** Reads the rows of these statements with COPY, into `gzip -1`; returns the milliseconds. */
export async function copyOut(url: string, statements: readonly string[]): Promise<number> {
  const psql = join(await oldestBinaries(), 'psql')
  const copies = statements.flatMap((one) => ['-c', `copy (${one}) to stdout with (format csv)`])
  // A pipe's exit status is its last program's: an error is detected by psql's messages.
  const pipe = '"$0" "$@" | gzip -1 > /dev/null'
  const args = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, ...copies]
  const from = performance.now()
  const { stderr } = await promisify(execFile)('sh', ['-c', pipe, psql, ...args])
  if (stderr !== '') throw new Error(`COPY: ${stderr}`)
  return performance.now() - from
}
