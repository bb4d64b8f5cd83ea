import { finished } from 'node:stream/promises'
import { startTask } from '#features/tasks/server/queries.ts'
import { writeZip } from '#kit/server/files/zip.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import { sendFile } from '#kit/server/http/download.ts'
import { type StreamCall, serve, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { exports } from '../contract.ts'
import { takeFiles } from './file-queries.ts'
import { answersTaken, notesTaken, takeAnswers, takeNotes } from './sheet-queries.ts'

export function exportRoutes(server: Server): void {
  const send =
    (taken: typeof answersTaken, take: typeof takeAnswers) =>
    (call: Pick<StreamCall<typeof exports.all>, 'who' | 'now' | 'query' | 'response'>) => {
      const { who, query } = call
      const { format, language, ...filter } = query
      return sendFile(server, call, { ...taken, format, language, filter }, (db) =>
        take({ db, who, query }),
      )
    }
  serveStream(server, exports.all, send(answersTaken, takeAnswers))
  serveStream(server, exports.allV2, send(answersTaken, takeAnswers))
  serveStream(server, exports.notes, send(notesTaken, takeNotes))
  serveStream(server, exports.files, async ({ who, now, db, query, response, isUnchanged }) => {
    const { language: _columns, ...filter } = query
    const asking = { db, who, now, isUnchanged, query: { ...query, format: 'csv' as const } }
    const { rows, entries } = await takeFiles(asking, server.files)
    const after = { rows, format: 'zip', filter }
    await server.database.write((tx) =>
      recordBy(
        { db: tx, who, now },
        { act: notesTaken.act, subject: 'notes', subjectId: null, after },
      ),
    )
    const stream = writeZip(entries)
    response
      .type(exports.files.reply.mediaType)
      .header('content-disposition', 'attachment; filename="files.zip"')
      .header('cache-control', 'no-store')
      .send(stream)
    // A reader who disconnects ends it.
    await finished(response.raw).catch(() => stream.destroy())
  })
  serve(server, exports.start, (call) =>
    startTask(call, { kind: `export.${call.body.what}`, request: call.body }),
  )
}
