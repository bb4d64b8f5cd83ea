import type { Copy } from '#kit/contract/copy.ts'
import { csvLine } from '#kit/contract/csv-line.ts'
import { saveFile } from '#kit/web/files.ts'
import { t } from '#kit/web/language.ts'
import type { ImportField } from '#kit/web/ui/import-columns.ts'
import { countyColumns, neededOfCounties, neededOfStations, stationColumns } from '../columns.ts'
import type { places } from '../contract.ts'
import { say } from '../copy.ts'

/** What a file holds. */
export type Kind = 'counties' | 'stations'

/** What a field is called, by the server's name for it. */
type Known = Readonly<Record<string, Copy>>

const known: Readonly<Record<Kind, Known>> = {
  counties: {
    code: say.code,
    name: say.name,
    stations: say.stationCount,
    diaspora: say.diaspora,
    order: say.order,
    province: say.provinceCode,
  },
  stations: {
    number: say.stationNumber,
    county: say.countyCode,
    area: say.areaCode,
    name: say.name,
    address: say.address,
    latitude: say.latitude,
    longitude: say.longitude,
    voters: say.voters,
  },
}

const needed: Readonly<Record<Kind, readonly string[]>> = {
  counties: neededOfCounties,
  stations: neededOfStations,
}

/** The columns that a file of this kind may have. */
export const importFields = (kind: Kind): readonly ImportField[] =>
  Object.entries(known[kind]).map(([id, text]) => ({
    id,
    text: t(text),
    isNeeded: needed[kind].includes(id),
  }))

/** The calls that take a file of this kind in. */
export const callsOf = (all: typeof places, kind: Kind) =>
  kind === 'counties'
    ? { now: all.importCounties, later: all.startCountyImport }
    : { now: all.importStations, later: all.startStationImport }

/** A file with nothing but the headings of an export, which the import knows in every language. */
export function saveTemplate(kind: Kind, { isNested, hasAreas }: Record<Levels, boolean>): void {
  const titles =
    kind === 'counties'
      ? countyColumns(isNested).map(({ title }) => title)
      : stationColumns(hasAreas).map(({ title }) => title)
  const text = csvLine(
    titles.map((title) => t(title)),
    ',',
  )
  const name = t(kind === 'counties' ? say.counties : say.stations)
  // Marked as UTF-8, without which Excel would take it for the machine's own letters.
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv' }), `${name}.csv`)
}

type Levels = 'isNested' | 'hasAreas'
