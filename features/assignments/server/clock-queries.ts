import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { arrayOf } from '#database/values/array.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { ClockTimes, FoundTimes, Zones } from '#kit/server/election.ts'
import { announce } from '#kit/server/live/announce.ts'
import { markAll } from '#kit/server/projections/mark.ts'
import { planChanged } from '../contract.ts'
import { plannedObservers, plannedStations } from './subjects.ts'

/** Shifts of the plan, also deleted ones: they may be brought back. */
export const shiftTimes: ClockTimes = {
  what: 'shifts',
  find: async (db, electionId, { from, to }) => {
    const { rows } = await sql<FoundTimes>`
      select count(*)::integer as count, min(from_at) as first from assignments
       where election_id = ${electionId} and deleted_at is null
         and from_at at time zone ${from} <> from_at at time zone ${to}`.execute(db)
    return rows[0] ?? { count: 0, first: null }
  },
  move: async ({ db, who }, electionId, zones) => {
    const changing = 'name' in who ? who.name : null
    const away = await putAway(db, electionId, zones)
    const was = (column: string) => sql`
      ${sql.ref(column)} - case when id = any(${arrayOf(away)}::integer[]) then ${farAway} else '0' end`
    // Where clocks are put forward, both ends may come to be the same.
    await sql`
      update assignments
         set from_at = ${movedTo(was('from_at'), zones)},
             until_at = greatest(${movedTo(was('until_at'), zones)},
                                 ${movedTo(was('from_at'), zones)} + interval '1 minute'),
             began_at = ${movedTo(sql`began_at`, zones)}, cut_until = ${movedTo(sql`cut_until`, zones)},
             changing = ${changing}
       where election_id = ${electionId}`.execute(db)
    for (const one of [plannedStations, plannedObservers]) await markAll(db, electionId, one)
    await announce(db, planChanged, { electionId, ngoId: null }, {})
  },
}

/** The moment at which clocks of the new zone show what those of the former zone did. */
const movedTo = (at: ReturnType<typeof sql>, { from, to }: Zones) =>
  sql`(${at}) at time zone ${from} at time zone ${to}`

/** A hundred years. */
const farAway = sql`interval '876600 hours'`

/**
 * Puts shifts away that are to begin when another one of their observer at their station begins now: the two may not do
 * so even for a moment.
 */
async function putAway(tx: Tx, electionId: Id<'elections'>, zones: Zones): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update assignments a set from_at = a.from_at + ${farAway}, until_at = a.until_at + ${farAway}
     where a.election_id = ${electionId} and a.deleted_at is null and exists (
       select from assignments o
        where o.election_id = ${electionId} and o.observer_id = a.observer_id
          and o.polling_station_id = a.polling_station_id and o.deleted_at is null and o.id <> a.id
          and (o.from_at = ${movedTo(sql`a.from_at`, zones)} or a.from_at = ${movedTo(sql`o.from_at`, zones)}))
    returning a.id`.execute(tx)
  return rows.map(({ id }) => id)
}
