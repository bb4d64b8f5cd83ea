import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { hasPart, readPart } from '#features/observers/server/part-queries.ts'
import { findByPhone } from '#features/observers/server/queries.ts'
import { joinCounted, stationName, stationPlace } from '#features/places/server/queries.ts'
import {
  inReview,
  joinReview,
  type ReviewRow,
  reviewColumns,
  reviewFrom,
} from '#features/reviews/server/state-queries.ts'
import { skipped } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { endOf, readMoment } from '#kit/contract/value/instant.ts'
import type { Scope, Staff } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { AnswerFilter, AnswerQuery, ListedThread, OpenThread } from '../contract.ts'
import { choosing } from './chosen-queries.ts'
import { type FlaggedForm, findFirstFlagged, flaggedForms } from './flagged-queries.ts'
import { isUnseen } from './seen-queries.ts'

/** The columns of a report, from the visit and its related tables. */
const threadColumns = sql`
  v.observer_id as "observerId", o.name as "observerName", o.phone as "observerPhoneNumber",
  v.polling_station_id as "pollingStationId", v.last_modified as "lastModified",
  v.answered, v.flagged, v.notes,
  ${stationName} as "pollingStationName", ${reviewColumns}`

const threadTables = sql`
  join observers o on o.election_id = v.election_id and o.id = v.observer_id
  ${joinCounted(sql`v.election_id`, sql`v.polling_station_id`)}
  join areas a on a.election_id = v.election_id and a.id = s.area_id
  join areas c on c.election_id = v.election_id and c.id = v.county_id
  ${joinReview}`

/** A row of these columns, and the forms in which something is flagged. */
type Read<Thread> = Omit<Thread, 'firstFlagged' | 'review'> &
  ReviewRow & { readonly forms: FlaggedForm[] | null }

type Reader = Pick<Staff, 'scope' | 'timezone'> & {
  /** Their account, where the filter needs it. */
  readonly staffId?: Id<'staff'>
}

/** The reader of these reports. It has an account only if the filter needs it, so that identical reads share one. */
export const readerOf = (
  { scope, timezone, id }: Pick<Staff, 'scope' | 'timezone' | 'id'>,
  { unseen, assigned }: AnswerFilter,
): Reader => ({ scope, timezone, ...((unseen || assigned === 'me') && { staffId: id }) })

/** One page of the review list, newest first, with the total. */
export async function listThreads(
  db: Db,
  reader: Reader,
  query: AnswerQuery,
): Promise<{ threads: ListedThread[]; totalItems: number }> {
  const { scope } = reader
  const matching = matchingVisits(reader, query, await sentBy(db, scope, query))
  const found = isNarrowed(query) ? await findFew(db, matching) : undefined
  if (found) {
    const page = found.slice(skipped(query), skipped(query) + query.pageSize)
    const ofPage = sql`from visits v
                        where v.election_id = ${scope.electionId} and v.id = any(${page}::integer[])`
    return { threads: await getThreads(db, scope, query, ofPage), totalItems: found.length }
  }
  // The stored count may be stale: count a short list, and the end of a long one, exactly.
  const figure = isNarrowed(query) ? 0 : await countThreads(db, scope, query)
  if (figure < few || skipped(query) > figure / 2) return listCounted(db, scope, query, matching)
  const cut = sql`${newestFirst} limit ${query.pageSize} offset ${skipped(query)}`
  return {
    threads: await getThreads(db, scope, query, sql`${matching} ${cut}`),
    totalItems: figure,
  }
}

/** A page with an exact total, so that the last page can be read from the end. */
async function listCounted(
  db: Db,
  scope: Scope,
  query: AnswerQuery,
  matching: RawBuilder<unknown>,
): Promise<{ threads: ListedThread[]; totalItems: number }> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  const totalItems = rows[0]?.total ?? 0
  const offset = Math.min(skipped(query), totalItems)
  const limit = Math.min(query.pageSize, totalItems - offset)
  // A page of the second half is counted from the end: the last page is as cheap as the first.
  const isLate = offset > totalItems / 2
  const cut = isLate
    ? sql`order by v.last_modified, v.id limit ${limit} offset ${totalItems - offset - limit}`
    : sql`${newestFirst} limit ${limit} offset ${offset}`
  return { threads: await getThreads(db, scope, query, sql`${matching} ${cut}`), totalItems }
}

