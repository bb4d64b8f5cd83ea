import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Column } from '#database/rows.ts'
import { containing } from '#database/values/like.ts'
import { hasName, hasPart, readPart } from '#features/observers/server/part-queries.ts'
import { inScope as observersInScope } from '#features/observers/server/scope-queries.ts'
import { inScope as unplacedInScope } from '#features/unplaced/server/queries.ts'
import { roles } from '#kit/contract/roles.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'

/*
 * Finds the people first, then queries history by their ids: only then does PostgreSQL know that a person has few
 * lines, and uses an index instead of a scan.
 */

async function listIds(db: Db, from: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id ${from}`.execute(db)
  return rows.map(({ id }) => id)
}

const one = (column: RawBuilder<unknown>, ids: readonly number[]) =>
  sql`${column} = any(${ids}::integer[])`

const ofObservers = (ids: readonly number[]) =>
  sql`h.actor_role = 'observer' and ${one(sql`h.actor_id`, ids)}`

/** As literals, so that PostgreSQL sees that none of them is an observer's. */
const isOneOf = (names: readonly string[]) =>
  sql`h.actor_role in (${sql.join(names.map((name) => sql.lit(name)))})`

/** The lines that the caller may see: all, those of their organisation, or of their counties. */
export async function visibleTo(db: Db, scope: Scope): Promise<RawBuilder<unknown>> {
  if (scope.countyIds !== null) return ofCounties(db, scope)
  return scope.ngoId === null ? sql`true` : ofOrganisation(db, scope.electionId, scope.ngoId)
}

/** Acts on visits to some counties, on what belongs to these, and on the observers who were there. */
async function ofCounties(db: Db, scope: Scope): Promise<RawBuilder<unknown>> {
  const { electionId, ngoId } = scope
  const visits = await listIds(
    db,
    sql`from visits where election_id = ${electionId}
         and (${ngoId}::integer is null or ngo_id = ${ngoId})
         ${andInCounties(scope, sql`county_id`)}`,
  )
  const ofVisits = sql`where election_id = ${electionId} and ${one(sql`visit_id`, visits)}`
  const notes = await listIds(db, sql`from notes ${ofVisits}`)
  const unplaced = await listIds(db, sql`from unplaced u where ${unplacedInScope(scope)}`)
  const observers = await listIds(db, sql`from observers o where ${observersInScope(scope)}`)
  const incidents = await listIds(
    db,
    sql`from (
      select i.id from incidents i
        left join polling_stations s on s.election_id = i.election_id and s.id = i.polling_station_id
       where i.election_id = ${electionId} and (${ngoId}::integer is null or i.ngo_id = ${ngoId})
         ${andInCounties(scope, sql`coalesce(s.county_id, i.county_id)`)}) i`,
  )
  return sql`(
    h.subject = 'visits' and ${one(sql`h.subject_id`, visits)}
    or h.subject = 'incidents' and ${one(sql`h.subject_id`, incidents)}
    or h.subject = 'notes' and ${one(sql`h.subject_id`, notes)}
    or h.subject = 'unplaced' and ${one(sql`h.subject_id`, unplaced)}
    or h.subject = 'observers' and ${one(sql`h.subject_id`, observers)})`
}

/** What an organisation's people and observers did, and what was done to them. */
async function ofOrganisation(
  db: Db,
  electionId: Scope['electionId'],
  ngoId: NonNullable<Scope['ngoId']>,
): Promise<RawBuilder<unknown>> {
  const own = sql`where election_id = ${electionId} and ngo_id = ${ngoId}`
  const observers = await listIds(db, sql`from observers ${own}`)
  const unplaced = await listIds(db, sql`from unplaced ${own}`)
  const incidents = await listIds(db, sql`from incidents ${own}`)
  const visits = await listIds(db, sql`from visits ${own}`)
  // Those of phones are acts of its observers.
  const recordedNotes = await listIds(
    db,
    sql`from notes n where n.election_id = ${electionId} and n.visit_id in (select id from visits ${own})
         and exists (select from history h
                      where h.election_id = n.election_id and h.act = 'notes.telephoned'
                        and h.actor_role <> 'observer' and h.at = n.received_at and h.subject_id = n.id)`,
  )
  const comments = await listIds(db, sql`from comments ${own}`)
  const views = await listIds(db, sql`from views ${own}`)
  const accounts = [
    ...(await listIds(db, sql`from staff where ngo_id = ${ngoId}`)),
    ...(await listDeletedAccounts(db, ngoId)),
    ...(await listIds(db, sql`from access_keys where ngo_id = ${ngoId}`)),
  ]
  return sql`(
    ${ofObservers(observers)}
    or ${isOneOf(roles)} and ${one(sql`h.actor_id`, accounts)}
    or h.subject = 'observers' and ${one(sql`h.subject_id`, observers)}
    or h.subject = 'unplaced' and ${one(sql`h.subject_id`, unplaced)}
    or h.subject = 'incidents' and ${one(sql`h.subject_id`, incidents)}
    or h.subject = 'visits' and ${one(sql`h.subject_id`, visits)}
    or h.subject = 'notes' and ${one(sql`h.subject_id`, recordedNotes)}
    or h.subject = 'comments' and ${one(sql`h.subject_id`, comments)}
    or h.subject = 'views' and ${one(sql`h.subject_id`, views)}
    or h.subject = 'accounts' and h.act not like 'accounts.ngo-%'
       and ${one(sql`h.subject_id`, accounts)}
    or h.subject = 'accounts' and h.act like 'accounts.ngo-%' and h.subject_id = ${ngoId})`
}

/** A deleted account leaves no row; its history line names its organisation, whichever election was current. */
async function listDeletedAccounts(db: Db, ngoId: NonNullable<Scope['ngoId']>): Promise<number[]> {
  const { rows } = await sql<{ readonly id: NonNullable<Column<'history', 'subjectId'>> }>`
    select h.subject_id as id from elections e
      join history h on h.election_id = e.id and h.act = 'accounts.deleted'
       and h.actor_role <> 'observer'
     where (h.before ->> 'ngoId')::integer = ${ngoId}`.execute(db)
  return rows.map(({ id }) => id)
}

/** An observer is found by today's name or phone; everybody else by the name recorded in history. */
export async function byActor(
  db: Db,
  { electionId }: Scope,
  actor: string,
): Promise<RawBuilder<unknown>> {
  const part = await readPart(db, electionId, actor)
  const byPhone = part.whole.digits ? sql`or ${hasPart(part)}` : sql``
  const observers = await listIds(
    db,
    sql`from observers o
         where o.election_id = ${electionId} and (${hasName(actor)} ${byPhone})`,
  )
  return sql`(
    ${ofObservers(observers)}
    or ${isOneOf([...roles, 'server', 'stranger'])}
       and h.actor_name ilike ${containing(actor)})`
}
