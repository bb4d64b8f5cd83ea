import { sql } from 'kysely'
import type { TakeBackHook } from '#kit/server/election.ts'

/** Deletes the answers of some observers. */
export const deleteAnswersOf: TakeBackHook = async (tx, electionId, observerIds) => {
  await sql`
    delete from answers
     where election_id = ${electionId}
       and visit_id = any(array(select v.id from visits v
                                 where v.election_id = ${electionId}
                                   and v.observer_id = any(${observerIds}::integer[])))`.execute(tx)
}
