import { sql } from 'kysely'
import type { TakeBackHook } from '#kit/server/election.ts'

/** Deletes the settlements at the stations of some observers, whose answers are deleted. */
export const deleteSettledOf: TakeBackHook = async (tx, electionId, observerIds) => {
  await sql`
    delete from settled_answers
     where election_id = ${electionId}
       and polling_station_id = any(array(
             select unnest(array[p.id, p.counted_as])
               from visits v
               join polling_stations p on p.election_id = ${electionId} and p.id = v.polling_station_id
              where v.election_id = ${electionId} and v.observer_id = any(${observerIds}::integer[])))`.execute(
    tx,
  )
}
