import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { oldestBinaries } from '#database/embedded/oldest.ts'

type Cell = string | number | boolean | null | Date | Buffer
/** The cells of a row by column, in camel case; all rows of a table have the same columns, in one order. */
export type Row = Readonly<Record<string, Cell>>

/** As large as a pipe carries at once, or so. */
const portion = 1 << 17

/** Writes rows into a table with COPY, which psql speaks. */
export async function copyInto(url: string, table: string, rows: Iterable<Row>): Promise<void> {
  const left = rows[Symbol.iterator]()
  const first = left.next()
  if (first.done) return
  const psql = join(await oldestBinaries(), 'psql')
  const columns = Object.keys(first.value).map(columnOf)
  const command = `copy ${table} (${columns.join(', ')}) from stdin`
  // What refers to what is right by the way it is made; the small evening is checked by PostgreSQL.
  const args = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', command]
  const child = spawn(psql, args, { stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  // It may have ended before it has read everything; its complaint says why.
  child.stdin.on('error', () => undefined)
  const ended = once(child, 'close')
  for (const text of portionsOf(first, left)) {
    if (child.stdin.destroyed) break
    if (!child.stdin.write(text)) await Promise.race([once(child.stdin, 'drain'), ended])
  }
  child.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`COPY ${table}: ${complaint}`)
}

const columnOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function* portionsOf(first: IteratorResult<Row>, left: Iterator<Row>): Iterable<string> {
  let text = ''
  for (let row = first; !row.done; row = left.next()) {
    text += `${Object.values(row.value).map(cellText).join('\t')}\n`
    if (text.length < portion) continue
    yield text
    text = ''
  }
  yield text
}

function cellText(cell: Cell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'string') return cell.replace(/[\\\t\n\r]/g, escaped)
  if (cell instanceof Date) return cell.toISOString()
  return Buffer.isBuffer(cell) ? `\\\\x${cell.toString('hex')}` : String(cell)
}

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (sign: string) => escapes[sign] ?? '\\\\'
