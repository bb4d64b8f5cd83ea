import * as z from 'zod'
import { decimalCell, flagCell, maybe, wholeCell } from '#kit/contract/cell.ts'
import { largestInteger } from '#kit/contract/id.ts'
import {
  type Fault,
  type Fields,
  findFields,
  type Headings,
  type Read,
  type Row,
  readRows,
  type Table,
  uniqueRows,
} from '#kit/contract/rows.ts'
import { filledLine, line } from '#kit/contract/text.ts'
import {
  countyHeadings,
  municipalityHeadings,
  neededOfCounties,
  neededOfStations,
  provinceHeadings,
  stationHeadings,
} from './columns.ts'
import type { StationAddress } from './contract.ts'

/** What makes two addresses name the same station. */
export const addressKeyOf = (at: StationAddress) =>
  JSON.stringify([at.countyCode, at.municipalityCode ?? '', at.pollingStationNumber])

/** An area before it has a key. */
export type AreaDraft = {
  readonly level: number
  readonly code: string
  readonly name: string
  readonly position: number
  readonly isDiaspora: boolean
  /** Of the area one level out; null for the outermost. */
  readonly parentCode: string | null
}

/** A station before it has a key; `areaCode` is its innermost area's. What is not said stays. */
export type StationDraft = {
  readonly areaCode: string
  readonly number: number
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
  readonly voters?: number | undefined
}

/** The files that say where people vote. The outer and the inner level may be missing. */
export type PlaceTables = {
  readonly provinces: Table | undefined
  readonly counties: Table
  readonly municipalities: Table | undefined
  readonly stations: Table | undefined
}

export type Places = {
  readonly areas: readonly AreaDraft[]
  readonly stations: readonly StationDraft[]
  /** How many levels of areas there are, and which of them is the county. */
  readonly levels: number
  readonly countyLevel: number
}

/** The innermost areas by their codes, each with its county's. */
export type Leaves = ReadonlyMap<string, { readonly countyCode: string }>

const code = filledLine(256)
const name = filledLine(256)
const order = maybe(wholeCell(0, largestInteger))

const ProvinceRow = z.object({ code, name, order })
const CountyRow = z.object({
  code,
  name,
  order,
  province: maybe(code),
  diaspora: maybe(flagCell),
  stations: maybe(wholeCell(0, 100_000)),
})
export type CountyRow = z.output<typeof CountyRow>

const MunicipalityRow = z.object({ code, name, order, county: code })

const StationCells = z
  .object({
    county: maybe(code),
    area: maybe(code),
    number: wholeCell(0, 999_999_999),
    name: maybe(line(256)),
    address: maybe(line(1000)),
    latitude: maybe(decimalCell(-90, 90)),
    longitude: maybe(decimalCell(-180, 180)),
    voters: maybe(wholeCell(0, largestInteger)),
  })
  .refine(({ county, area }) => (area ?? county) !== undefined, {
    path: ['county'],
    message: 'Must not be empty',
  })
  .refine(({ latitude, longitude }) => (latitude === undefined) === (longitude === undefined), {
    path: ['longitude'],
    message: 'Goes with a latitude',
  })

/** Reads the files of places against each other; every line that does not fit becomes a fault. */
export function readPlaces(tables: PlaceTables, faults: Fault[]): Places {
  const provinces = tables.provinces && readProvinces(tables.provinces, faults)
  const counties = readWhole(CountyRow, tables.counties, countyHeadings, neededOfCounties, faults)
  const municipalities = tables.municipalities && readMunicipalities(tables.municipalities, faults)
  const countyAreas = levelOf(tables.counties, counties, ({ province }) =>
    provinces ? (province ?? '') : null,
  )
  const levels = [provinces, countyAreas, municipalities].filter((level) => level !== undefined)
  const { areas, innermost } = nest(levels, faults)
  const countyOf = ({ code, parentCode }: AreaRow) => (municipalities ? (parentCode ?? '') : code)
  const leaves = new Map(innermost.map((area) => [area.code, { countyCode: countyOf(area) }]))
  const listed = tables.stations ? readStations(tables.stations, leaves, faults) : []
  const counted = municipalities || tables.stations ? [] : counties.flatMap(numbered)
  return {
    areas,
    stations: [...listed, ...counted],
    levels: levels.length,
    countyLevel: provinces ? 2 : 1,
  }
}

const readProvinces = (table: Table, faults: Fault[]) =>
  levelOf(
    table,
    readWhole(ProvinceRow, table, provinceHeadings, ['code', 'name'], faults),
    () => null,
  )

const readMunicipalities = (table: Table, faults: Fault[]) =>
  levelOf(
    table,
    readWhole(MunicipalityRow, table, municipalityHeadings, ['code', 'name', 'county'], faults),
    ({ county }) => county,
  )

