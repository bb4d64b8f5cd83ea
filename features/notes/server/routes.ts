import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import { keepUnplaced } from '#features/visits/server/unplaced-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { Id } from '#kit/contract/id.ts'
import { Problem } from '#kit/contract/problem.ts'
import { type Call, serve, serveStream } from '#kit/server/serve.ts'
import type { Server } from '#kit/server/server.ts'
import { type Note, notes } from '../contract.ts'
import { readLinkFile } from '../domain.ts'
import type { Links } from './links.ts'
import {
  findAttachment,
  insertAttachments,
  listAttachments,
  listNotes,
  type NoteListRow,
} from './queries.ts'
import { storeNote } from './store.ts'

type Writing = Call<typeof notes.write> | Call<typeof notes.upload>

export function noteRoutes(server: Server, links: Links): void {
  serve(server, notes.write, async (call) => {
    const filesAddress = await takeNote(call, links)
    return { filesAddress, note: written(call) }
  })

  serve(server, notes.upload, async (call) => {
    const [fileAddress = null] = await takeNote(call, links)
    return { fileAddress, note: written(call) }
  })

  serve(server, notes.list, async ({ db, who, query, now, origin }) => {
    const { observerId, pollingStationId } = query
    const rows = await listNotes(db, who.scope, observerId, pollingStationId)
    const files = await listAttachments(
      db,
      who.scope,
      rows.map(({ id }) => id),
    )
    const byNote = groupBy(files, ({ noteId }) => noteId)
    return rows.map((row) => {
      const attachments = (byNote.get(row.id) ?? []).map((file) => ({
        src: links.make(origin, who.scope.electionId, file, now),
        isImage: file.mediaType.startsWith('image/'),
        mediaType: file.mediaType,
        fileName: file.fileName,
      }))
      return shown(row, query, attachments)
    })
  })

  serveStream(server, notes.attachment, async ({ db, params, query, now, response }) => {
    const key = readLinkFile(params.file)
    const fits = key && links.isGood(params.file, query.until, params.signature, now)
    const file =
      fits &&
      (await findAttachment(db, key.electionId as Id<'elections'>, key.id as Id<'attachments'>))
    if (!file) throw new Problem('thing.not-found')
    const { stream, sizeBytes } = await server.files.read(file.sha256)
    return (
      response
        .type(file.mediaType)
        .header('content-length', sizeBytes)
        .header('cache-control', 'private, max-age=3600')
        // Opened by itself it is nobody's page: it runs nothing, and reaches nothing of ours.
        .header('content-security-policy', "sandbox; script-src 'none'; frame-ancestors 'none'")
        .header(
          'content-disposition',
          `${isShown(file.mediaType) ? 'inline' : 'attachment'}; filename="${params.file}"`,
        )
        .send(stream)
    )
  })
}

/** Takes a note with its files; answers with links to the files. */
async function takeNote(call: Writing, links: Links): Promise<string[]> {
  const { db, who, body, uploads, now, origin } = call
  const station = (await findStations(db, who.scope.electionId, [body])).get(addressKeyOf(body))
  if (!station) {
    await keepNoteAside(call)
    return []
  }
  const remark = {
    questionId: body.questionId ?? null,
    text: body.text,
    files: uploads.map(({ sha256 }) => sha256.toString('hex')),
  }
  const noteId = await storeNote(call, station, remark, (made) =>
    insertAttachments(db, who.scope, { noteId: made }, uploads.map(described)),
  )
  const files = await listAttachments(db, who.scope, [noteId])
  return files.map((file) => links.make(origin, who.scope.electionId, file, now))
}

async function keepNoteAside({ db, who, body, uploads, now }: Writing): Promise<void> {
  const files = uploads.map(({ fileName, sha256 }) => ({
    fileName,
    sha256: sha256.toString('hex'),
  }))
  const aside = { kind: 'note', reason: 'no-such-station', sent: { ...body, files } } as const
  const [unplacedId] = await keepUnplaced(db, who, [aside], now)
  if (unplacedId !== undefined)
    await insertAttachments(db, who.scope, { unplacedId }, uploads.map(described))
}

/** Only what a browser shows without running it is shown in place. */
const isShown = (mediaType: string) => /^(image\/(?!svg)|video\/|audio\/)/.test(mediaType)

const described = ({
  fileName,
  mediaType,
  extension,
  sizeBytes,
  sha256,
}: Writing['uploads'][number]) => ({
  fileName: fileName.slice(0, 200).replaceAll('\0', ''),
  mediaType,
  extension,
  sizeBytes,
  sha256,
})

const written = ({ body }: Writing) => ({
  countyCode: body.countyCode,
  municipalityCode: body.municipalityCode ?? null,
  pollingStationNumber: body.pollingStationNumber,
  questionId: body.questionId ?? null,
  text: body.text,
  files: null,
})

function shown(
  row: NoteListRow,
  thread: { readonly observerId: number; readonly pollingStationId: number },
  attachments: Note['attachments'],
): Note {
  const attachmentsPaths = attachments.map(({ src }) => src)
  return {
    ...row,
    formId: row.formId ?? -1,
    observerId: thread.observerId,
    pollingStationId: thread.pollingStationId,
    attachmentPath: attachmentsPaths[0] ?? null,
    attachmentsPaths,
    attachments,
  }
}
