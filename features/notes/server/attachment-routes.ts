import type { FastifyReply } from 'fastify'
import { Problem } from '#kit/contract/problem.ts'
import { readRange } from '#kit/server/files/byte-range.ts'
import type { FileRead, Files } from '#kit/server/files/files.ts'
import type { Renditions } from '#kit/server/files/renditions.ts'
import { serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { notes } from '../contract.ts'
import { readLinkFile, shownKindOf, shownKinds } from '../domain.ts'
import type { Links } from './links.ts'
import { findAttachment, type StoredFile } from './queries.ts'

export function attachmentRoutes(server: Server, links: Links, renditions: Renditions): void {
  serveStream(server, notes.attachment, async ({ db, params, now, response }) => {
    const linked = readLinkFile(params.file)
    const isOurs = linked && links.isGood(params.file, params.until, params.signature, now)
    const file = isOurs && (await findAttachment(db, linked))
    if (!file) throw new Problem('thing.not-found')
    const sending = linked.isShown
      ? await readShown(renditions, file, response.request.headers.range)
      : await readOriginal(server.files, file, response)
    return send(response, params.file, sending)
  })
}

/** A file being sent. */
type OutgoingFile = FileRead & { readonly mediaType: string; readonly isShown: boolean }

function send(
  response: FastifyReply,
  name: string,
  { stream, sizeBytes, range: part, mediaType, isShown }: OutgoingFile,
): FastifyReply {
  if (part)
    response.code(206).header('content-range', `bytes ${part.first}-${part.last}/${sizeBytes}`)
  return (
    response
      .type(mediaType)
      .header('content-length', part ? part.last - part.first + 1 : sizeBytes)
      .header('accept-ranges', isShown ? 'bytes' : 'none')
      .header('cache-control', 'private, max-age=3600')
      // Opened by itself it belongs to no page: it runs nothing, and reaches nothing of ours.
      .header('content-security-policy', "sandbox; script-src 'none'; frame-ancestors 'none'")
      .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename="${name}"`)
      .send(stream)
  )
}

async function readShown(
  renditions: Renditions,
  file: StoredFile,
  range: string | undefined,
): Promise<OutgoingFile> {
  const kind = shownKindOf(file.mediaType)
  const found = kind && (await renditions.find(file, kind, readRange(range)))
  if (!found) throw new Problem('thing.not-found')
  return { ...found, mediaType: shownKinds[kind], isShown: true }
}

/** The original is evidence, and may be anything after its first bytes: never shown inline. */
async function readOriginal(
  files: Files,
  file: StoredFile,
  { log }: FastifyReply,
): Promise<OutgoingFile> {
  const found = await files.find(file)
  if (!found) {
    log.error({ digest: file.sha256.toString('hex') }, 'an attachment is missing')
    throw new Problem('attachment.missing')
  }
  return { ...found, mediaType: file.mediaType, isShown: false }
}
