/** A file within an archive. */
export type TarEntry = {
  readonly name: string
  readonly sizeBytes: number
  /** To be read to its end before the next is requested. */
  readonly content: AsyncIterable<Buffer>
}

const blockBytes = 512
/** The largest size in a header; a larger file would need an extension that we do not have. */
const mostBytes = 8 ** 11 - 1

/** The header of a file, in the oldest format, which every tar reads. */
export function tarHeader(name: string, sizeBytes: number): Buffer {
  if (Buffer.byteLength(name) > 100 || sizeBytes > mostBytes)
    throw new RangeError(`${name} does not fit into an archive`)
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${sizeBytes.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The padding after its bytes, up to the next block. */
export const tarPadding = (sizeBytes: number): Buffer =>
  Buffer.alloc((blockBytes - (sizeBytes % blockBytes)) % blockBytes)

/** The end-of-archive marker. */
export const tarEnd: Buffer = Buffer.alloc(2 * blockBytes)

/** A whole file with header and padding. */
export const tarFile = (name: string, bytes: Buffer): Buffer =>
  Buffer.concat([tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)])

/** The files of an archive written by `tarHeader`, in order. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source)
  for (;;) {
    const header = await bytes.take(blockBytes)
    if (header.every((byte) => byte === 0)) break
    const said = Number.parseInt(header.toString('latin1', 148, 154), 8)
    if (said !== checksumOf(header)) throw new Error('the archive is damaged')
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    const sizeBytes = Number.parseInt(header.toString('latin1', 124, 135), 8)
    yield { name, sizeBytes, content: bytes.stream(sizeBytes) }
    await bytes.take(tarPadding(sizeBytes).length)
  }
  // To its very end: only then is it known to be complete.
  await bytes.drain()
}

/** The sum of all bytes, with spaces in place of the checksum itself. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

/** Reads a given number of bytes from a stream. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #waiting: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.stream(length)) parts.push(part)
    return Buffer.concat(parts)
  }

  async *stream(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (this.#waiting.length === 0) {
        const { value, done } = await this.#source.next()
        if (done) throw new Error('the archive ends too early')
        this.#waiting = value
      }
      const part = this.#waiting.subarray(0, left)
      this.#waiting = this.#waiting.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async drain(): Promise<void> {
    while (!(await this.#source.next()).done);
  }
}
