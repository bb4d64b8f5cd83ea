import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { codeOf } from '#database/failure.ts'
import { type ByteRange, type RequestedRange, resolveRange } from './byte-range.ts'

/** A file that came in with a request. */
export type ReceivedFile = {
  readonly fileName: string
  readonly sizeBytes: number
  readonly sha256: Buffer
  /** By its first bytes, never by its name; `application/octet-stream` when they are inconclusive. */
  readonly mediaType: string
  /** The file extension of the media type, without a dot. */
  readonly extension: string
  /** The whole file, if it is small enough to be read at once. */
  bytes(): Promise<Buffer>
}

/** A file that is not stored yet. */
export type Upload = ReceivedFile & {
  /** Stores it, durably. Storing the same bytes twice stores them once. */
  keep(): Promise<void>
  /** Discards it; harmless once it is stored. */
  discard(): Promise<void>
}

/** Identifies a file, and distinguishes a complete file from a truncated one. */
export type FileIdentity = Pick<ReceivedFile, 'sha256' | 'sizeBytes'>

/** The attachment store: each file under the digest of its bytes. */
export type Files = {
  receive(stream: Readable, fileName: string): Promise<Upload>
  /**
   * Undefined when the file is missing or incomplete.
   * @throws FilesAway
   */
  find(file: FileIdentity): Promise<FileRead | undefined>
  /**
   * A file's rendition, or the requested range of it; undefined when there is none.
   * @throws FilesAway
   */
  findRendition(sha256: Buffer, wanted: RequestedRange | undefined): Promise<FileRead | undefined>
  /** @throws FilesAway */
  keepRendition(sha256: Buffer, rendition: Buffer): Promise<void>
  /**
   * Removes a file and its rendition; returns the bytes freed, undefined if there was no file.
   * @throws FilesAway
   */
  remove(sha256: Buffer): Promise<number | undefined>
  /**
   * The owner of this store: the first to claim it, recorded in the store itself.
   * @throws FilesAway
   */
  ownerOr(us: string): Promise<string>
}

export type FileRead = {
  /** The size of the whole file. */
  readonly sizeBytes: number
  /** The range that is read; undefined for the whole file. */
  readonly range: ByteRange | undefined
  readonly stream: Readable
}

/** Permanent storage: a folder, or a bucket. */
export type FileStore = {
  /** Stores what was received at `path`; resolves when not even a power cut would lose it. */
  keep(path: string, place: string, file: FileIdentity): Promise<void>
  /** Undefined when nothing is there. */
  find(place: string, wanted?: RequestedRange): Promise<FileRead | undefined>
  /** How many bytes were removed; undefined when nothing was there. */
  remove(place: string): Promise<number | undefined>
}

/** The store does not respond: nothing was stored, and a later attempt may succeed. */
export class FilesAway extends Error {
  override readonly name = 'FilesAway'
}

/** The errors of a disk that is full, or accepts no more. */
const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'])

/** A full disk will be cleaned up, and the phone retries until then. */
function awayIfFull(error: unknown): never {
  throw full.has(codeOf(error)) ? new FilesAway(codeOf(error), { cause: error }) : error
}

/** How many first bytes decide a file's type. */
const sniffedBytes = 4100

/** Attachments in a folder on this machine. */
export const filesIn = (folder: string): Promise<Files> =>
  receiveInto(join(folder, 'incoming'), {
    keep: (path, place) => move(path, join(folder, place)),
    find: async (place, wanted) => {
      const path = join(folder, place)
      const found = await stat(path).catch(unlessAbsent)
      if (!found) return undefined
      const part = resolveRange(wanted, found.size)
      const stream = createReadStream(path, part && { start: part.first, end: part.last })
      return { sizeBytes: found.size, range: part, stream }
    },
    remove: async (place) => {
      const path = join(folder, place)
      const found = await stat(path).catch(unlessAbsent)
      await rm(path, { force: true })
      return found?.size
    },
  })

function unlessAbsent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

/** The path of a file in its store. Folders and buckets agree, so that one can be copied to the other. */
export function placeOf(sha256: Buffer): string {
  const digest = sha256.toString('hex')
  return `${digest.slice(0, 2)}/${digest}`
}

