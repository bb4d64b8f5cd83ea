import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { seesWork } from '#features/reviews/server/queries.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope, StaffActor } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Incident } from '../incident-contract.ts'
import { getIncident, type StoredIncident, withMerged } from './queries.ts'
import { setPublic } from './register-queries.ts'

/** The fields that staff edit. */
export type IncidentValues = Pick<
  Incident,
  | 'title'
  | 'category'
  | 'severity'
  | 'state'
  | 'pollingStationId'
  | 'countyId'
  | 'owner'
  | 'escalateTo'
  | 'dueAt'
  | 'informed'
  | 'outcome'
>

/** The ids of its accounts. */
export type IncidentPeople = {
  readonly ownerId: number | null
  readonly escalateToId: number | null
}

/** The same as stored: with the ids of its accounts. */
type IncidentRow = Omit<IncidentValues, 'owner' | 'escalateTo'> & IncidentPeople

/** Whether an account sees an incident of an organisation at a place. */
export async function isSeenBy(
  tx: Tx,
  scope: Scope,
  staffId: number,
  {
    ngoId,
    pollingStationId,
    countyId,
  }: Pick<StoredIncident, 'ngoId' | 'pollingStationId' | 'countyId'>,
): Promise<boolean> {
  const county = sql`coalesce(${countyId}::integer, (
    select county_id from polling_stations
     where election_id = ${scope.electionId} and id = ${pollingStationId}::integer))`
  const { rows } = await sql<{ isSeen: boolean }>`
    select ${seesWork(scope, staffId, { ngoId: sql`${ngoId}`, countyId: county })} as "isSeen"`.execute(
    tx,
  )
  return rows[0]?.isSeen === true
}

/** Adds an incident of the caller's organisation, with the next number of the election. */
export async function insertIncident(
  tx: Tx,
  { scope: { electionId }, ngoId, name: madeBy }: StaffActor,
  values: IncidentRow,
  madeAt: Date,
): Promise<Pick<Incident, 'id' | 'number'>> {
  await sql`select pg_advisory_xact_lock(hashtextextended('incidents.number', ${electionId}))`.execute(
    tx,
  )
  return tx
    .insertInto('incidents')
    .values({
      ...{ electionId, ngoId, madeBy, madeAt, ...values },
      number: sql<number>`(select coalesce(max(number), 0) + 1 from incidents where election_id = ${electionId})`,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
}

/**
 * An incident, locked for this transaction.
 * @throws Problem `thing.not-found` where the caller does not see it
 */
export async function lockIncident(
  tx: Tx,
  scope: Scope,
  id: Id<'incidents'>,
): Promise<StoredIncident> {
  await sql`select from incidents where election_id = ${scope.electionId} and id = ${id}
               for no key update`.execute(tx)
  return getIncident(tx, scope, id)
}

export async function updateIncident(
  tx: Tx,
  { electionId }: Scope,
  id: Id<'incidents'>,
  change: Partial<IncidentRow>,
  changing: string,
): Promise<void> {
  await tx
    .updateTable('incidents')
    .set({ ...change, changing })
    .where('electionId', '=', electionId)
    .where('id', '=', id)
    .execute()
}

const group = (electionId: Scope['electionId'], id: Id<'incidents'>) =>
  withMerged(sql`${electionId}::integer`, sql`${id}::integer`)

/** Whether it is a county in which the caller may place incidents. */
export async function isCounty(tx: Tx, scope: Scope, id: Id<'areas'>): Promise<boolean> {
  const { rows } = await sql`
    select from areas c where c.election_id = ${scope.electionId} and c.id = ${id} and c.county_id = c.id
           ${andInCounties(scope, sql`c.id`)}`.execute(tx)
  return rows.length > 0
}

/** A report, by its visit, or a note. */
export type Linked = { readonly visitId: number } | { readonly noteId: Id<'notes'> }

/** The table of such links, its column, and the id there. */
const linkOf = (linked: Linked) =>
  'noteId' in linked
    ? ([sql.table('incident_notes'), sql.ref('note_id'), linked.noteId] as const)
    : ([sql.table('incident_reports'), sql.ref('visit_id'), linked.visitId] as const)

/** The incidents that a report or note is linked to, with their organisations, seen by the caller or not. */
export async function listLinkedTo(
  tx: Tx,
  { electionId }: Scope,
  linked: Linked,
): Promise<Columns<'incidents', 'id' | 'ngoId'>[]> {
  const [table, column, id] = linkOf(linked)
  const { rows } = await sql<Columns<'incidents', 'id' | 'ngoId'>>`
    select i.id, i.ngo_id
      from ${table} r join incidents i on i.election_id = r.election_id and i.id = r.incident_id
     where r.election_id = ${electionId} and r.${column} = ${id} order by i.id`.execute(tx)
  return rows
}

/** Links a report or note to an incident; false if it was, or is to one merged into it. */
export async function insertLink(
  tx: Tx,
  { electionId }: Scope,
  incidentId: Id<'incidents'>,
  linked: Linked,
): Promise<boolean> {
  const [table, column, id] = linkOf(linked)
  const { rows } = await sql`
    insert into ${table} (election_id, incident_id, ${column})
    select ${electionId}, ${incidentId}, ${id}
     where not exists (
       select from ${table}
        where election_id = ${electionId} and ${column} = ${id} and incident_id in ${group(electionId, incidentId)})
    on conflict do nothing returning incident_id`.execute(tx)
  return rows.length > 0
}

/** Takes a report or note out of an incident and those merged into it; empty if it was not in it. */
export async function deleteLinks(
  tx: Tx,
  { electionId }: Scope,
  incidentId: Id<'incidents'>,
  linked: Linked,
): Promise<Id<'incidents'>[]> {
  const [table, column, id] = linkOf(linked)
  const { rows } = await sql<{ incidentId: Id<'incidents'> }>`
    delete from ${table}
     where election_id = ${electionId} and ${column} = ${id} and incident_id in ${group(electionId, incidentId)}
    returning incident_id`.execute(tx)
  return rows.map(({ incidentId: from }) => from)
}

/** When a rehearsal is started for real, forgets its incidents, and that they were public. */
export async function forgetPractisedIncidents(tx: Tx, electionId: Id<'elections'>): Promise<void> {
  await sql`delete from incidents where election_id = ${electionId}`.execute(tx)
  await setPublic(tx, { electionId }, null)
  await tx.deleteFrom('dismissedSuggestions').where('electionId', '=', electionId).execute()
}
