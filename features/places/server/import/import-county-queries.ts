import { sql } from 'kysely'
import type { Db, Tx } from '#database/open.ts'
import type { Column, Columns } from '#database/rows.ts'
import type { ImportContext, ImportFile } from '#features/tasks/server/import/file-queries.ts'
import type { ImportTarget } from '#features/tasks/server/import/rows-queries.ts'
import { AskedImport } from '#features/tasks/server/runs.ts'
import { greatestOf } from '#kit/contract/greatest.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import type { ParsedRow, WrongRow } from '#kit/contract/import/rows.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { storedCodes } from '#kit/contract/value/tidy.ts'
import {
  type CheckedRow,
  differing,
  type ImportSteps,
  type StoredCounts,
} from '#kit/server/sheets/import.ts'
import { countyHeadings, neededOfCounties } from '../../columns.ts'
import type { AreaDraft, CountedCounty } from '../../domain.ts'
import { areaFinder, codeOr, type Meant, type NamedArea } from '../../naming-domain.ts'
import { explainCounty } from '../../reason-domain.ts'
import { type CountyRow, countyReader, type StationDraft } from '../../row-domain.ts'
import { setStations } from '../change-queries.ts'
import { getLevels, hasAreas, isCounted, type Levels } from '../queries.ts'
import { markPlaces, placeUndoer } from './imported-queries.ts'
import { analyzeStations, upsertAreas } from './load-queries.ts'

type ElectionId = Id<'elections'>

/** A stored county, with the facts that decide whether its stations may change. */
type KnownCounty = Columns<'areas', 'id' | 'code' | 'name' | 'isDiaspora' | 'position'> & {
  readonly provinceCode: Column<'areas', 'code'> | null
  readonly stations: number
  /** Are its stations numbered 1 to their count? */
  readonly isCounted: boolean
  readonly hasAreas: boolean
}

type ReadyCounty = { readonly area: AreaDraft; readonly stations: number | undefined }

/**
 * A file of counties. A county known by its code gets the file's values; if it is to have more stations, the next
 * numbers are added. No station is ever removed: the report could not name it.
 */
export const countyImport: ImportFile = {
  kind: 'counties',
  act: 'places.counties-imported',
  request: AskedImport,
  undoer: placeUndoer,
  explain: explainCounty,
  steps: stepsOf,
  stored: markPlaces,
}

async function stepsOf(into: ImportContext): Promise<ImportSteps<CountyRow, ReadyCounty>> {
  const { tx, electionId, file } = into
  const election = await getLevels(tx, electionId)
  const named = await readProvinces(tx, electionId, election)
  const provinces = named.map(({ code }) => code)
  const findProvince = areaFinder(named)
  const known = new Map(
    (await lockCounties(tx, electionId)).map((county) => [county.code, county] as const),
  )
  const stored = storedCodes([...known.keys(), ...provinces])
  let last = greatestOf([...known.values()].map(({ position }) => position))
  const readCounties = countyReader(file)
  let namesProvince = false
  const judgeOne = (
    { line, value: written }: ParsedRow<CountyRow>,
    wrong: WrongRow[],
  ): CheckedRow<ReadyCounty>[] => {
    const meant = written.province === undefined ? undefined : findProvince(written.province)
    const province = written.province && codeOr(meant, stored(written.province))
    const value = { ...written, code: stored(written.code), province }
    const before = known.get(value.code)
    const why = faultOfName(meant, province) ?? faultOf(value, before, provinces, namesProvince)
    if (why) {
      wrong.push({ file, line, faults: [why] })
      return []
    }
    const position = value.order ?? before?.position ?? ++last
    const area = areaOf(value, before, position, provinces, election)
    const stations = value.stations === before?.stations ? undefined : value.stations
    return [{ line, ...fateOf(area, stations, before), value: { area, stations } }]
  }
  return {
    headings: countyHeadings,
    needed: neededOfCounties,
    secret: [],
    read: (...given) => {
      const rows = readCounties(...given)
      namesProvince ||= rows.some(({ value }) => value.province !== undefined)
      return rows
    },
    judge: async (rows, wrong) => rows.flatMap((row) => judgeOne(row, wrong)),
    store: (rows) => storeCounties(tx, into, election, rows),
  }
}

const faultOfName = (meant: Meant, name = '') =>
  meant && 'several' in meant ? fault('area.several', { name }, 'province') : undefined

/** @param namesProvince whether any row of the file names a province: then one that does not says nothing of it */
function faultOf(
  row: CountyRow,
  before: KnownCounty | undefined,
  provinces: readonly string[],
  namesProvince: boolean,
): Fault | undefined {
  const isUnsaid = row.province === undefined && !before && namesProvince
  if (provinces.length > 1 && isUnsaid) return fault('parent.unsaid', undefined, 'province')
  if (provinces.length > 0 && row.province && !provinces.includes(row.province))
    return fault('area.unknown', { code: row.province }, 'province')
  const { stations } = row
  if (stations === undefined || stations === (before?.stations ?? 0)) return undefined
  if (before?.hasAreas) return fault('count.of-areas', undefined, 'stations')
  return before && faultOfCount(stations, before)
}

