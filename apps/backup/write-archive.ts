import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createTarPacker, type TarPackController } from 'modern-tar'
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
import {
  attachmentsFolder,
  type Contents,
  contentsName,
  type Manifest,
  manifestName,
  secretName,
  tablesFolder,
} from './format.ts'

/** Rows are split into files of about so many bytes, so that no reader has to hold a table in memory. */
const partBytes = 4_194_304

export type BackupSource = {
  readonly snapshot: Snapshot
  readonly files: Files
  readonly secret: string
  readonly version: string
  /** Called with its progress. */
  readonly report: (done: string) => void
}

/** The content of a backup, as an archive. Its counts are known once it has ended. */
export function archiveOf(source: BackupSource, ended: (contents: Contents) => void): Readable {
  const { readable, controller } = createTarPacker()
  fill({ ...source, archive: controller })
    .then(ended)
    .then(controller.finalize)
    .catch(controller.error)
  return Readable.from(readable)
}

type Writing = BackupSource & { readonly archive: TarPackController }

async function fill(writing: Writing): Promise<Contents> {
  const { archive, snapshot, secret, version } = writing
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
  await addJson(archive, manifestName, manifest)
  await addFile(archive, secretName, Buffer.from(secret))
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table.name] = await addTable(writing, table)
  // Keep only their digests and read the files later, so that the snapshot is released sooner.
  const lines = await linesOf(
    snapshot.answer(
      `select encode(sha256, 'hex') || ' ' || max(size_bytes) from attachments
        group by sha256 order by 1`,
    ),
  )
  await snapshot.close()
  const missing = await addAttachments(writing, lines.map(identityIn))
  const contents = { rows, attachments: lines.length, missing }
  await addJson(archive, contentsName, contents)
  return contents
}

/** To be given all the bytes of a new file in the archive, and closed. */
const newFile = (archive: TarPackController, name: string, size: number) =>
  archive.add({ name, size, mode: 0o600 }).getWriter()

async function addFile(archive: TarPackController, name: string, bytes: Buffer): Promise<void> {
  const file = newFile(archive, name, bytes.length)
  await file.write(bytes)
  await file.close()
}

const addJson = (archive: TarPackController, name: string, value: Manifest | Contents) =>
  addFile(archive, name, Buffer.from(JSON.stringify(value, undefined, 2)))

function identityIn(line: string): FileIdentity {
  const [digest = '', sizeBytes] = line.split(' ')
  return { sha256: Buffer.from(digest, 'hex'), sizeBytes: Number(sizeBytes) }
}

/** Adds the rows of a table, split between rows; returns how many. */
async function addTable(
  { archive, snapshot, report }: Writing,
  table: CopiedTable,
): Promise<number> {
  const copying = snapshot.rows(table)
  let part = 0
  let rows = 0
  const add = (bytes: Buffer) => {
    part += 1
    rows += countLines(bytes)
    report(`${table.name}: ${rows} rows`)
    const name = `${tablesFolder}${table.name}/${String(part).padStart(8, '0')}`
    return addFile(archive, name, bytes)
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
    if (end > 0) await add(bytes.subarray(0, end))
    waiting = [bytes.subarray(end)]
    length = bytes.length - end
  }
  if (length > 0) await add(Buffer.concat(waiting))
  return rows
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1
  return count
}

/** Adds attachments, each under its digest; returns the missing and damaged ones. */
async function addAttachments(
  { archive, files, report }: Writing,
  kept: readonly FileIdentity[],
): Promise<string[]> {
  const missing: string[] = []
  for (const [index, file] of kept.entries()) {
    report(`attachments: ${index + 1} of ${kept.length}`)
    const found = await files.find(file).catch(unlessAway)
    const isWhole = found !== undefined && (await addAttachment(archive, found, file.sha256))
    if (!isWhole) missing.push(file.sha256.toString('hex'))
  }
  return missing
}

/** An unreadable file must not keep the rest from being saved; an unreachable store must. */
function unlessAway(error: unknown): undefined {
  if (error instanceof FilesAway) throw error
}

async function addAttachment(
  archive: TarPackController,
  found: FileRead,
  sha256: Buffer,
): Promise<boolean> {
  const hash = createHash('sha256')
  const file = newFile(archive, `${attachmentsFolder}${placeOf(sha256)}`, found.sizeBytes)
  for await (const chunk of chunksOf(found)) {
    hash.update(chunk)
    await file.write(chunk)
  }
  await file.close()
  return hash.digest().equals(sha256)
}

/** All lines of a COPY's output. */
export async function linesOf(copied: Readable): Promise<string[]> {
  const lines: string[] = []
  for await (const line of createInterface({ input: copied })) lines.push(line)
  return lines
}
