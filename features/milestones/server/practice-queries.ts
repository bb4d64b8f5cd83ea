import { planChanged } from '#features/assignments/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { actorOf, recordEach } from '#kit/server/history/history.ts'
import type { ActorContext } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import { deletePassedExcuses } from './excuse-queries.ts'

/**
 * When a rehearsal is started for real, removes excuses from its passed deadlines: those deadlines move to the real
 * day, and the excuses were for the rehearsal only. Excuses from deadlines still to come stay.
 */
export async function endPractisedExcuses(
  { db, who, now }: ActorContext,
  electionId: Id<'elections'>,
): Promise<void> {
  const owing = await deletePassedExcuses(db, electionId, now)
  if (owing.length === 0) return
  const act = { act: 'milestones.unexcused', subject: 'assignments' }
  const lines = owing.map(({ assignmentId, milestoneId }) => ({
    subjectId: assignmentId,
    before: { milestoneId },
  }))
  await recordEach(db, { ...act, electionId, at: now, actor: actorOf(who) }, lines)
  await announce(db, planChanged, { electionId, ngoId: null }, {})
}