/** Reads a file; one whose columns are wrong has no rows. */
function readWhole<S extends z.ZodType>(
  schema: S,
  table: Table,
  headings: Headings,
  needed: readonly string[],
  faults: Fault[],
): Read<z.output<S>>[] {
  const before = faults.length
  const fields = findFields(table, headings, needed, faults)
  return faults.length > before ? [] : readRows(schema, table, fields, faults)
}

type AreaRow = Omit<AreaDraft, 'level'>
type Level = { readonly file: string; readonly rows: readonly Read<AreaRow>[] }
type AreaCells = Pick<CountyRow, 'code' | 'name' | 'order'> & Partial<Pick<CountyRow, 'diaspora'>>

const levelOf = <Cells extends AreaCells>(
  { file }: Table,
  rows: readonly Read<Cells>[],
  parentOf: (cells: Cells) => string | null,
): Level => ({
  file,
  rows: rows.map(({ line, value }) => ({
    line,
    value: {
      code: value.code,
      name: value.name,
      position: value.order ?? 0,
      isDiaspora: value.diaspora ?? false,
      parentCode: parentOf(value),
    },
  })),
})

/** Checks that codes are unique on their level and that each area lies in one of the level above. */
function nest(levels: readonly Level[], faults: Fault[]) {
  const areas: AreaDraft[] = []
  let innermost: readonly AreaRow[] = []
  for (const [index, { file, rows }] of levels.entries()) {
    const above = index === 0 ? undefined : new Set(innermost.map(({ code }) => code))
    const known = uniqueRows(file, rows, ({ code }) => code, faults)
    for (const { line, value } of known) {
      if (above && !above.has(value.parentCode ?? ''))
        faults.push({ file, line, reason: `lies in ${value.parentCode}, which does not exist` })
      areas.push({ ...value, level: index + 1 })
    }
    innermost = known.map(({ value }) => value)
  }
  return { areas, innermost }
}

function readStations(table: Table, leaves: Leaves, faults: Fault[]): StationDraft[] {
  const before = faults.length
  const fields = findFields(table, stationHeadings, neededOfStations, faults)
  if (faults.length > before) return []
  return stationReader(table.file, leaves)(table.rows, fields, faults).map(({ value }) => value)
}

/** Reads rows of stations part by part; each lies in an area that exists, and stands there once. */
export function stationReader(file: string, leaves: Leaves) {
  const seen = new Map<string, number>()
  const divided = new Set([...leaves.values()].map(({ countyCode }) => countyCode))
  return (rows: readonly Row[], fields: Fields, faults: Fault[]): Read<StationDraft>[] => {
    const read = readRows(StationCells, { file, rows }, fields, faults)
    const placed = read.flatMap(({ line, value: { county, area, ...station } }) => {
      const { areaCode, reason } = placeIn(leaves, county, area)
      if (areaCode !== undefined) return [{ line, value: { ...station, areaCode } }]
      const isVague = area === undefined && divided.has(county ?? '')
      const missing = `lies in ${county}, but it is not said in which of its areas`
      faults.push({ file, line, reason: isVague ? missing : reason })
      return []
    })
    return uniqueRows(file, placed, (one) => `${one.areaCode} ${one.number}`, faults, seen)
  }
}

type Place =
  | { readonly areaCode: string; readonly reason?: never }
  | { readonly areaCode?: never; readonly reason: string }

/** Where counties hold the stations, what else a list says of where they lie is not ours. */
function placeIn(leaves: Leaves, county: string | undefined, area: string | undefined): Place {
  const areaCode = [area, county].find((code) => code !== undefined && leaves.has(code))
  const leaf = areaCode === undefined ? undefined : leaves.get(areaCode)
  if (leaf && areaCode !== undefined)
    return county === undefined || county === leaf.countyCode
      ? { areaCode }
      : { reason: `${areaCode} does not lie in ${county}` }
  return { reason: `lies in ${area ?? county}, which does not exist` }
}

/** Where only a count is known, stations are numbered from 1 (generation B's counties). */
const numbered = ({ value }: Read<CountyRow>): StationDraft[] =>
  Array.from({ length: value.stations ?? 0 }, (_, index) => ({
    areaCode: value.code,
    number: index + 1,
  }))

/** Reads rows of counties part by part; each code stands there once. */
export function countyReader(file: string) {
  const seen = new Map<string, number>()
  return (rows: readonly Row[], fields: Fields, faults: Fault[]): Read<CountyRow>[] =>
    uniqueRows(
      file,
      readRows(CountyRow, { file, rows }, fields, faults),
      ({ code }) => code,
      faults,
      seen,
    )
}
