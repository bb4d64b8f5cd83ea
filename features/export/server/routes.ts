import { startTask } from '#features/tasks/server/queries.ts'
import { sendFile } from '#kit/server/http/download.ts'
import { type StreamCall, serve, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { exports } from '../contract.ts'
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
  serve(server, exports.start, (call) =>
    startTask(call, { kind: `export.${call.body.what}`, asked: call.body }),
  )
}
