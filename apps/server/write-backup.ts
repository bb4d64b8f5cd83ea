import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { CopiedTable } from '#database/copied-tables.ts'
import type { Snapshot } from '#database/snapshot.ts'
import { type Files, FilesAway, placeOf } from '#kit/server/files.ts'
import { tarEnd, tarFile, tarHeader, tarPadding } from '#kit/server/tar.ts'
import {
  attachmentsFolder,
  type Contents,
  contentsName,
  type Manifest,
  manifestName,
  secretName,
  tablesFolder,
} from './backup-format.ts'

/** Rows are put into files of about so many bytes: nobody need hold a table in memory. */
const partBytes = 4_194_304

export type BackupSource = {
  readonly snapshot: Snapshot
  readonly files: Files
  readonly secret: string
  readonly version: string
  /** Hears how far it is. */
  readonly tell: (done: string) => void
}

/** What a backup holds, as an archive. What was in it is known once it has ended. */
export async function* archiveOf(
  source: BackupSource,
  ended: (contents: Contents) => void,
): AsyncGenerator<Buffer> {
  const { snapshot, secret, version } = source
  const { at, server, migrations, tables, sequences } = snapshot
  const manifest: Manifest = {
    format: 1,
    version,
    server,
    at,
    migrations: [...migrations],
    tables: tables.map(({ name, columns }) => ({ name, columns: [...columns] })),
    sequences: [...sequences],
  }
  yield jsonFile(manifestName, manifest)
  yield tarFile(secretName, Buffer.from(secret))
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table.name] = yield* tableFiles(source, table)
  // Only their digests are kept until they are read, so that the snapshot holds up nobody for longer.
  const digests = await linesOf(
    snapshot.answer(`select distinct encode(sha256, 'hex') from attachments order by 1`),
  )
  await snapshot.close()
  const missing = yield* attachmentFiles(source, digests)
  const contents = { rows, attachments: digests.length, missing }
  yield jsonFile(contentsName, contents)
  yield tarEnd
  ended(contents)
}

const jsonFile = (name: string, value: Manifest | Contents) =>
  tarFile(name, Buffer.from(JSON.stringify(value, undefined, 2)))

/** The rows of a table, cut between rows; how many they were. */
async function* tableFiles(
  { snapshot, tell }: BackupSource,
  table: CopiedTable,
): AsyncGenerator<Buffer, number> {
  const copying = snapshot.rows(table)
  let part = 0
  let rows = 0
  const file = (bytes: Buffer) => {
    part += 1
    rows += countLines(bytes)
    tell(`${table.name}: ${rows} rows`)
    return tarFile(`${tablesFolder}${table.name}/${String(part).padStart(8, '0')}`, bytes)
  }
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of copying as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    length += chunk.length
    if (length < partBytes) continue
    const bytes = Buffer.concat(waiting)
    // A line break within a value is written as `\n`: each that is found ends a row.
    const end = bytes.lastIndexOf(0x0a) + 1
    if (end > 0) yield file(bytes.subarray(0, end))
    waiting = [bytes.subarray(end)]
    length = bytes.length - end
  }
  if (length > 0) yield file(Buffer.concat(waiting))
  return rows
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1
  return count
}

/** Attachments, each under its digest; those that are not what they should be come back. */
async function* attachmentFiles(
  { files, tell }: BackupSource,
  digests: readonly string[],
): AsyncGenerator<Buffer, string[]> {
  const missing: string[] = []
  for (const [index, digest] of digests.entries()) {
    tell(`attachments: ${index + 1} of ${digests.length}`)
    const sha256 = Buffer.from(digest, 'hex')
    const found = await findFile(files, sha256)
    const isWhole = found !== undefined && (yield* attachmentFile(found, sha256))
    if (!isWhole) missing.push(digest)
  }
  return missing
}

async function* attachmentFile(
  { sizeBytes, stream }: Awaited<ReturnType<Files['read']>>,
  sha256: Buffer,
): AsyncGenerator<Buffer, boolean> {
  const hash = createHash('sha256')
  let read = 0
  yield tarHeader(`${attachmentsFolder}${placeOf(sha256)}`, sizeBytes)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk)
    read += chunk.length
    yield chunk
  }
  if (read !== sizeBytes) throw new Error(`attachment ${sha256.toString('hex')} broke off`)
  yield tarPadding(sizeBytes)
  return hash.digest().equals(sha256)
}

/** A file that is gone must not keep the rest from being saved; a store that is away must. */
async function findFile(files: Files, sha256: Buffer) {
  try {
    return await files.read(sha256)
  } catch (error) {
    if (error instanceof FilesAway) throw error
    return undefined
  }
}

/** The lines of what PostgreSQL copies out, all of them. */
export async function linesOf(copied: Readable): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: copied })) lines.push(line)
  return lines
}
