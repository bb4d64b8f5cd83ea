import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import { recordedNotes } from '#features/notes/server/recorded-queries.ts'
import { recordedMessages } from '#features/notifications/server/recorded-queries.ts'
import { recordedUnplaced } from '#features/unplaced/server/recorded-queries.ts'
import { recordedVisits } from '#features/visits/server/recorded-queries.ts'
import { groupBy } from '#kit/contract/group.ts'
import type { RecordedLine, Values } from '#kit/contract/history/recorded.ts'
import type { RecordedTable } from '#kit/server/history/recorded.ts'
import { faultsOf } from '../../comparison-domain.ts'

/** An election, with how far its history can be replayed. */
export type Replayable = {
  readonly electionId: Column<'elections', 'id'>
  /** Its practice data is being deleted, so its rows are incomplete. */
  readonly isEmptying: boolean
  /**
   * A rehearsal that files were loaded in place of, before version 0.2 recorded it in a line; it holds
   * nothing.
   */
  readonly isReplaced: boolean
  /** The line by which all reports were taken back; 0 where there is none. */
  readonly reportsFrom: number
  /** The line by which everything was. */
  readonly allFrom: number
}

export async function listReplayable(db: Db): Promise<Replayable[]> {
  const { rows } = await sql<Replayable>`
    select e.id as election_id, e.emptying is not null as is_emptying,
           e.state = 'archived' and e.archived_from = 'rehearsal'
             and not exists (select from observers o where o.election_id = e.id)
             and exists (select from elections later
                           join history l on l.election_id = later.id and l.subject = 'elections'
                            and l.subject_id = later.id and l.act = 'elections.loaded'
                          where later.id > e.id) as is_replaced,
           coalesce(pg_catalog.max(h.id), 0) as reports_from,
           coalesce(pg_catalog.max(h.id) filter (where h.act = 'elections.rehearsal-cleared'), 0)
             as all_from
      from elections e
      left join elections told on true
      left join history h on h.election_id = told.id and h.subject = 'elections' and h.subject_id = e.id
       and h.act in ('elections.started', 'elections.rehearsal-cleared')
     group by e.id order by e.id`.execute(db)
  return rows
}

/** Everything that history tells in full, in the order in which it is compared. */
export const recordedTables: readonly RecordedTable[] = [
  recordedVisits,
  recordedNotes,
  recordedUnplaced,
  recordedMessages,
]

/** One table of one election, from the line by which everything in it was taken back. */
export type Walk = {
  readonly recorded: RecordedTable
  readonly electionId: number
  readonly from: number
}

/** Numbers of rows of one election, and how many there are. */
type Range = {
  readonly electionId: number
  readonly first: number
  readonly last: number
  readonly rows: number
}

/**
 * The next numbers that have a row or are in history: what history records and is not there is found as well,
 * and gaps cost nothing. What was recorded before everything was taken back is not missed.
 */
async function nextRange(
  db: Db,
  { recorded: { rows: table, atOnce }, electionId, from }: Walk,
  after: number,
): Promise<Range | undefined> {
  const { rows } = await sql<{ first: number | null; last: number | null; rows: number }>`
    with due as (
      (select id from ${sql.table(table)} where election_id = ${electionId} and id > ${after}
        order by id limit ${atOnce})
      union
      (select distinct subject_id from history
        where election_id = ${electionId} and subject = ${table} and subject_id > ${after}
          and id > ${from}
        order by subject_id limit ${atOnce})
    )
    select pg_catalog.min(id) as first, pg_catalog.max(id) as last, pg_catalog.count(*) as rows
      from (select id from due order by id limit ${atOnce}) s`.execute(db)
  const [found] = rows
  if (!found || found.first === null || found.last === null) return undefined
  return { electionId, first: found.first, last: found.last, rows: found.rows }
}

/** A row that differs from history, with its station if known. */
export type Differing = {
  readonly what: string
  readonly pollingStationId: number | null
  readonly faults: readonly string[]
}

