import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { comments, commentsChanged } from '../contract.ts'
import { partsOf } from '../domain.ts'
import { listMentionable } from './mention-queries.ts'
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
    const { text } = body
    const mentions = text.includes('@')
      ? mentionedIn(text, await listMentionable(db, who, subject))
      : []
    const id = await insertComment(db, who, subject, { text, mentions }, now)
    const { ngoId, ...after } = subject
    await recordChange(call, 'comments.written', id, { after, ngoId })
    return id
  })

  serve(server, comments.listMentionable, async ({ db, who, query }) => {
    const accounts = await listMentionable(db, who, await getSubject(db, who, query))
    return { accounts: accounts.map(({ account }) => account) }
  })

  serve(server, comments.remove, (call) => setDeleted(call, 'comments.deleted', call.now))
  serve(server, comments.restore, (call) => setDeleted(call, 'comments.restored', null))
}

function mentionedIn(
  text: string,
  accounts: Awaited<ReturnType<typeof listMentionable>>,
): number[] {
  const ids = new Map(accounts.map(({ id, account }) => [account, id]))
  const mentioned = partsOf(text, [...ids.keys()]).map(({ account = '' }) => ids.get(account))
  return [...new Set(mentioned.filter((id) => id !== undefined))]
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
