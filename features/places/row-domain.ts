import * as z from 'zod'
import { decimalCell, flagCell, maybe, wholeCell } from '#kit/contract/import/cell.ts'
import { type Fault, fault } from '#kit/contract/import/fault.ts'
import {
  type ColumnFields,
  type ParsedRow,
  type Row,
  readRows,
  uniqueRows,
  type WrongRow,
} from '#kit/contract/import/rows.ts'
import { largestInteger } from '#kit/contract/value/id.ts'
import { filledLine, line } from '#kit/contract/value/text.ts'
import { storedCodes } from '#kit/contract/value/tidy.ts'

/** A station before it has a key; `areaCode` is its innermost area's. What is left out stays. */
export type StationDraft = {
  readonly areaCode: string
  readonly number: number
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
  readonly voters?: number | undefined
}

/** The innermost areas by code, each with its county's. */
export type Leaves = ReadonlyMap<string, { readonly countyCode: string }>

const code = filledLine(256, 'code')
const name = filledLine(256)
const order = maybe(wholeCell(0, largestInteger))

export const AreaRow = z.object({ code, name, order, parent: maybe(code), level: maybe(line(256)) })
export type AreaRow = z.output<typeof AreaRow>

export const ProvinceRow = z.object({ code, name, order })
export const CountyRow = z.object({
  code,
  name,
  order,
  province: maybe(code),
  diaspora: maybe(flagCell),
  stations: maybe(wholeCell(0, 100_000)),
})
export type CountyRow = z.output<typeof CountyRow>

export const MunicipalityRow = z.object({ code, name, order, county: code })

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

/** Parses rows of areas part by part; codes are unique, at each level that a file names. */
const readerOf =
  <Read extends { readonly code: string; readonly level?: string | undefined }>(
    schema: z.ZodType<Read>,
  ) =>
  (file: string) => {
    const seen = new Map<string, number>()
    return (rows: readonly Row[], fields: ColumnFields, wrong: WrongRow[]): ParsedRow<Read>[] =>
      uniqueRows(
        file,
        readRows(schema, { file, rows }, fields, wrong),
        ({ code, level }) => (level ? `${code} (${level})` : code),
        wrong,
        seen,
      )
  }

export const countyReader = readerOf(CountyRow)
export const areaReader = readerOf(AreaRow)

/** Parses rows of stations part by part; each belongs to an existing area, and is unique. */
export function stationReader(file: string, leaves: Leaves) {
  const seen = new Map<string, number>()
  const divided = new Set([...leaves.values()].map(({ countyCode }) => countyCode))
  const stored = storedCodes([...leaves.keys(), ...divided])
  return (
    rows: readonly Row[],
    fields: ColumnFields,
    wrong: WrongRow[],
  ): ParsedRow<StationDraft>[] => {
    const read = readRows(StationCells, { file, rows }, fields, wrong)
    const placed = read.flatMap(
      ({ line, value: { county: inCounty, area: inArea, ...station } }) => {
        const county = stored(inCounty)
        const area = stored(inArea)
        const { areaCode, why } = placeIn(leaves, county, area)
        if (areaCode !== undefined) return [{ line, value: { ...station, areaCode } }]
        const isVague = area === undefined && divided.has(county ?? '')
        const missing = fault('area.vague', { code: county ?? '' })
        wrong.push({ file, line, faults: [isVague ? missing : why] })
        return []
      },
    )
    return uniqueRows(file, placed, (one) => `${one.areaCode} ${one.number}`, wrong, seen)
  }
}

type Place =
  | { readonly areaCode: string; readonly why?: never }
  | { readonly areaCode?: never; readonly why: Fault }

/** Where counties hold the stations, finer areas of a list are ignored. */
function placeIn(leaves: Leaves, county: string | undefined, area: string | undefined): Place {
  const areaCode = [area, county].find((code) => code !== undefined && leaves.has(code))
  const leaf = areaCode === undefined ? undefined : leaves.get(areaCode)
  if (leaf && areaCode !== undefined)
    return county === undefined || county === leaf.countyCode
      ? { areaCode }
      : { why: fault('area.elsewhere', { code: areaCode, county }) }
  return { why: fault('area.unknown', { code: area ?? county ?? '' }) }
}
