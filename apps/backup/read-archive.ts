import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import type * as z from 'zod'
import { type CopiedSchema, type CopyIn, refill } from '#database/copying/refill.ts'
import { placeOf, type Upload } from '#kit/server/files/files.ts'
import {
  attachmentsFolder,
  Contents,
  contentsName,
  Manifest,
  manifestName,
  secretName,
  tablesFolder,
} from './format.ts'

/** Where a backup is restored to. */
export type BackupTarget = {
  /** The URL of an empty database. */
  readonly url: string
  readonly files: {
    receive(
      stream: Readable,
      fileName: string,
    ): Promise<Pick<Upload, 'sha256' | 'keep' | 'discard'>>
  }
  /** Stores the secret, before anything else, or refuses it. */
  keepSecret(secret: string): Promise<void>
  /** Called with its progress. */
  readonly report: (done: string) => void
}

/**
 * Restores everything in an archive.
 * @throws Error when the archive is incomplete or does not fit; the database is empty then.
 */
export async function restoreArchive(
  archive: AsyncIterable<Buffer>,
  target: BackupTarget,
): Promise<Contents & Pick<Manifest, 'at'>> {
  const entries = ReadableStream.from(archive)
    .pipeThrough(createTarDecoder({ strict: true }))
    .values()
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

async function fill(
  entries: AsyncIterableIterator<ParsedTarEntry>,
  filling: Filling,
): Promise<Contents> {
  const tally: Tally = { rows: new Map(), attachments: 0 }
  let contents: Contents | undefined
  for await (const entry of entries) {
    const { name } = entry.header
    if (name === contentsName) contents = parse(Contents, await buffer(entry.body))
    else if (name.startsWith(tablesFolder)) await fillTable(entry, filling, tally)
    else await fillAttachment(entry, filling, tally)
  }
  if (!contents || !isComplete(contents, tally)) throw new Error('the archive is not complete')
  return contents
}

async function fillTable(
  { header, body }: ParsedTarEntry,
  { manifest, copyIn, report }: Filling,
  { rows }: Tally,
): Promise<void> {
  const [, name = ''] = header.name.split('/')
  const table = manifest.tables.find((table) => table.name === name)
  if (!table) throw new Error(`the archive has rows of an unknown table, ${name}`)
  const count = (rows.get(name) ?? 0) + (await copyIn(table, await buffer(body)))
  rows.set(name, count)
  report(`${name}: ${count} rows`)
}

/** Attachments that were damaged when the backup was made are left out. */
async function fillAttachment(
  { header, body }: ParsedTarEntry,
  { files, report }: Filling,
  tally: Tally,
): Promise<void> {
  const upload = await files.receive(Readable.from(body), header.name)
  try {
    if (`${attachmentsFolder}${placeOf(upload.sha256)}` !== header.name) return
    await upload.keep()
    tally.attachments += 1
    report(`attachments: ${tally.attachments}`)
  } finally {
    await upload.discard()
  }
}

const isComplete = ({ rows, attachments, missing }: Contents, tally: Tally) =>
  Object.entries(rows).every(([name, count]) => (tally.rows.get(name) ?? 0) === count) &&
  tally.attachments === attachments - missing.length

async function expectFile(
  entries: AsyncIterableIterator<ParsedTarEntry>,
  name: string,
): Promise<Buffer> {
  const { value } = await entries.next()
  if (value?.header.name !== name) throw new Error(`the archive has no ${name} where it should be`)
  return buffer(value.body)
}

function parse<S extends z.ZodType>(schema: S, json: Buffer): z.output<S> {
  const result = schema.safeParse(JSON.parse(json.toString()))
  if (!result.success)
    throw new Error('the backup was made by a Veghe that is too new for this one')
  return result.data
}
