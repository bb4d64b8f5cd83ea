import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AttachmentDraft } from '#features/notes/server/queries.ts'
import type { Files } from '#kit/server/files/files.ts'

/** Stores the photographs of a folder as attachments; by their names without the extension. */
export async function keepPictures(
  files: Pick<Files, 'receive'>,
  folder: string,
): Promise<ReadonlyMap<string, AttachmentDraft>> {
  const kept = new Map<string, AttachmentDraft>()
  for (const fileName of await readdir(folder)) {
    const upload = await files.receive(createReadStream(join(folder, fileName)), fileName)
    await upload.keep()
    const { mediaType, extension, sizeBytes, sha256 } = upload
    kept.set(fileName.replace(/\.\w+$/, ''), { fileName, mediaType, extension, sizeBytes, sha256 })
  }
  return kept
}
