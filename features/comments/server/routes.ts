import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { comments, commentsChanged } from '../contract.ts'
import { getSubject, insertComment, listComments, setCommentDeleted } from './queries.ts'

/** History gets no text: it may name people, and has to go when they are erased. */
const recordChange = changeRecorder('comments', commentsChanged, 'own organisation')

export function commentRoutes(server: Server): void {
  serve(server, comments.list, async ({ db, who, query }) =>
    listComments(db, who, await getSubject(db, who, query)),
  )

  serve(server, comments.write, async (call) => {
    const { db, who, body, now } = call
    const subject = await getSubject(db, who, body)
    const id = await insertComment(db, who, subject, body, now)
    const { ngoId, ...after } = subject
    await recordChange(call, 'comments.written', id, { after, ngoId })
    return id
  })

  serve(server, comments.remove, (call) => setDeleted(call, 'comments.deleted', call.now))
  serve(server, comments.restore, (call) => setDeleted(call, 'comments.restored', null))
}

async function setDeleted(
  call: Call<typeof comments.remove>,
  act: string,
  at: Date | null,
): Promise<Record<never, never>> {
  const { db, who, params } = call
  const changed = await setCommentDeleted(db, who, params.id, at)
  if (!changed) throw new Problem('thing.not-found')
  await recordChange(call, act, params.id, changed)
  return {}
}