/** Where a store records its owner. */
const ownerPlace = 'owner'

/** The path of a file's rendition, under the file's digest. All of them can be made again. */
const renditionOf = (sha256: Buffer) => `renditions/${placeOf(sha256)}`

/** Receives files into a folder and stores them. Half-received files of an earlier run are removed. */
export async function receiveInto(incoming: string, store: FileStore): Promise<Files> {
  await mkdir(incoming, { recursive: true })
  await forgetOld(incoming)
  const newPath = () => join(incoming, randomUUID())
  const keepBytes = async (bytes: Buffer, place: string) => {
    const path = newPath()
    const file = await write(Readable.from([bytes]), path).catch(awayIfFull)
    try {
      await store.keep(path, place, file).catch(awayIfFull)
    } finally {
      await rm(path, { force: true })
    }
  }
  return {
    receive: async (stream, fileName) => {
      const path = newPath()
      const { head, ...file } = await write(stream, path).catch(awayIfFull)
      const type = await fileTypeFromBuffer(head)
      return {
        fileName,
        ...file,
        mediaType: type?.mime ?? 'application/octet-stream',
        extension: type?.ext ?? 'bin',
        bytes: () => readFile(path),
        keep: () => store.keep(path, placeOf(file.sha256), file).catch(awayIfFull),
        discard: () => rm(path, { force: true }),
      }
    },
    find: async ({ sha256, sizeBytes }) => {
      const found = await store.find(placeOf(sha256))
      if (found?.sizeBytes === sizeBytes) return found
      found?.stream.destroy()
      return undefined
    },
    findRendition: (sha256, wanted) => store.find(renditionOf(sha256), wanted),
    keepRendition: (sha256, rendition) => keepBytes(rendition, renditionOf(sha256)),
    remove: async (sha256) => {
      // The rendition first: if we are interrupted, the rest is still found by its digest.
      const removed = [
        await store.remove(renditionOf(sha256)),
        await store.remove(placeOf(sha256)),
      ].filter((bytes) => bytes !== undefined)
      return removed.length > 0 ? removed.reduce((sum, bytes) => sum + bytes) : undefined
    },
    ownerOr: async (us) => {
      const find = () => store.find(ownerPlace)
      const before = await find()
      before?.stream.destroy()
      if (!before) await keepBytes(Buffer.from(us), ownerPlace)
      // Two databases may claim it at once: read the one that won.
      const found = await find()
      return found ? (await buffer(chunksOf(found))).toString() : ''
    },
  }
}

/**
 * A whole file, chunk by chunk.
 * @throws FilesAway when its store breaks off.
 */
export async function* chunksOf({ stream, sizeBytes }: FileRead): AsyncGenerator<Buffer> {
  let left = sizeBytes
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      left -= chunk.length
      yield chunk
    }
  } catch (error) {
    throw new FilesAway(codeOf(error), { cause: error })
  }
  if (left !== 0) throw new FilesAway('It broke off')
}

/** Writes a stream to a file and syncs it to the disk; a broken stream leaves no file. */
async function write(stream: Readable, path: string) {
  const hash = createHash('sha256')
  const file = await open(path, 'wx')
  let sizeBytes = 0
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      sizeBytes += chunk.length
      if (head.length < sniffedBytes) head = Buffer.concat([head, chunk]).subarray(0, sniffedBytes)
      await file.writeFile(chunk)
    }
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { sizeBytes, sha256: hash.digest(), head }
}

async function move(path: string, target: string): Promise<void> {
  const folder = dirname(target)
  if (await mkdir(folder, { recursive: true })) await syncFolder(dirname(folder))
  await rename(path, target)
  await syncFolder(folder)
}

/** A renamed file survives a power cut only once its folder is synced. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder, and does not need this.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Other processes share the folder, so only what is older than a day is certainly abandoned. */
async function forgetOld(incoming: string): Promise<void> {
  const dayAgo = Date.now() - 86_400_000
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const at = await stat(path).catch(() => undefined)
    if (at && at.mtimeMs < dayAgo) await rm(path, { force: true })
  }
}
