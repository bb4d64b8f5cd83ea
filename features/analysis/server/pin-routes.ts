import { Problem } from '#kit/contract/problem.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { pinnedQuestions, pinsChanged } from '../pins-contract.ts'
import { listPinned, pinQuestion, unpinQuestion } from './pin-queries.ts'

const recordChange = changeRecorder('pinned_questions', pinsChanged, 'everybody')

export function pinRoutes(server: Server): void {
  serve(server, pinnedQuestions.list, ({ db, who }) => listPinned(db, who.scope))

  serve(server, pinnedQuestions.pin, async (call) => {
    const { db, who, params, body, now } = call
    const code = await pinQuestion(db, who.scope, params.questionId, { now, ...body })
    return recorded(call, 'analysis.pinned', code)
  })

  serve(server, pinnedQuestions.unpin, async (call) => {
    const { db, who, params, now } = call
    return recorded(
      call,
      'analysis.unpinned',
      await unpinQuestion(db, who.scope, params.questionId, now),
    )
  })
}

/** @param questionCode undefined: there was nothing to change */
async function recorded(
  call: Call<typeof pinnedQuestions.unpin>,
  act: string,
  questionCode: string | undefined,
): Promise<Record<never, never>> {
  if (questionCode === undefined) throw new Problem('thing.not-found')
  await recordChange(call, act, call.params.questionId, { after: { questionCode } })
  return {}
}
