import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'

/** An election, with how far its history can be replayed. */
export type Replayable = {
  readonly electionId: Column<'elections', 'id'>
  /** It is losing what was practised: what is there by now is neither all nor nothing. */
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

/** What is replayed by row number: the table, and its name in history. */
export const walked = {
  visits: { subject: 'visits', atOnce: 1000 },
  notes: { subject: 'notes', atOnce: 2000 },
  unplaced: { subject: 'unplaced', atOnce: 2000 },
  notifications: { subject: 'notifications', atOnce: 5 },
} as const
export type Walked = keyof typeof walked

/** Rows and what history records, by their numbers. */
export type Range = {
  readonly electionId: number
  readonly first: number
  readonly last: number
  /** How many there are. */
  readonly rows: number
}

/**
 * The next numbers that have a row or are in history, up to `most`: what history records and is not there is
 * found as well, and gaps cost nothing.
 * @param from the line by which everything was taken back: what was recorded before is not missed.
 */
export async function nextRange(
  db: Db,
  table: Walked,
  {
    electionId,
    after,
    from,
  }: { readonly electionId: number; readonly after: number; readonly from: number },
): Promise<Range | undefined> {
  const { subject, atOnce } = walked[table]
  const { rows } = await sql<{ first: number | null; last: number | null; rows: number }>`
    with due as (
      (select id from ${sql.table(table)} where election_id = ${electionId} and id > ${after}
        order by id limit ${atOnce})
      union
      (select distinct subject_id from history
        where election_id = ${electionId} and subject = ${subject} and subject_id > ${after}
          and id > ${from}
        order by subject_id limit ${atOnce})
    )
    select pg_catalog.min(id) as first, pg_catalog.max(id) as last, pg_catalog.count(*) as rows
      from (select id from due order by id limit ${atOnce}) s`.execute(db)
  const [found] = rows
  if (!found || found.first === null || found.last === null) return undefined
  return { electionId, first: found.first, last: found.last, rows: found.rows }
}

/** How many rows there are to replay. */
export async function countWalked(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select (select pg_catalog.count(*) from visits) + (select pg_catalog.count(*) from notes)
         + (select pg_catalog.count(*) from unplaced)
         + (select pg_catalog.count(*) from notifications) as total`.execute(db)
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