/** The rows after a number that differ; undefined: there are no more. */
export async function compareNext(db: Db, walk: Walk, after: number) {
  const { recorded, from } = walk
  const range = await nextRange(db, walk, after)
  if (!range) return undefined
  const rows = await listRows(db, recorded, range)
  const parts = await listParts(db, recorded, range)
  const lines = groupBy(await listLines(db, range, { ...recorded, from }), (one) => one.subjectId)
  const ids = [...new Set([...rows.keys(), ...parts.keys(), ...lines.keys()])]
  const differing = ids.flatMap((id): Differing[] => {
    const row = rows.get(id)
    const replayed = recorded.replay(lines.get(id) ?? [], row)
    const faults = faultsOf(recorded, replayed, { row, parts: parts.get(id) ?? new Map() })
    const what = recorded.nameOf(id, row ?? replayed?.values ?? {})
    return faults.length > 0 ? [{ what, pollingStationId: row?.stationId ?? null, faults }] : []
  })
  return { last: range.last, rows: range.rows, differing }
}

/** Values by their words, some of a row `t`. */
const selected = (fields: RecordedTable['fields']) =>
  sql.join(Object.entries(fields).map(([word, value]) => sql`${value} as ${sql.ref(word)}`))

type StoredRow = Values & { readonly id: number; readonly stationId: number | null }

async function listRows(
  db: Db,
  { rows: table, joined, station, fields }: RecordedTable,
  { electionId, first, last }: Range,
): Promise<ReadonlyMap<number, StoredRow>> {
  const { rows } = await sql<StoredRow>`
    select t.id, ${station} as station_id, ${selected(fields)} from ${sql.table(table)} t ${joined ?? sql``}
     where t.election_id = ${electionId} and t.id between ${first} and ${last}`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

async function listParts(
  db: Db,
  { parts }: RecordedTable,
  { electionId, first, last }: Range,
): Promise<ReadonlyMap<number, Map<string, Values>>> {
  if (!parts) return new Map()
  const owner = sql.ref(`t.${parts.owner}`)
  const { rows } = await sql<Values & { readonly owner: number }>`
    select ${owner} as owner, ${selected(parts.fields)} from ${sql.table(parts.rows)} t
     where t.election_id = ${electionId} and ${owner} between ${first} and ${last}`.execute(db)
  const byOwner = new Map<number, Map<string, Values>>()
  for (const row of rows) {
    const those = byOwner.get(row.owner) ?? new Map<string, Values>()
    byOwner.set(row.owner, those.set(parts.nameOf(row), row))
  }
  return byOwner
}

async function listLines(
  db: Db,
  { electionId, first, last }: Range,
  { rows: table, from }: { readonly rows: string; readonly from: number },
): Promise<RecordedLine[]> {
  const { rows } = await sql<
    Columns<'history', 'id' | 'at' | 'actorRole' | 'actorId' | 'act' | 'before' | 'after'> & {
      readonly subjectId: NonNullable<Column<'history', 'subjectId'>>
    }
  >`
    select id, subject_id, at, actor_role, actor_id, act, before, after from history
     where election_id = ${electionId} and subject = ${table}
       and subject_id between ${first} and ${last} and id > ${from}
     order by subject_id, id`.execute(db)
  return rows
}

/** How many rows there are to compare. */
export async function countRecorded(db: Db): Promise<number> {
  const each = recordedTables.map(
    ({ rows: table }) => sql`(select pg_catalog.count(*) from ${sql.table(table)})`,
  )
  const { rows } = await sql<{ total: number }>`
    select ${sql.join(each, sql` + `)} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Where something was reported from, by the station's usual name, for rows that differ. */
export type Whereabouts = Columns<'pollingStations', 'id'> & {
  readonly name: string
  readonly order: string
}

export async function listWhereabouts(
  db: Db,
  electionId: number,
  stationIds: readonly number[],
): Promise<Map<number, Whereabouts>> {
  const { rows } = await sql<Whereabouts>`
    select s.id, pg_catalog.concat_ws(' ', a.code, s.number) as name,
           pg_catalog.concat_ws(' ', pg_catalog.lpad(c.position::text, 6, '0'), c.code, a.code,
                                pg_catalog.lpad(s.number::text, 9, '0')) as order
      from polling_stations s
      join areas a on a.election_id = s.election_id and a.id = s.area_id
      join areas c on c.election_id = s.election_id and c.id = s.county_id
     where s.election_id = ${electionId} and s.id = any(${stationIds}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
