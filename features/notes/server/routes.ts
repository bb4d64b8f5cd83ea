import type { Tx } from '#database/open.ts'
import { getIncident } from '#features/incidents/server/queries.ts'
import { lockObservers } from '#features/observers/server/write-queries.ts'
import { addressKeyOf } from '#features/places/domain.ts'
import { findStations } from '#features/places/server/queries.ts'
import { keepUnplaced } from '#features/visits/server/unplaced-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import { type Call, type CallWithoutDb, serve, serveBatched } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { type IncidentNote, notes } from '../contract.ts'
import { linkFile, shownFile, shownKindOf } from '../domain.ts'
import { holdFiles } from './kept-queries.ts'
import type { Links } from './links.ts'
import { insertAttachments, listAttachments, listNotes, listNotesOf } from './queries.ts'
import { storeNote } from './store.ts'

type Writing = CallWithoutDb<typeof notes.write> | CallWithoutDb<typeof notes.upload>
type WritingIn = Writing & { readonly db: Tx }

export function noteRoutes(server: Server, links: Links): void {
  serveBatched(server, notes.write, {
    lookUp: async () => undefined,
    handle: (tx, calls) =>
      inTurn(tx, calls, async (call) => {
        const filesAddress = await takeNote({ ...call, db: tx }, links)
        return { filesAddress, note: written(call) }
      }),
  })

  serveBatched(server, notes.upload, {
    lookUp: async () => undefined,
    handle: (tx, calls) =>
      inTurn(tx, calls, async (call) => {
        const [fileAddress = null] = await takeNote({ ...call, db: tx }, links)
        return { fileAddress, note: written(call) }
      }),
  })

  serve(server, notes.list, async (call) => {
    const { observerId, pollingStationId } = call.query
    const rows = await listNotes(call.db, call.who.scope, observerId, pollingStationId)
    return withFiles(call, links, rows)
  })

  serve(server, notes.ofIncident, async (call) => {
    const { db, who, params } = call
    const { id } = await getIncident(db, who.scope, params.id)
    return withFiles(call, links, await listNotesOf(db, who.scope, id))
  })
}

/** Notes with links to their files. */
async function withFiles(
  { db, who, now, origin }: Pick<Call<typeof notes.list>, 'db' | 'who' | 'now' | 'origin'>,
  links: Links,
  rows: Awaited<ReturnType<typeof listNotes>>,
): Promise<IncidentNote[]> {
  const { electionId } = who.scope
  const files = await listAttachments(
    db,
    who.scope,
    rows.map(({ id }) => id),
  )
  const byNote = groupBy(files, ({ noteId }) => noteId)
  return rows.map((row) => {
    const attachments = (byNote.get(row.id) ?? []).map(({ id, extension, mediaType, fileName }) => {
      const kind = shownKindOf(mediaType)
      return {
        src: links.make(origin, linkFile(electionId, id, extension), now),
        shown: kind ? links.make(origin, shownFile(electionId, id, kind), now) : null,
        isImage: mediaType.startsWith('image/'),
        mediaType,
        fileName,
      }
    })
    // Clients of the first system display the files they find here.
    const attachmentsPaths = attachments.map((file) => file.shown ?? file.src)
    const attachmentPath = attachmentsPaths[0] ?? null
    return { ...row, formId: row.formId ?? -1, attachmentPath, attachmentsPaths, attachments }
  })
}

type Sent = Pick<Writing, 'who' | 'uploads'>

/** Locks all that the notes of a batch lock, in one order: observers, then files by their digests. */
async function holdAll(tx: Tx, calls: readonly Sent[]): Promise<void> {
  await lockObservers(
    tx,
    calls.map(({ who }) => who.id),
  )
  const digests = calls.flatMap(({ uploads }) => uploads.map(({ sha256 }) => sha256))
  if (digests.length > 0) await holdFiles(tx, digests)
}

/** Stores the notes of a batch one after the other, as its one connection would. */
async function inTurn<C extends Sent, R>(
  tx: Tx,
  calls: readonly C[],
  take: (call: C) => Promise<R>,
): Promise<R[]> {
  await holdAll(tx, calls)
  const replies: R[] = []
  for (const call of calls) replies.push(await take(call))
  return replies
}

/** Stores a note with its files; returns links to the files. */
async function takeNote(call: WritingIn, links: Links): Promise<string[]> {
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

async function keepNoteAside({ db, who, body, uploads, now }: WritingIn): Promise<void> {
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
