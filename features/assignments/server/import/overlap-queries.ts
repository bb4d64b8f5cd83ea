import { sql } from 'kysely'
import type { Tx } from '#database/open.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import type { Id } from '#kit/contract/value/id.ts'
import type { CheckedRow } from '#kit/server/sheets/import.ts'
import type { PlanValues } from '../change-queries.ts'

/** A row that fits, and what is stored where it is there already. */
export type Ready = PlanValues & {
  readonly id: Id<'assignments'> | undefined
  readonly before?: PlanValues | undefined
}

export type Refused = { readonly line: number; readonly faults: readonly Fault[] }

type Checked = CheckedRow<Ready> | Refused

/** Refuses whoever the plan has at another station at that time; teams that go from one to another may be. */
export async function withoutOverlaps(
  tx: Tx,
  electionId: Id<'elections'>,
  rows: readonly Checked[],
): Promise<Checked[]> {
  const news = rows.flatMap((row) =>
    'fate' in row && row.fate === 'added' ? [{ line: row.line, ...row.value }] : [],
  )
  const { rows: taken } = await sql<{ line: number; number: number; area: string }>`
    select distinct on (w.line) w.line, s.number, r.name as area
      from unnest(${news.map(({ line }) => line)}::integer[], ${news.map(({ observerId }) => observerId)}::integer[],
                  ${news.map(({ pollingStationId }) => pollingStationId)}::integer[],
                  ${news.map(({ from }) => from)}::timestamptz[], ${news.map(({ until }) => until)}::timestamptz[],
                  ${news.map(({ isMobile }) => isMobile)}::boolean[])
             as w (line, observer_id, polling_station_id, from_at, until_at, is_mobile)
      join assignments a on a.election_id = ${electionId} and a.observer_id = w.observer_id and a.deleted_at is null
                        and not (a.is_mobile and w.is_mobile)
                        and a.from_at < w.until_at and w.from_at < a.until_at
      join polling_stations p on p.election_id = a.election_id and p.id = w.polling_station_id
      -- Those that are merged are one place.
      join polling_stations s on s.election_id = a.election_id and s.id = a.polling_station_id
                             and s.counted_as <> p.counted_as
      join areas r on r.election_id = s.election_id and r.id = s.area_id
     order by w.line, a.from_at, a.id`.execute(tx)
  const where = new Map(taken.map((one) => [one.line, one]))
  return rows.map((row) => {
    const other = where.get(row.line)
    if (!other) return row
    const { number, area } = other
    return { line: row.line, faults: [fault('shift.elsewhere', { area, number }, 'number')] }
  })
}
