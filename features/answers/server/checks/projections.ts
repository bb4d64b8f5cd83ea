import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import { columnOf } from '#database/values/array.ts'
import { stations } from '#features/places/server/subjects.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { projection, type Slice } from '#kit/server/projections/projection.ts'
import { listJudged } from './judged-queries.ts'

/** Reports that fail checks. By station, because checks may name its facts. */
export const failedChecks = projection({
  of: stations,
  table: 'failed_checks',
  key: ['polling_station_id', 'visit_id'],
  values: ['errors', 'warnings'],
  decided: decideFailed,
})

async function decideFailed(
  db: Db | Tx,
  { electionId, within }: Slice,
): Promise<RawBuilder<unknown>> {
  const of = { electionId: electionId as Id<'elections'> }
  const visits = await listJudged(db, of, within(sql`v.polling_station_id`))
  const rows = visits.flatMap(({ report, ...visit }) => {
    const failed = report.flatMap(({ failedChecks: own }) => own ?? [])
    if (failed.length === 0) return []
    const errors = failed.filter(({ severity }) => severity === 'error').length
    return [{ ...visit, errors, warnings: failed.length - errors }]
  })
  return sql`
    select r.* from unnest(${columnOf(rows, 'pollingStationId')}::integer[], ${columnOf(rows, 'id')}::integer[],
                           ${columnOf(rows, 'errors')}::integer[], ${columnOf(rows, 'warnings')}::integer[])
                      as r (polling_station_id, visit_id, errors, warnings)`
}
