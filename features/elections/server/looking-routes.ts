import type { Tx } from '#database/open.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { actorOf, record } from '#kit/server/history/history.ts'
import { recordBy } from '#kit/server/history/record-change.ts'
import { serve } from '#kit/server/http/serve.ts'
import type { Server } from '#kit/server/http/server.ts'
import { elections } from '../contract.ts'
import { findForLooking } from './looking-queries.ts'
import { getCurrentElection } from './queries.ts'

/** How a session enters an archived election to read it; the feature that owns sessions says. */
export type ArchiveReading = {
  /** From now on the session is in this election, or in the current one (null). */
  set(tx: Tx, sessionId: string, id: Id<'elections'> | null): Promise<void>
  /** Sessions reading this election return to the current one. */
  end(tx: Tx, id: Id<'elections'>): Promise<void>
}

/** Reading an archived election, in one's own session only: all others stay in the current one. */
export function lookingRoutes(server: Server, looking: ArchiveReading): void {
  serve(server, elections.look, async (call) => {
    const { db, params, who } = call
    const found = await findForLooking(db, params.id)
    if (!found) throw new Problem('thing.not-found')
    if (found.state !== 'archived') throw new Problem('election.not-archived')
    if (found.isCleared) throw new Problem('election.being-emptied')
    await recordBy(call, { act: 'elections.looked-at', subject: 'elections', subjectId: params.id })
    await looking.set(db, who.sessionId, params.id)
    return {}
  })

  serve(server, elections.lookAway, async (call) => {
    const { db, who, now } = call
    if (!who.isOver) return {}
    const { electionId: looked } = who.scope
    // Recorded in the history of the current election: an archived one does not change.
    const { id: electionId } = await getCurrentElection(db)
    const about = { subject: 'elections', subjectId: looked }
    const by = { electionId, at: now, actor: actorOf(who) }
    await record(db, { ...by, act: 'elections.looked-away', ...about })
    await looking.set(db, who.sessionId, null)
    return {}
  })
}
