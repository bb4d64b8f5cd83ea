import { Readable } from 'node:stream'
import type { Language } from '#kit/contract/copy.ts'
import type { Fault } from '#kit/contract/import/fault.ts'
import type { Explain } from '#kit/contract/import/reason.ts'
import { type RefusedRows, refusedFile } from '#kit/contract/import/refused.ts'
import { countPages } from '#kit/contract/page.ts'
import { Problem, problems } from '#kit/contract/problem.ts'
import { serve, serveStream } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import type { Secrets } from '#kit/server/security/secrets.ts'
import { type Task, type TaskKindName, tasks } from '../contract.ts'
import { cancelTask, eachPart, findRefused, getTask, listTasks } from './queries.ts'
import type { TaskKind } from './runs.ts'

export function taskRoutes(server: Server, secrets: Secrets, kinds: readonly TaskKind[]): void {
  const explainOf = (name: TaskKindName) => kinds.find(({ kind }) => kind === name)?.explain
  const inWordsFor = (language: Language | undefined) => (task: Task) =>
    explained(task, explainOf(task.kind), language)
  serve(server, tasks.list, async (call) => {
    const { data, totalItems } = await listTasks(call, call.query)
    return { data: data.map(inWordsFor(call.language)), ...countPages(call.query, totalItems) }
  })
  serve(server, tasks.get, async (call) =>
    inWordsFor(call.language)(await getTask(call, call.params.id)),
  )
  serve(server, tasks.cancel, async (call) => {
    await cancelTask(call, call.params.id)
    return inWordsFor(call.language)(await getTask(call, call.params.id))
  })

  serveStream(server, tasks.result, async (call) => {
    const { db, who, params, response } = call
    const { result } = await getTask(call, params.id)
    if (!result) throw new Problem('thing.not-found')
    const key = { electionId: who.scope.electionId, taskId: params.id }
    return (
      response
        .type(result.mediaType)
        // The length lets the client detect a part that was deleted meanwhile.
        .header('content-length', result.sizeBytes)
        .header('content-disposition', `attachment; filename="${result.fileName}"`)
        .header('cache-control', 'no-store')
        .send(Readable.from(eachPart(db, key), { objectMode: false }))
    )
  })

  serveStream(server, tasks.errors, async (call) => {
    const { params, query, response } = call
    const found = await findRefused(call, params.id)
    const text = found && secrets.unseal(Buffer.from(found.sealed, 'base64'))
    if (!text) throw new Problem('thing.not-found')
    const explain = explainOf(found.kind)
    return response
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="task-${params.id}-errors.csv"`)
      .header('cache-control', 'no-store')
      .send(
        refusedFile(JSON.parse(text) as RefusedRows, query.language, (row) =>
          inWords(row, explain, query.language),
        ),
      )
  })
}

/** Adds the reasons of refused rows in the reader's language, otherwise as they were recorded. */
function explained(task: Task, explain: Explain | undefined, language: Language | undefined): Task {
  const refusal = problems['import.refused'].details.safeParse(task.why)
  if (!task.why || !refusal.success || !explain || !language) return task
  const rows = refusal.data.rows.map((row) => ({
    ...row,
    reason: inWords(row, explain, language),
  }))
  return { ...task, why: { ...task.why, rows } }
}

/** Rows refused before faults were stored have only the recorded sentence. */
const inWords = (
  {
    reason,
    faults = [],
  }: { readonly reason: string; readonly faults?: readonly Fault[] | undefined },
  explain: Explain | undefined,
  language: Language,
): string => (explain && faults.length > 0 ? explain(faults, language) : reason)
