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
 * An archive whose reader leaves closes the file being read, and ends `entries`.
 */
export function writeZip(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  const addEntry = async ({ path, at, content }: ZipEntry) => {
    const source = Readable.from(content, { objectMode: false })
    const close = () => source.destroy()
    output.once('close', close)
    zip.addReadStream(source, path, { mtime: at, compress: false })
    await finished(source)
    output.off('close', close)
  }
  const add = async () => {
    for await (const entry of entries) {
      // The reader may leave while the entry is looked up: a closed output never drains.
      if (!output.destroyed) await addEntry(entry)
      if (output.destroyed) return
    }
    zip.end()
  }
  add().catch(fail)
  return output
}
