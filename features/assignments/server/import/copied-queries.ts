import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import { findElection, getElection } from '#features/elections/server/queries.ts'
import type { Table } from '#kit/contract/import/rows.ts'
import { Problem } from '#kit/contract/problem.ts'
import { daysBetween } from '#kit/contract/value/clock-doubt.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { wallClock } from '#kit/contract/value/instant.ts'
import type { StaffActor } from '#kit/contract/who.ts'
import { planHeadings } from '../../columns.ts'
import { movedByDays } from '../../domain.ts'
import { planned, written } from '../queries.ts'

type CopiedRow = {
  readonly phone: string
  readonly countyCode: string
  readonly areaCode: string
  readonly number: number
  readonly from: Date
  readonly until: Date
  readonly isMobile: boolean
}

/**
 * The plan of another election, converted to rows of an import file: shifts on the same days beside election day, at
 * the same time by the clock.
 * @throws Problem `thing.not-found` if the election does not exist or is this one
 */
export async function readPlanOf(
  db: Db,
  { scope }: Pick<StaffActor, 'scope'>,
  electionId: Id<'elections'>,
): Promise<Table> {
  const from = electionId === scope.electionId ? undefined : await findElection(db, electionId)
  if (!from) throw new Problem('thing.not-found')
  const to = await getElection(db, scope.electionId)
  const days = daysBetween(from.day, to.day)
  const clock = (at: Date) => movedByDays(wallClock(at, from.timezone), days)
  const cellsOf = (row: CopiedRow): string[] => [
    ...[row.phone, row.countyCode, row.areaCode, String(row.number)],
    clock(row.from),
    clock(row.until),
    String(row.isMobile),
  ]
  const { rows } = await sql<CopiedRow>`
    select o.phone, c.code as county_code,
           case when written.area_id <> c.id then written.area_code else '' end as area_code, written.number,
           a.from_at as "from", a.until_at as until, a.is_mobile
      from ${planned} ${written}
     where a.election_id = ${electionId} and a.deleted_at is null and o.deleted_at is null
       and (${scope.ngoId}::integer is null or o.ngo_id = ${scope.ngoId})
     order by c.position, c.id, m.position, m.id, s.number, a.from_at, a.id`.execute(db)
  return {
    file: from.name,
    headings: Object.values(planHeadings).map(([own]) => own),
    rows: rows.map((row, at) => ({ line: at + 1, cells: cellsOf(row) })),
  }
}
