import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { joinCounted, stationName, stationPlace } from '#features/places/server/queries.ts'
import {
  joinReview,
  type ReviewRow,
  reviewColumns,
  withReview,
} from '#features/reviews/server/state-queries.ts'
import { skipped } from '#kit/contract/page.ts'
import { Problem } from '#kit/contract/problem.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { Scope } from '#kit/contract/who.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { AnswerFilter, AnswerQuery, ListedThread, OpenThread } from '../contract.ts'
import { ofVisit } from './checks/failed-queries.ts'
import { type FlaggedForm, findFirstFlagged, flaggedForms } from './flagged-queries.ts'
import { countThreads, isNarrowed, matchingVisits, type Reader } from './list/filter-queries.ts'

/** The columns of a report, from the visit and its related tables. */
const threadColumns = sql`
  v.observer_id as "observerId", o.name as "observerName", o.phone as "observerPhoneNumber",
  v.polling_station_id as "pollingStationId", v.last_modified as "lastModified",
  v.answered, v.flagged, v.notes, coalesce(k.errors, 0) as failed,
  ${stationName} as "pollingStationName", ${reviewColumns}`

const threadTables = sql`
  join observers o on o.election_id = v.election_id and o.id = v.observer_id
  ${joinCounted(sql`v.election_id`, sql`v.polling_station_id`)}
  join areas a on a.election_id = v.election_id and a.id = s.area_id
  join areas c on c.election_id = v.election_id and c.id = v.county_id
  left join failed_checks k on ${ofVisit}
  ${joinReview}`

/** A row of these columns, and the forms in which something is flagged. */
type Read<Thread> = Omit<Thread, 'firstFlagged' | 'review'> &
  ReviewRow & { readonly forms: FlaggedForm[] | null }

/** One page of the review list, newest first, with the total. */
export async function listThreads(
  db: Db,
  reader: Reader,
  query: AnswerQuery,
): Promise<{ threads: ListedThread[]; totalItems: number }> {
  const { scope } = reader
  const matching = await matchingVisits(db, reader, query)
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

const threadFrom = <Row extends Read<object>>({ forms: _, ...row }: Row) => withReview(row)

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

/** How many visits of a filtered list are read at once, which also counts them. */
const few = 1000

/** All matching visits, newest first, when they are few. */
async function findFew(db: Db, matching: RawBuilder<unknown>): Promise<number[] | undefined> {
  const { rows } = await sql<Columns<'visits', 'id'>>`
    select v.id ${matching} ${newestFirst} limit ${few}`.execute(db)
  return rows.length < few ? rows.map(({ id }) => id) : undefined
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
           ${andInCounties(scope, sql`v.county_id`)}`.execute(db)
  const [row] = rows
  if (!row) throw new Problem('thing.not-found')
  const [firstFlagged = null] = await findFirstFlagged(db, scope.electionId, [row.forms])
  return { ...threadFrom(row), firstFlagged, newestNote: null }
}
