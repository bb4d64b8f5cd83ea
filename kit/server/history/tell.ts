import type { Tx } from '#database/open.ts'
import type { LiveEvent } from '#kit/contract/live.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Actor } from '#kit/contract/who.ts'
import { announce } from '../live/announce.ts'
import { type Act, actorOf, type Each, record, recordEach } from './history.ts'

/** A call, or a run of a task, that changes something. */
export type Acting = { readonly db: Tx; readonly who: Actor; readonly now: Date }

/** The same of whoever does it, who may be nobody that signs in. */
export type Doing = Pick<Acting, 'db' | 'now'> & { readonly who: Act['actor'] }

type Change = Pick<Act, 'before' | 'after'>

/** Records what the caller did, in the transaction in which they did it. */
export const recordBy = (
  { db, who, now }: Acting,
  { ...act }: Omit<Act, 'electionId' | 'at' | 'actor'>,
): Promise<void> =>
  record(db, { ...act, electionId: who.scope.electionId, at: now, actor: actorOf(who) })

/** What changed, and whose it is where it may be another organisation's than the caller's. */
type Told = Change & { readonly ngoId?: Id<'ngos'> }

/**
 * Makes the function with which a feature tells of its acts: history keeps them and the open
 * screens hear of them. `concerns` is everybody, or one organisation: whose thing it is that an
 * organiser changes, and the caller's own unless that is said.
 */
export const teller =
  (subject: string, event: LiveEvent, concerns: 'everybody' | 'own organisation') =>
  async (
    call: Acting,
    act: string,
    subjectId: number | null,
    { ngoId = call.who.ngoId, ...change }: Told = {},
  ): Promise<void> => {
    const { electionId } = call.who.scope
    await recordBy(call, { act, subject, subjectId, ...change })
    const audience = { electionId, ngoId: concerns === 'everybody' ? null : ngoId }
    await announce(call.db, event, audience, {})
  }

/** The same for an act that many things take part in: a line of history each, one announcement an organisation. */
export const tellerOfEach =
  (subject: string, event: LiveEvent, concerns: 'everybody' | 'own organisation') =>
  async (
    { db, who, now }: Acting,
    act: string,
    changes: readonly (Each & { readonly ngoId?: Id<'ngos'> })[],
  ): Promise<void> => {
    const { electionId } = who.scope
    const lines = changes.map(({ ngoId: _whose, ...line }) => line)
    await recordEach(db, { electionId, at: now, actor: actorOf(who), act, subject }, lines)
    const whose = new Set(changes.map(({ ngoId = who.ngoId }) => ngoId))
    const concerned = concerns === 'everybody' ? [null] : whose.size > 0 ? whose : [who.ngoId]
    for (const ngoId of concerned) await announce(db, event, { electionId, ngoId }, {})
  }
