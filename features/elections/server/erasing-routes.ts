import { Problem } from '#kit/contract/problem.ts'
import type { ElectionEndHook } from '#kit/server/election.ts'
import { actorOf } from '#kit/server/history/history.ts'
import { changeRecorder } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { enqueue } from '#kit/server/jobs/jobs.ts'
import { electionChanged, elections } from '../contract.ts'
import { beginErasing, endErasing } from './erase-queries.ts'
import { erasePeople, type LeavingHooks } from './jobs.ts'
import { closeOther, lockOne } from './lock-queries.ts'

const recordChange = changeRecorder('elections', electionChanged, 'everybody')

/** Erasing the people of an archived election; local law decides when. */
export function erasingRoutes(
  server: Server,
  { endAll, erasers }: Pick<LeavingHooks, 'erasers'> & { readonly endAll: ElectionEndHook },
): void {
  serve(server, elections.erasePeople, async (call) => {
    const { db, params, who } = call
    await closeOther(call, params.id)
    const { id, state, isErasing, emptying } = await lockOne(call, params.id)
    if (state !== 'archived') throw new Problem('election.not-archived')
    if (emptying) throw new Problem('election.being-emptied')
    if (isErasing) return {}
    await endAll(call, id)
    await beginErasing(db, id, erasers)
    await enqueue(db, erasePeople, { electionId: id, actor: actorOf(who) })
    await recordChange(call, 'elections.erasing-begun', id)
    return {}
  })

  serve(server, elections.stopErasing, async (call) => {
    const { db, params } = call
    const { id, isErasing } = await lockOne(call, params.id)
    if (!isErasing) return {}
    // Half-erased is no worse than not erased: the rest is unchanged.
    await endErasing(db, id)
    await recordChange(call, 'elections.erasing-stopped', id)
    return {}
  })
}
