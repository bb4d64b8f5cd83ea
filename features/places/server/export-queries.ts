import { sql } from 'kysely'
import type { Db } from '#database/open.ts'
import type { Columns } from '#database/rows.ts'
import { getElectionName } from '#features/elections/server/queries.ts'
import type { Language } from '#kit/contract/copy.ts'
import type { Scope } from '#kit/contract/who.ts'
import { namedColumns } from '#kit/server/fields.ts'
import { type DownloadContents, sheetOf } from '#kit/server/http/download.ts'
import { andInCounties } from '#kit/server/limits.ts'
import type { Sheet } from '#kit/server/sheets/spreadsheet.ts'
import { countyColumns, type StationRow, stationColumns } from '../columns.ts'
import { say } from '../copy.ts'
import { stationFields } from '../fields.ts'
import { getLevels, listCounties } from './queries.ts'

/** How many stations are read at a time while they are written out. */
const batch = 5000

/** The counties, and on a second sheet their stations. */
export async function takeCounties(
  db: Db,
  scope: Scope,
  language: Language,
): Promise<DownloadContents> {
  const { countyLevel } = await getLevels(db, scope.electionId)
  const all = await listCounties(db, scope)
  const counties = sheetOf(
    say.counties,
    countyColumns(countyLevel > 1),
    language,
    async function* () {
      yield all
    },
  )
  return {
    sheets: [counties, await stationSheet(db, scope, language)],
    rows: all.length,
    election: await getElectionName(db, scope.electionId),
  }
}

export async function takeStations(
  db: Db,
  scope: Scope,
  language: Language,
): Promise<DownloadContents> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from polling_stations s
     where s.election_id = ${scope.electionId} and s.merged_into is null
           ${andInCounties(scope, sql`s.county_id`)}`.execute(db)
  return {
    sheets: [await stationSheet(db, scope, language)],
    rows: rows[0]?.total ?? 0,
    election: await getElectionName(db, scope.electionId),
  }
}

async function stationSheet(db: Db, scope: Scope, language: Language): Promise<Sheet> {
  const { levels, countyLevel } = await getLevels(db, scope.electionId)
  const columns = stationColumns(levels > countyLevel)
  return sheetOf(say.stations, columns, language, () => eachStations(db, scope))
}

/** Stations area by area, in the order of their numbers. */
async function* eachStations(db: Db, scope: Scope): AsyncGenerator<StationRow[]> {
  let after = { areaId: 0, number: -1 }
  for (;;) {
    const { rows } = await sql<StationRow & Columns<'pollingStations', 'areaId'>>`
      select s.area_id, c.code as county_code, a.code as area_code, s.number,
             s.latitude, s.longitude, ${namedColumns(stationFields, 's')}
        from polling_stations s
        join areas a on a.election_id = s.election_id and a.id = s.area_id
        join areas c on c.election_id = s.election_id and c.id = s.county_id
       where s.election_id = ${scope.electionId} and s.merged_into is null
             ${andInCounties(scope, sql`s.county_id`)}
         and (s.area_id, s.number) > (${after.areaId}::integer, ${after.number}::integer)
       order by s.area_id, s.number limit ${batch}`.execute(db)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < batch) return
    after = last
  }
}
