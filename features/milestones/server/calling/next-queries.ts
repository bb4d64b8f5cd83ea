import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { inItsCounty } from '#features/assignments/server/queries.ts'
import { claimFirst, firstToCall, unavailable } from '#features/calls/server/hold-queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import type { CallFilter } from '../../contract.ts'
import { matching } from '../expected-queries.ts'

/** The candidates that one reading of the list finds: more than clerks who ask at the same moment. */
const mostCandidates = 100

/** How often the list is read again because other clerks took all candidates meanwhile. */
const mostReadings = 5

/** Takes the most urgent observer of the list for the caller; null: none is left. */
export async function takeNext(
  tx: Tx,
  who: StaffActor,
  filter: CallFilter,
  now: Date,
): Promise<Id<'observers'> | null> {
  const query = await inItsCounty(tx, who.scope, filter)
  for (let reading = 0; reading < mostReadings; reading++) {
    const candidates = await listCandidates(tx, who, query, now)
    if (candidates.length === 0) return null
    const taken = await claimFirst(tx, who, candidates, now)
    if (taken !== undefined) return taken
  }
  return null
}

/** The first observers of the list that the caller may take, those to be called back before the others. */
async function listCandidates(
  tx: Tx,
  who: StaffActor,
  filter: CallFilter,
  now: Date,
): Promise<Id<'observers'>[]> {
  const { found, inOrder } = matching(who.scope, filter, now)
  const { electionId } = who.scope
  const planned = sql`select a.id from assignments a where a.election_id = ${electionId} and a.observer_id`
  const { observerIds } = filter
  const andChosen = observerIds
    ? sql` and f.id = any(array(${planned} = any(${observerIds}::integer[])))`
    : sql``
  const { rows } = await sql<{ observerId: Id<'observers'> }>`
    with found as materialized (${found}),
    urgent as materialized (${planned} = any(array(${firstToCall(who, now)}))),
    busy as materialized (${planned} = any(array(${unavailable(who, now)}))),
    chosen as materialized (
      select f.*, f.id in (select id from urgent) as is_urgent from found f
       where f.id not in (select id from busy)${andChosen}
       order by is_urgent desc, ${inOrder} limit ${sql.lit(mostCandidates)}
    )
    select a.observer_id from chosen f
      join assignments a on a.election_id = ${electionId} and a.id = f.id
     order by f.is_urgent desc, ${inOrder}`.execute(tx)
  return [...new Set(rows.map(({ observerId }) => observerId))]
}
