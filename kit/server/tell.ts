import type { Tx } from '#database/open.ts'
import type { LiveEvent } from '#kit/contract/live.ts'
import type { Actor } from '#kit/contract/who.ts'
import { announce } from './announce.ts'
import { type Act, actorOf, type Each, record, recordEach } from './history.ts'

/** A call, or a run of a task, that changes something. */
export type Acting = { readonly db: Tx; readonly who: Actor; readonly now: Date }

type Change = Pick<Act, 'before' | 'after'>

/** Records what the caller did, in the transaction in which they did it. */
export const recordBy = (
  { db, who, now }: Acting,
  { ...act }: Omit<Act, 'electionId' | 'at' | 'actor'>,
): Promise<void> =>
  record(db, { ...act, electionId: who.scope.electionId, at: now, actor: actorOf(who) })

/**
 * Makes the function with which a feature tells of its acts: history keeps them and the open
 * screens hear of them. `concerns` is everybody, or only the caller's own organisation, which is
 * everybody where the caller acts for all of them: whose thing it was, its people are looking at it.
 */
export const teller =
  (subject: string, event: LiveEvent, concerns: 'everybody' | 'own organisation') =>
  async (
    call: Acting,
    act: string,
    subjectId: number | null,
    change: Change = {},
  ): Promise<void> => {
    const { electionId } = call.who.scope
    const ngoId = audienceOf(concerns, call.who)
    await recordBy(call, { act, subject, subjectId, ...change })
    await announce(call.db, event, { electionId, ngoId }, {})
  }

/** The same for an act that many things take part in: a line of history each, one announcement. */
export const tellerOfEach =
  (subject: string, event: LiveEvent, concerns: 'everybody' | 'own organisation') =>
  async ({ db, who, now }: Acting, act: string, changes: readonly Each[]): Promise<void> => {
    const { electionId } = who.scope
    const ngoId = audienceOf(concerns, who)
    await recordEach(db, { electionId, at: now, actor: actorOf(who), act, subject }, changes)
    await announce(db, event, { electionId, ngoId }, {})
  }

const audienceOf = (concerns: 'everybody' | 'own organisation', { scope, ngoId }: Actor) =>
  concerns === 'everybody' || scope.ngoId === null ? null : ngoId
