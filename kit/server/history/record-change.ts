import type { Tx } from '#database/open.ts'
import type { LiveEvent } from '#kit/contract/live.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Actor } from '#kit/contract/who.ts'
import { announce } from '../live/announce.ts'
import { type Act, actorOf, type ChangeOfOne, record, recordEach } from './history.ts'

/** A call, or a run of a task, that changes something. */
export type ActorCall = { readonly db: Tx; readonly who: Actor; readonly now: Date }

/** A call by any actor, including those that do not sign in. */
export type ActorContext = Pick<ActorCall, 'db' | 'now'> & { readonly who: Act['actor'] }

type Change = Pick<Act, 'before' | 'after'>

/** Records what the caller did, in the transaction in which they did it. */
export const recordBy = (
  { db, who, now }: ActorCall,
  { ...act }: Omit<Act, 'electionId' | 'at' | 'actor'>,
): Promise<void> =>
  record(db, { ...act, electionId: who.scope.electionId, at: now, actor: actorOf(who) })

/** What changed, and its organisation where that may differ from the caller's. */
type AuditSnapshot = Change & { readonly ngoId?: Id<'ngos'> }

/**
 * Creates a feature's change recorder: each change is recorded in history and announced to open screens.
 * `concerns`: all users, or one organisation: the owner of the changed thing, by default the caller's.
 */
export const changeRecorder =
  (subject: string, event: LiveEvent, concerns: 'everybody' | 'own organisation') =>
  async (
    call: ActorCall,
    act: string,
    subjectId: number | null,
    { ngoId = call.who.ngoId, ...change }: AuditSnapshot = {},
  ): Promise<void> => {
    const { electionId } = call.who.scope
    await recordBy(call, { act, subject, subjectId, ...change })
    const audience = { electionId, ngoId: concerns === 'everybody' ? null : ngoId }
    await announce(call.db, event, audience, {})
  }

/** Records an act on many things: a history line for each, one announcement per organisation. */
export const batchChangeRecorder =
  (subject: string, event: LiveEvent, concerns: 'everybody' | 'own organisation') =>
  async (
    { db, who, now }: ActorCall,
    act: string,
    changes: readonly (ChangeOfOne & { readonly ngoId?: Id<'ngos'> })[],
  ): Promise<void> => {
    const { electionId } = who.scope
    const lines = changes.map(({ ngoId: _whose, ...line }) => line)
    await recordEach(db, { electionId, at: now, actor: actorOf(who), act, subject }, lines)
    const whose = new Set(changes.map(({ ngoId = who.ngoId }) => ngoId))
    const concerned = concerns === 'everybody' ? [null] : whose.size > 0 ? whose : [who.ngoId]
    for (const ngoId of concerned) await announce(db, event, { electionId, ngoId }, {})
  }
