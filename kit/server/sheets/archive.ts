import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

/** A file within an archive: its bytes, and whether they are compressed. */
type Packed = { readonly bytes: Buffer; readonly isDeflated: boolean }

/** The files of an archive by their path. */
export type Archive = ReadonlyMap<string, Packed>

const signatures = { end: 0x06054b50, entry: 0x02014b50 } as const
/** The last record of an archive, which may be followed by a comment. */
const endBytes = 22
const mostComment = 65_535

/**
 * Reads the list of files at the end of a zip archive.
 * @throws RangeError where it is cut off, encrypted, or no archive at all.
 */
export function openArchive(bytes: Buffer): Archive {
  const end = endOf(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const files = new Map<string, Packed>()
  let at = bytes.readUInt32LE(end + 16)
  for (let number = 0; number < count; number++) {
    if (bytes.readUInt32LE(at) !== signatures.entry) throw new RangeError('No entry')
    const [nameBytes, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place))
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0))
    files.set(name.replaceAll('\\', '/').replace(/^\//, ''), packedAt(bytes, at))
    at += 46 + (nameBytes ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

function endOf(bytes: Buffer): number {
  for (
    let at = bytes.length - endBytes;
    at >= 0 && at >= bytes.length - endBytes - mostComment;
    at--
  )
    if (bytes.readUInt32LE(at) === signatures.end) return at
  throw new RangeError('No list of files')
}

function packedAt(bytes: Buffer, entry: number): Packed {
  const [flags, method] = [bytes.readUInt16LE(entry + 8), bytes.readUInt16LE(entry + 10)]
  if (flags & 1 || (method !== 0 && method !== 8)) throw new RangeError('Unknown packing')
  const [size, at] = [bytes.readUInt32LE(entry + 20), bytes.readUInt32LE(entry + 42)]
  const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  if (begin + size > bytes.length) throw new RangeError('Cut off')
  return { bytes: bytes.subarray(begin, begin + size), isDeflated: method === 8 }
}

/** How much is unpacked at a time: a few milliseconds' work for the reader. */
const chunkSize = 32_768

/** A file's unpacked bytes, in chunks. */
export const unpack = ({ bytes, isDeflated }: Packed): Readable =>
  isDeflated
    ? Readable.from([bytes]).pipe(createInflateRaw({ chunkSize }))
    : Readable.from(cut(bytes))

function* cut(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
}
