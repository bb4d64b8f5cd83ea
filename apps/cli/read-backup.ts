import { Readable } from 'node:stream'
import type * as z from 'zod'
import { type CopiedSchema, type CopyIn, refill } from '#database/copying/refill.ts'
import { type Files, placeOf } from '#kit/server/files/files.ts'
import { readTar, type TarEntry } from '#kit/server/files/tar.ts'
import {
  attachmentsFolder,
  Contents,
  contentsName,
  Manifest,
  manifestName,
  secretName,
  tablesFolder,
} from './backup-format.ts'

/** Where a backup is restored to. */
export type BackupTarget = {
  /** Of an empty database. */
  readonly url: string
  readonly files: Files
  /** Stores the secret, before anything else, or refuses it. */
  keepSecret(secret: string): Promise<void>
  /** Told of its progress. */
  readonly tell: (done: string) => void
}

/**
 * Restores everything in an archive.
 * @throws Error when the archive is incomplete or does not fit; the database is empty then.
 */
export async function restoreArchive(
  archive: AsyncIterable<Buffer>,
  target: BackupTarget,
): Promise<Contents & Pick<Manifest, 'at'>> {
  const entries = readTar(archive)
  const manifest = parse(Manifest, await expectFile(entries, manifestName))
  const secret = await expectFile(entries, secretName)
  await target.keepSecret(secret.toString())
  const contents = await refill(target.url, manifest, (copyIn) =>
    fill(entries, { ...target, manifest, copyIn }),
  )
  return { ...contents, at: manifest.at }
}

type Filling = BackupTarget & { readonly manifest: CopiedSchema; readonly copyIn: CopyIn }

/** What has been restored so far. */
type Tally = { readonly rows: Map<string, number>; attachments: number }

async function fill(entries: AsyncGenerator<TarEntry>, filling: Filling): Promise<Contents> {
  const tally: Tally = { rows: new Map(), attachments: 0 }
  let contents: Contents | undefined
  for await (const entry of entries) {
    if (entry.name === contentsName) contents = parse(Contents, await bytesOf(entry))
    else if (entry.name.startsWith(tablesFolder)) await fillTable(entry, filling, tally)
    else await fillAttachment(entry, filling, tally)
  }
  if (!contents || !isComplete(contents, tally)) throw new Error('the archive is not complete')
  return contents
}

async function fillTable(
  entry: TarEntry,
  { manifest, copyIn, tell }: Filling,
  { rows }: Tally,
): Promise<void> {
  const [, name = ''] = entry.name.split('/')
  const table = manifest.tables.find((table) => table.name === name)
  if (!table) throw new Error(`the archive has rows of ${name}, and does not say what that is`)
  const count = (rows.get(name) ?? 0) + (await copyIn(table, await bytesOf(entry)))
  rows.set(name, count)
  tell(`${name}: ${count} rows`)
}

/** Attachments that were damaged when the backup was made are left out. */
async function fillAttachment(
  { name, content }: TarEntry,
  { files, tell }: Filling,
  tally: Tally,
): Promise<void> {
  const upload = await files.receive(Readable.from(content), name)
  try {
    if (`${attachmentsFolder}${placeOf(upload.sha256)}` !== name) return
    await upload.keep()
    tally.attachments += 1
    tell(`attachments: ${tally.attachments}`)
  } finally {
    await upload.discard()
  }
}

const isComplete = ({ rows, attachments, missing }: Contents, tally: Tally) =>
  Object.entries(rows).every(([name, count]) => (tally.rows.get(name) ?? 0) === count) &&
  tally.attachments === attachments - missing.length

async function expectFile(entries: AsyncGenerator<TarEntry>, name: string): Promise<Buffer> {
  const { value } = await entries.next()
  if (value?.name !== name) throw new Error(`the archive has no ${name} where it should be`)
  return bytesOf(value)
}

async function bytesOf({ content }: TarEntry): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

function parse<S extends z.ZodType>(schema: S, json: Buffer): z.output<S> {
  const result = schema.safeParse(JSON.parse(json.toString()))
  if (!result.success)
    throw new Error('the backup was made by a Veghe that is too new for this one')
  return result.data
}