/** How many characters of a note a row shows. */
const mostOfNote = 300

const newestNote = sql`(
  select left(n.text, ${mostOfNote}) from notes n
   where n.election_id = v.election_id and n.visit_id = v.id order by n.id desc limit 1)`

const newestFirst = sql`order by v.last_modified desc, v.id desc`

function threadFrom<Row extends Read<object>>({ forms: _, ...row }: Row) {
  const { reviewState, hasEnded, assignee, changedBy, changedAt, seenUntil, ...thread } = row
  return { ...thread, review: reviewFrom(row) }
}

/** A page read from the visits alone, by their index; names and flags are looked up for its rows only. */
async function getThreads(
  db: Db,
  { electionId }: Scope,
  { withNotes }: AnswerFilter,
  page: RawBuilder<unknown>,
): Promise<ListedThread[]> {
  const { rows } = await sql<Read<ListedThread>>`
    with v as materialized (select v.* ${page})
    select ${threadColumns}, said.forms, ${withNotes ? newestNote : sql`null`} as "newestNote"
      from v ${threadTables} left join lateral (${flaggedForms}) said on v.flagged > 0
     ${newestFirst}`.execute(db)
  const first = await findFirstFlagged(
    db,
    electionId,
    rows.map(({ forms }) => forms),
  )
  return rows.map((row, place) => ({ ...threadFrom(row), firstFlagged: first[place] ?? null }))
}

/** For up to this many observers the visits are read one by one; for more, all visits are scanned. */
const fewObservers = 100

/** Limits visits `v` to observers whose phone contains the search; undefined without a search. */
export async function sentBy(
  db: Db,
  { electionId }: Scope,
  query: AnswerFilter,
): Promise<RawBuilder<unknown> | undefined> {
  const phone = await readPart(db, electionId, phoneOf(query))
  if (!phone) return undefined
  const found = await findByPhone(db, electionId, phone, fewObservers)
  if (found) return sql`v.observer_id = any(${found}::integer[])`
  return sql`v.observer_id in (
    select o.id from observers o where o.election_id = ${electionId} and ${hasPart(phone)})`
}

/** How many visits of a filtered list are read at once, which also counts them. */
const few = 1000

/** All matching visits, newest first, when they are few. */
async function findFew(db: Db, matching: RawBuilder<unknown>): Promise<number[] | undefined> {
  const { rows } = await sql<Columns<'visits', 'id'>>`
    select v.id ${matching} ${newestFirst} limit ${few}`.execute(db)
  return rows.length < few ? rows.map(({ id }) => id) : undefined
}

