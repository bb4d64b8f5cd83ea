import * as z from 'zod'
import { partOf } from '#kit/contract/field.ts'
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
import { type StationFacts, stationFields } from './fields.ts'
import { areaFinder, codeOr, labelKey, type Meant } from './naming-domain.ts'

/** A station before it has a key; `areaCode` is its innermost area's. Absent fields stay. */
export type StationDraft = {
  readonly areaCode: string
  readonly number: number
  readonly latitude?: number | undefined
  readonly longitude?: number | undefined
} & { readonly [Name in keyof StationFacts]?: StationFacts[Name] | undefined }

/** A station of a file, which may have only a label: phones then go by a number that it is given. */
export type NamedStation = Omit<StationDraft, 'number'> & { readonly number?: number | undefined }

/** The innermost areas by code, each with its county; with names where they may be named by these. */
export type Leaves = ReadonlyMap<
  string,
  { readonly countyCode: string; readonly name?: string; readonly countyName?: string }
>

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

/** `12A`, `12 bis`, `12/B`: labels that some countries use instead of numbers. */
const isSuffixed = (text: string) => /^\d{1,9}\s*[-/.]?\s*\p{L}{1,4}\.?$/u.test(text.trim())

/** `-` and the like say that there is no label. */
const hasWords = (label: string | undefined) => label !== undefined && /[\p{L}\p{N}]/u.test(label)

const wholeNumber = wholeCell(0, 999_999_999)

/** The number or the label of a station. */
const numberOr = (isLabel: (text: string) => boolean) =>
  z
    .string('Must not be empty')
    .transform((text, context): { readonly number?: number; readonly label?: string } => {
      const read = wholeNumber.safeParse(text)
      if (read.success) return { number: read.data }
      if (isLabel(text)) return { label: text.trim() }
      for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message })
      return z.NEVER
    })

/** The number of a station that may be new. */
const stationNumber = numberOr(isSuffixed)

/** The number of a station that exists, or its label, which may be any name. */
export const stationReference = numberOr((text) => /\p{L}/u.test(text) && text.length <= 40)

const StationCells = z
  .object({
    county: maybe(code),
    area: maybe(code),
    number: maybe(stationNumber),
    ...partOf(stationFields, 'cell'),
    latitude: maybe(decimalCell(-90, 90)),
    longitude: maybe(decimalCell(-180, 180)),
  })
  .transform(({ number, label, ...others }) => ({
    ...others,
    number: number?.number,
    label: hasWords(label) ? label : number?.label,
  }))
  .refine(({ label }) => label === undefined || !/^\p{Nd}+$/u.test(label), {
    path: ['label'],
    message: 'Must not be digits alone',
  })
  .refine(({ number, label }) => number !== undefined || label !== undefined, {
    path: ['number'],
    message: 'Must not be empty',
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
  const placeOf = placer(leaves)
  return (
    rows: readonly Row[],
    fields: ColumnFields,
    wrong: WrongRow[],
  ): ParsedRow<NamedStation>[] => {
    const read = readRows(StationCells, { file, rows }, fields, wrong)
    const placed = read.flatMap(({ line, value: { county, area, ...station } }) => {
      const { areaCode, why } = placeOf(county, area)
      if (areaCode !== undefined) return [{ line, value: { ...station, areaCode } }]
      wrong.push({ file, line, faults: [why] })
      return []
    })
    return uniqueRows(file, placed, keyOf, wrong, seen)
  }
}

const keyOf = ({ areaCode, number, label = '' }: NamedStation) =>
  `${areaCode} ${number ?? `(${labelKey(label)})`}`

/** Finds the innermost area that a row names, or says why there is none. */
function placer(leaves: Leaves): (inCounty?: string, inArea?: string) => Place {
  const areas = [...leaves].map(([code, { name = code, countyCode }]) => ({
    ...{ code, name, county: countyCode },
  }))
  const counties = new Map(
    [...leaves.values()].map(({ countyCode: code, countyName: name = code }) => [
      code,
      { code, name, county: code },
    ]),
  )
  const findArea = areaFinder(areas)
  const findCounty = areaFinder([...counties.values()])
  return (inCounty, inArea) => {
    const county = inCounty && codeOr(findCounty(inCounty), inCounty)
    if (inArea === undefined) {
      const place = placeIn(leaves, county, undefined)
      const isVague = place.why && county !== undefined && counties.has(county)
      return isVague ? { why: fault('area.vague', { code: county }) } : place
    }
    const meant = findArea(inArea, county)
    const place = placeIn(leaves, county, codeOr(meant, inArea))
    return place.areaCode === undefined && county !== undefined && !meant && findArea(inArea)
      ? { why: fault('area.elsewhere', { code: inArea, county }) }
      : whyNone(place, meant, inArea)
  }
}

/** A name that several have is not one that does not exist. */
const whyNone = (place: Place, meant: Meant, name: string): Place =>
  place.why && meant && 'several' in meant ? { why: fault('area.several', { name }) } : place

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
