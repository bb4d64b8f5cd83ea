import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { CopiedTable } from '#database/copying/copied-tables.ts'
import type { Snapshot } from '#database/copying/snapshot.ts'
import {
  chunksOf,
  type FileIdentity,
  type FileRead,
  type Files,
  FilesAway,
  placeOf,
} from '#kit/server/files/files.ts'
import { tarEnd, tarFile, tarHeader, tarPadding } from '#kit/server/files/tar.ts'
import {
  attachmentsFolder,
  type Contents,
  contentsName,
  type Manifest,
  manifestName,
  secretName,
  tablesFolder,
} from './backup-format.ts'

/** Rows are split into files of about so many bytes, so that no reader has to hold a table in memory. */
const partBytes = 4_194_304

export type BackupSource = {
  readonly snapshot: Snapshot
  readonly files: Files
  readonly secret: string
  readonly version: string
  /** Told of its progress. */
  readonly tell: (done: string) => void
}

/** The content of a backup, as an archive. What was in it is known once it has ended. */
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
  // Keep only their digests and read the files later, so that the snapshot is released sooner.
  const lines = await linesOf(
    snapshot.answer(
      `select encode(sha256, 'hex') || ' ' || max(size_bytes) from attachments
        group by sha256 order by 1`,
    ),
  )
  await snapshot.close()
  const missing = yield* attachmentFiles(source, lines.map(identityIn))
  const contents = { rows, attachments: lines.length, missing }
  yield jsonFile(contentsName, contents)
  yield tarEnd
  ended(contents)
}

const jsonFile = (name: string, value: Manifest | Contents) =>
  tarFile(name, Buffer.from(JSON.stringify(value, undefined, 2)))

function identityIn(line: string): FileIdentity {
  const [digest = '', sizeBytes] = line.split(' ')
  return { sha256: Buffer.from(digest, 'hex'), sizeBytes: Number(sizeBytes) }
}

/** The rows of a table, split between rows; returns how many. */
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
    // A line break within a value is escaped as `\n`: each line feed ends a row.
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

/** Attachments, each under its digest; returns the missing and damaged ones. */
async function* attachmentFiles(
  { files, tell }: BackupSource,
  kept: readonly FileIdentity[],
): AsyncGenerator<Buffer, string[]> {
  const missing: string[] = []
  for (const [index, file] of kept.entries()) {
    tell(`attachments: ${index + 1} of ${kept.length}`)
    const found = await files.find(file).catch(unlessAway)
    const isWhole = found !== undefined && (yield* attachmentFile(found, file.sha256))
    if (!isWhole) missing.push(file.sha256.toString('hex'))
  }
  return missing
}

/** An unreadable file must not keep the rest from being saved; an unreachable store must. */
function unlessAway(error: unknown): undefined {
  if (error instanceof FilesAway) throw error
}

async function* attachmentFile(found: FileRead, sha256: Buffer): AsyncGenerator<Buffer, boolean> {
  const hash = createHash('sha256')
  yield tarHeader(`${attachmentsFolder}${placeOf(sha256)}`, found.sizeBytes)
  for await (const chunk of chunksOf(found)) {
    hash.update(chunk)
    yield chunk
  }
  yield tarPadding(found.sizeBytes)
  return hash.digest().equals(sha256)
}

/** All lines of a COPY's output. */
export async function linesOf(copied: Readable): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: copied })) lines.push(line)
  return lines
}
