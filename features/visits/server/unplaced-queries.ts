import { createHash } from 'node:crypto'
import type * as z from 'zod'
import type { Tx } from '#database/open.ts'
import type { Id } from '#kit/contract/id.ts'
import type { ObserverActor } from '#kit/contract/who.ts'
import { announce } from '#kit/server/announce.ts'
import { actorOf, recordEach } from '#kit/server/history.ts'
import { type UnplacedKind, type UnplacedReason, unplacedChanged } from '../contract.ts'

/** Something to keep aside. */
export type Aside = {
  readonly kind: z.output<typeof UnplacedKind>
  readonly reason: UnplacedReason
  readonly sent: unknown
  /** Of an answer, the version in which its phone shows the question. */
  readonly formVersion?: number | null
}

/**
 * Keeps what could not be placed, word for word. What was kept before is kept once: the ids that
 * come back are those of what is new.
 */
export async function keepUnplaced(
  tx: Tx,
  who: ObserverActor,
  reports: readonly Aside[],
  now: Date,
): Promise<Id<'unplaced'>[]> {
  if (reports.length === 0) return []
  const rows = reports.map(({ kind, reason, sent, formVersion = null }) => {
    const text = JSON.stringify(sent)
    return {
      electionId: who.scope.electionId,
      observerId: who.id,
      ngoId: who.ngoId,
      kind,
      reason,
      sent: text,
      formVersion,
      digest: createHash('sha256').update(`${kind}:${text}`).digest(),
      receivedAt: now,
    }
  })
  const kept = await tx
    .insertInto('unplaced')
    .values(rows)
    .onConflict((on) => on.constraint('unplaced_once').doNothing())
    .returning(['id', 'kind', 'reason', 'sent'])
    .execute()
  if (kept.length > 0) await tellKept(tx, who, kept, now)
  return kept.map(({ id }) => id)
}

/** History has what was sent word for word: the row it waits in can be emptied with its election. */
async function tellKept(
  tx: Tx,
  who: ObserverActor,
  kept: readonly { readonly id: number; readonly sent: unknown }[],
  at: Date,
): Promise<void> {
  const { electionId } = who.scope
  const act = { electionId, at, actor: actorOf(who), act: 'unplaced.received', subject: 'unplaced' }
  const each = kept.map(({ id, ...after }) => ({ subjectId: id, after }))
  await recordEach(tx, act, each)
  await announce(tx, unplacedChanged, { electionId, ngoId: who.ngoId }, {})
}
