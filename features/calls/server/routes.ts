import { Problem } from '#kit/contract/problem.ts'
import { readMoment } from '#kit/contract/value/instant.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { calls, callsChanged } from '../contract.ts'
import { isAhead } from '../domain.ts'
import { rest, restAsBefore } from './hold-queries.ts'
import { deleteCall, findCalled, insertCall, listCalls, type StoredCall } from './queries.ts'

const recordChange = changeRecorder('observers', callsChanged, 'own organisation')

export function callRoutes(server: Server): void {
  serve(server, calls.list, async ({ db, who, params: { observerId } }) => {
    if (!(await findCalled(db, who.scope, observerId))) throw new Problem('thing.not-found')
    return listCalls(db, who, observerId)
  })

  serve(server, calls.log, async (call) => {
    const { db, who, body, now: calledAt } = call
    const observer = await findCalled(db, who.scope, body.observerId)
    if (!observer || observer.isDeleted) throw new Problem('thing.not-found')
    const callBackAt = body.callBackAt ? readMoment(body.callBackAt, who.timezone) : null
    if (callBackAt && !isAhead(callBackAt, calledAt))
      throw new Problem('request.invalid', {
        errors: { callBackAt: ['Must be within the next seven days'] },
      })
    const logged = { ...body, calledAt, callBackAt }
    const id = await insertCall(db, who, logged)
    await rest(db, who.scope, logged)
    const { ngoId } = observer
    await recordChange(call, 'calls.logged', observer.id, { after: auditSnapshot(logged), ngoId })
    return id
  })

  serve(server, calls.undo, async (call) => {
    const { db, who, params, now } = call
    const undone = await deleteCall(db, who, params.id)
    if (!undone) throw new Problem('thing.not-found')
    await restAsBefore(db, who, undone, now)
    const { observerId, ngoId } = undone
    await recordChange(call, 'calls.undone', observerId, { before: auditSnapshot(undone), ngoId })
    return {}
  })
}

/** Omits the note: it may name people, and must be erasable with the call. */
const auditSnapshot = ({ outcome, callBackAt }: Pick<StoredCall, 'outcome' | 'callBackAt'>) => ({
  outcome,
  ...(callBackAt && { callBackAt }),
})