/** The length of an unfiltered list, from the stored counts. */
async function countThreads(db: Db, scope: Scope, query: AnswerQuery): Promise<number> {
  const { electionId, ngoId } = scope
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(${isUrgent(query) ? sql`v.flagged` : sql`v.reported`}), 0) as total
      from visit_counts v
     where v.election_id = ${electionId}
       and (${ngoId}::integer is null or v.ngo_id = ${ngoId}) and ${inCounty(electionId, query)}
           ${inTheirs(scope)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Whether the filter has more than county and urgency, for which counts are stored. */
const isNarrowed = ({ pollingStationNumber, from, to, unseen, ...query }: AnswerQuery) =>
  query.withNotes === true ||
  query.withPhotographs === true ||
  [
    ...[pollingStationNumber, from, to, unseen, phoneOf(query), query.reviewState, query.assigned],
    ...[query.ngoId, query.optionId, query.withOptionId],
  ].some((said) => said !== undefined)

const isUrgent = ({ urgent, isUrgent }: AnswerFilter) => urgent ?? isUrgent

const phoneOf = ({ observerPhoneNumber, phoneObserver }: AnswerFilter) =>
  observerPhoneNumber ?? phoneObserver

const inTheirs = (scope: Scope) => andInCounties(scope, sql`v.county_id`)

/** Whether `v` belongs to the requested county; true without one. */
function inCounty(electionId: Id<'elections'>, query: AnswerFilter): RawBuilder<unknown> {
  const county = query.county ?? query.countyCode
  if (county === undefined) return sql`true`
  // `=` for a single county, not a list: PostgreSQL then reads its newest visits in index order.
  return sql`v.county_id = (
    select c.id from areas c join elections e on e.id = c.election_id
     where c.election_id = ${electionId} and c.level = e.county_level and c.code = ${county})`
}

/** Looked up note by note (`offset 0`), and only for visits with notes: few have any. */
const hasPhotograph = sql`exists (
  select from notes n
    join attachments p on p.election_id = n.election_id and p.note_id = n.id
   where n.election_id = v.election_id and n.visit_id = v.id and p.media_type like 'image/%' offset 0)`

/**
 * `from visits v where …`: the visits of the list and of the export.
 * @param isSentBy the condition on observers from `sentBy`
 */
export function matchingVisits(
  { scope, timezone, staffId }: Reader,
  query: AnswerFilter,
  isSentBy: RawBuilder<unknown> | undefined,
): RawBuilder<unknown> {
  const conditions = [
    sql`v.election_id = ${scope.electionId}`,
    isUrgent(query) ? sql`v.flagged > 0` : sql`(v.answered > 0 or v.notes > 0)`,
    ...[scope.ngoId, query.ngoId].map((ngoId) => ngoId != null && sql`v.ngo_id = ${ngoId}`),
    inCounty(scope.electionId, query),
    query.pollingStationNumber !== undefined &&
      sql`v.polling_station_id in (
        -- By the number that phones name, or by that of the station it is merged into.
        select s.id from polling_stations s
         where s.election_id = ${scope.electionId} and s.number = ${query.pollingStationNumber}
        union all
        select m.id from polling_stations s
          join polling_stations m on m.election_id = s.election_id and m.merged_into = s.id
         where s.election_id = ${scope.electionId} and s.number = ${query.pollingStationNumber})`,
    isSentBy,
    (query.withNotes || query.withPhotographs) && sql`v.notes > 0`,
    query.withPhotographs && hasPhotograph,
    query.from !== undefined &&
      sql`v.last_modified >= ${readMoment(query.from, timezone, 'earlier')}`,
    query.to !== undefined && sql`v.last_modified < ${endOf(query.to, timezone)}`,
    staffId !== undefined && query.unseen && isUnseen(staffId),
    ...inReview(query, staffId ?? null),
    ...choosing(scope.electionId, query),
  ].filter((condition) => condition !== false && condition !== undefined)
  return sql`from visits v where ${sql.join(conditions, sql` and `)}${inTheirs(scope)}`
}

/** The row of one observer at one station. */
export async function getThread(
  db: Db,
  scope: Scope,
  observerId: Id<'observers'>,
  pollingStationId: Id<'pollingStations'>,
): Promise<OpenThread> {
  const { rows } = await sql<Read<Omit<OpenThread, 'newestNote'>>>`
    select ${threadColumns}, ${stationPlace} as station, said.forms
      from visits v ${threadTables} left join lateral (${flaggedForms}) said on v.flagged > 0
     where v.election_id = ${scope.electionId}
       and v.observer_id = ${observerId} and v.polling_station_id = ${pollingStationId}
       and (${scope.ngoId}::integer is null or v.ngo_id = ${scope.ngoId})
           ${inTheirs(scope)}`.execute(db)
  const [row] = rows
  if (!row) throw new Problem('thing.not-found')
  const [firstFlagged = null] = await findFirstFlagged(db, scope.electionId, [row.forms])
  return { ...threadFrom(row), firstFlagged, newestNote: null }
}
