import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { lockElectionExclusive } from '#kit/server/election-lock.ts'
import type { ActorCall } from '#kit/server/history/record-change.ts'
import { lockElection, type StoredElection } from './queries.ts'

/** Waits for running calls in an election that is not the current one, which the call itself locks. */
export async function closeOther({ db, who }: ActorCall, id: Id<'elections'>): Promise<void> {
  if (id !== who.scope.electionId) await lockElectionExclusive(db, id)
}

export async function lockOne(
  { db }: ActorCall,
  id: Id<'elections'>,
  which = { isDeleted: false },
): Promise<StoredElection> {
  const election = await lockElection(db, id, which)
  if (!election) throw new Problem('thing.not-found')
  return election
}