/** Why a county cannot have stations numbered 1 to a count that differs from its own. */
function faultOfCount(count: number, before: Pick<KnownCounty, 'stations' | 'isCounted'>) {
  if (!before.isCounted) return fault('count.not-numbered', { count: before.stations }, 'stations')
  return count < before.stations
    ? fault('count.fewer', { count: before.stations }, 'stations')
    : undefined
}

/**
 * The stations to add to counties for which only a number is given: 1 to that number. Where a county has as
 * many, whatever their numbers, none are added; where its own numbers do not allow it, the file is wrong.
 */
export async function numberStations(
  tx: Tx,
  electionId: ElectionId,
  counts: readonly ParsedRow<CountedCounty>[],
  wrong: WrongRow[],
): Promise<StationDraft[]> {
  const known = new Map(
    (await lockCounties(tx, electionId)).map((county) => [county.code, county] as const),
  )
  return counts.flatMap(({ line, value: { code, stations: count } }) => {
    const before = known.get(code) ?? { stations: 0, isCounted: true }
    if (count === before.stations) return []
    const why = faultOfCount(count, before)
    if (why) wrong.push({ file: 'counties.csv', line, faults: [why] })
    const added = Math.max(0, count - before.stations)
    return Array.from({ length: added }, (_, index) => ({
      areaCode: code,
      number: before.stations + index + 1,
    }))
  })
}

/** Absent values stay; a new county belongs to the first province. */
function areaOf(
  { code, name, diaspora, province }: CountyRow,
  before: KnownCounty | undefined,
  position: number,
  provinces: readonly string[],
  { countyLevel }: Levels,
): AreaDraft {
  const parentCode = province ?? before?.provinceCode ?? provinces[0] ?? null
  return {
    level: countyLevel,
    code,
    name,
    position,
    isDiaspora: diaspora ?? before?.isDiaspora ?? false,
    parentCode: provinces.length > 0 ? parentCode : null,
  }
}

function fateOf(
  area: AreaDraft,
  stations: number | undefined,
  before: KnownCounty | undefined,
): Pick<CheckedRow<unknown>, 'fate' | 'changes'> {
  if (!before) return { fate: 'added' }
  const was = {
    name: before.name,
    order: before.position,
    diaspora: before.isDiaspora,
    province: before.provinceCode,
    stations: before.stations,
  }
  const changes = differing(was, {
    name: area.name,
    order: area.position ?? before.position,
    diaspora: area.isDiaspora ?? before.isDiaspora,
    province: area.parentCode,
    stations: stations ?? before.stations,
  })
  return Object.keys(changes).length === 0 ? { fate: 'unchanged' } : { fate: 'changed', changes }
}

async function storeCounties(
  tx: Tx,
  into: ImportTarget,
  levels: Levels,
  rows: readonly CheckedRow<ReadyCounty>[],
): Promise<StoredCounts> {
  const { added } = await upsertAreas(tx, into, {
    ...levels,
    areas: rows.map(({ value }) => value.area),
  })
  const counts = new Map(rows.map(({ value }) => [value.area.code, value.stations]))
  let more = 0
  for (const { id, code, stations } of await lockCounties(tx, into.electionId)) {
    const count = counts.get(code)
    if (count === undefined) continue
    await setStations(tx, into, id, count)
    more += count - stations
  }
  await analyzeStations(tx, more)
  // Concurrent changes of a county completed before it was judged, or wait until this commits.
  return { added, changed: rows.length - added }
}

async function readProvinces(
  db: Db,
  electionId: ElectionId,
  { countyLevel }: Levels,
): Promise<NamedArea[]> {
  const rows = await db
    .selectFrom('areas')
    .select(['code', 'name'])
    .where('electionId', '=', electionId)
    .where('level', '=', countyLevel - 1)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((province) => ({ ...province, county: '' }))
}

/** The counties, locked for this transaction. */
async function lockCounties(tx: Tx, electionId: ElectionId): Promise<KnownCounty[]> {
  const { rows } = await sql<KnownCounty>`
    select c.id, c.code, c.name, c.is_diaspora, c.position, p.code as province_code,
           (select count(*)::integer from polling_stations s
             where s.election_id = c.election_id and s.county_id = c.id) as stations,
           ${isCounted('c')} as is_counted, ${hasAreas('c')} as has_areas
      from areas c
      join elections e on e.id = c.election_id and c.level = e.county_level
      left join areas p on p.election_id = c.election_id and p.id = c.parent_id
     where c.election_id = ${electionId}
     order by c.id
       for no key update of c`.execute(tx)
  return rows
}
