import type * as z from 'zod'
import { fault } from '#kit/contract/import/fault.ts'
import {
  findHeader,
  type Headings,
  type ParsedRow,
  readRows,
  type Table,
  uniqueRows,
  type WrongRow,
} from '#kit/contract/import/rows.ts'
import type { StationAddress } from './address-contract.ts'
import {
  countyHeadings,
  municipalityHeadings,
  neededOfCounties,
  neededOfMunicipalities,
  neededOfStations,
  provinceHeadings,
  stationHeadings,
} from './columns.ts'
import { LabelledStations, type NumberedStation } from './label-domain.ts'
import {
  CountyRow,
  type Leaves,
  MunicipalityRow,
  ProvinceRow,
  stationReader,
} from './row-domain.ts'

/** A key that is equal for addresses of the same station. */
export const addressKeyOf = (at: StationAddress) =>
  JSON.stringify([at.countyCode, at.municipalityCode ?? '', at.pollingStationNumber])

/** An area before it has a key. Absent fields of an existing one stay. */
export type AreaDraft = {
  readonly level: number
  readonly code: string
  readonly name: string
  readonly position?: number | undefined
  readonly isDiaspora?: boolean | undefined
  /** The code of the area one level out; null at the outermost level. */
  readonly parentCode: string | null
}

/** The files of places. The outer and the inner level may be missing. */
export type PlaceTables = {
  readonly provinces: Table | undefined
  readonly counties: Table
  readonly municipalities: Table | undefined
  readonly stations: Table | undefined
}

export type Places = {
  readonly areas: readonly AreaDraft[]
  /** Unnumbered stations get the file's next numbers; stored ones are not known here. */
  readonly stations: readonly NumberedStation[]
  /** The number of area levels, and the level of the counties. */
  readonly levels: number
  readonly countyLevel: number
  /** The number of stations in counties that the file describes no further. */
  readonly counts?: readonly ParsedRow<CountedCounty>[]
}

/** A county whose stations are known only by number: they are numbered 1 to `stations`. */
export type CountedCounty = { readonly code: string; readonly stations: number }

/** Parses the files of places and checks them against each other; every wrong line is reported. */
export function readPlaces(tables: PlaceTables, wrong: WrongRow[]): Places {
  const provinces = tables.provinces && readProvinces(tables.provinces, wrong)
  const counties = readWhole(CountyRow, tables.counties, countyHeadings, neededOfCounties, wrong)
  const municipalities = tables.municipalities && readMunicipalities(tables.municipalities, wrong)
  const countyAreas = levelOf(tables.counties, counties, ({ province }) =>
    provinces ? (province ?? '') : null,
  )
  const levels = [provinces, countyAreas, municipalities].filter((level) => level !== undefined)
  const { areas, innermost } = nest(levels, wrong)
  const divided = new Set(
    municipalities?.rows.flatMap(({ value: { code, parentCode } }) => [code, parentCode]),
  )
  // In one country some counties may have municipalities and others, as abroad, hold stations themselves.
  const whole = counties.filter(({ value }) => !divided.has(value.code))
  const leaves = new Map([
    ...whole.map(({ value: { code } }) => [code, { countyCode: code }] as const),
    ...(municipalities ? innermost : []).map(
      ({ code, parentCode }) => [code, { countyCode: parentCode ?? '' }] as const,
    ),
  ])
  const listed = tables.stations ? readStations(tables.stations, leaves, wrong) : []
  return {
    areas,
    stations: listed,
    levels: levels.length,
    countyLevel: provinces ? 2 : 1,
    counts: tables.stations ? [] : whole.flatMap(countOf),
  }
}

const readProvinces = (table: Table, wrong: WrongRow[]) =>
  levelOf(
    table,
    readWhole(ProvinceRow, table, provinceHeadings, neededOfCounties, wrong),
    () => null,
  )

const readMunicipalities = (table: Table, wrong: WrongRow[]) =>
  levelOf(
    table,
    readWhole(MunicipalityRow, table, municipalityHeadings, neededOfMunicipalities, wrong),
    ({ county }) => county,
  )

/** Parses a file; returns no rows if its columns are wrong. */
function readWhole<S extends z.ZodType>(
  schema: S,
  table: Table,
  headings: Headings,
  needed: readonly string[],
  wrong: WrongRow[],
): ParsedRow<z.output<S>>[] {
  const before = wrong.length
  const headed = findHeader(table, headings, needed, wrong)
  return wrong.length > before ? [] : readRows(schema, headed, headed.fields, wrong)
}

type AreaRow = Omit<AreaDraft, 'level'>
type Level = { readonly file: string; readonly rows: readonly ParsedRow<AreaRow>[] }
type AreaCells = Pick<CountyRow, 'code' | 'name' | 'order'> & Partial<Pick<CountyRow, 'diaspora'>>

const levelOf = <Cells extends AreaCells>(
  { file }: Table,
  rows: readonly ParsedRow<Cells>[],
  parentOf: (cells: Cells) => string | null,
): Level => ({
  file,
  rows: rows.map(({ line, value }) => ({
    line,
    value: {
      code: value.code,
      name: value.name,
      position: value.order,
      isDiaspora: value.diaspora,
      parentCode: parentOf(value),
    },
  })),
})

/** Checks that codes are unique on their level and that each area belongs to one of the level above. */
function nest(levels: readonly Level[], wrong: WrongRow[]) {
  const areas: AreaDraft[] = []
  let innermost: readonly AreaRow[] = []
  for (const [index, { file, rows }] of levels.entries()) {
    const above = index === 0 ? undefined : new Set(innermost.map(({ code }) => code))
    const known = uniqueRows(file, rows, ({ code }) => code, wrong)
    for (const { line, value } of known) {
      const code = value.parentCode ?? ''
      if (above && !above.has(code))
        wrong.push({ file, line, faults: [fault('area.unknown', { code })] })
      areas.push({ ...value, level: index + 1 })
    }
    innermost = known.map(({ value }) => value)
  }
  return { areas, innermost }
}

function readStations(table: Table, leaves: Leaves, wrong: WrongRow[]): NumberedStation[] {
  const before = wrong.length
  const { file, rows, fields } = findHeader(table, stationHeadings, neededOfStations, wrong)
  if (wrong.length > before) return []
  const read = stationReader(file, leaves)(rows, fields, wrong)
  const labelled = new LabelledStations()
  labelled.note(read.map(({ value }) => value))
  return read.flatMap(({ line, value }) => {
    const station = labelled.numbered(value)
    if (!('why' in station)) return [station]
    wrong.push({ file, line, faults: [station.why] })
    return []
  })
}

const countOf = ({
  line,
  value: { code, stations },
}: ParsedRow<CountyRow>): ParsedRow<CountedCounty>[] =>
  stations === undefined ? [] : [{ line, value: { code, stations } }]
