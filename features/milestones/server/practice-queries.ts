import { planChanged } from '#features/assignments/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { actorOf, recordEach } from '#kit/server/history/history.ts'
import type { ActorContext } from '#kit/server/history/record-change.ts'
import { announce } from '#kit/server/live/announce.ts'
import { deletePassedExcuses } from './excuse-queries.ts'

/**
 * Takes back who was excused in a rehearsal that is started for real: from what its deadline, moved to the real day, asks
 * nobody has excused them. An excuse from a deadline that is still to come was said of the real thing.
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
