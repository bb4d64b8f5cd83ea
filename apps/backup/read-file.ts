import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { decrypt } from '#kit/server/security/encryption.ts'

/** A backup file, and how to read it. */
export type BackupFile = {
  readonly file: string
  readonly passphrase: string
  readonly interrupted: AbortSignal
}

/**
 * Reads a file to its end; yields how many bytes were proven genuine so far.
 * @throws Undecipherable when it is damaged, or the passphrase is wrong.
 */
export async function* proveBackup({
  file,
  passphrase,
  interrupted,
}: BackupFile): AsyncGenerator<number> {
  let proven = 0
  for await (const { length } of decrypt(createReadStream(file), passphrase)) {
    interrupted.throwIfAborted()
    proven += length
    yield proven
  }
}

/** The archive in a file. */
export function archiveIn({ file, passphrase, interrupted }: BackupFile): AsyncIterable<Buffer> {
  const plain = (source: AsyncIterable<Buffer>) => decrypt(source, passphrase)
  const stream = createReadStream(file, { signal: interrupted })
  // The reader of the archive gets its errors.
  return pipeline(stream, plain, createGunzip({ chunkSize: 65_536 }), () => undefined)
}
