import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import { keepUnplaced } from '#features/visits/server/unplaced-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { type Note, notes } from '../contract.ts'
import { linkFile, shownFile, shownKindOf } from '../domain.ts'
import type { Links } from './links.ts'
import { insertAttachments, listAttachments, listNotes, type NoteListRow } from './queries.ts'
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
    const { electionId } = who.scope
    const { observerId, pollingStationId } = query
    const rows = await listNotes(db, who.scope, observerId, pollingStationId)
    const files = await listAttachments(
      db,
      who.scope,
      rows.map(({ id }) => id),
    )
    const byNote = groupBy(files, ({ noteId }) => noteId)
    return rows.map((row) => {
      const attachments = (byNote.get(row.id) ?? []).map(
        ({ id, extension, mediaType, fileName }) => {
          const kind = shownKindOf(mediaType)
          return {
            src: links.make(origin, linkFile(electionId, id, extension), now),
            shown: kind ? links.make(origin, shownFile(electionId, id, kind), now) : null,
            isImage: mediaType.startsWith('image/'),
            mediaType,
            fileName,
          }
        },
      )
      return shown(row, query, attachments)
    })
  })
}

/** Stores a note with its files; returns links to the files. */
async function takeNote(call: Writing, links: Links): Promise<string[]> {
  const { db, who, body, uploads, now, origin } = call
  const station = (await findStations(db, who.scope.electionId, [body])).get(addressKeyOf(body))
  if (!station || who.isOver) {
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
  return files.map(({ id, extension }) =>
    links.make(origin, linkFile(who.scope.electionId, id, extension), now),
  )
}

async function keepNoteAside({ db, who, body, uploads, now }: Writing): Promise<void> {
  const files = uploads.map(({ fileName, sha256 }) => ({
    fileName,
    sha256: sha256.toString('hex'),
  }))
  const reason = who.isOver ? 'election-archived' : 'no-such-station'
  const aside = { kind: 'note', reason, sent: { ...body, files } } as const
  const {
    fresh: [unplacedId],
  } = await keepUnplaced(db, who, [aside], now)
  if (unplacedId !== undefined)
    await insertAttachments(db, who.scope, { unplacedId }, uploads.map(described))
}

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
  // Clients of the first system display the files they find here.
  const attachmentsPaths = attachments.map((file) => file.shown ?? file.src)
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
