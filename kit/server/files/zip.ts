import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'

/** A file of an archive. */
export type ZipEntry = {
  readonly path: string
  readonly at: Date
  readonly content: AsyncIterable<Uint8Array | string>
}

/**
 * Writes a zip archive, uncompressed, while it is read: the next entry is asked for when the one before has been written.
 * An archive whose reader leaves closes the file being read.
 */
export function writeZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  const add = async () => {
    for await (const { path, at, content } of entries) {
      const source = Readable.from(content, { objectMode: false })
      const close = () => source.destroy()
      output.once('close', close)
      zip.addReadStream(source, path, { mtime: at, compress: false })
      await finished(source)
      output.off('close', close)
    }
    zip.end()
  }
  add().catch(fail)
  return output
}
