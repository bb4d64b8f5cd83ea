import { t } from '#kit/web/language.ts'
import { saveTemplate } from '#kit/web/read/files.ts'
import type { ImportField } from '#kit/web/ui/import/import-columns.ts'
import {
  areaWords,
  countyColumns,
  countyWords,
  neededOfAreas,
  neededOfCounties,
  neededOfStations,
  stationColumns,
  stationWords,
} from '../columns.ts'
import type { places } from '../contract.ts'
import { say } from '../copy.ts'

/** The content of a file. */
export type ImportKind = 'areas' | 'counties' | 'stations'

const words = { areas: areaWords, counties: countyWords, stations: stationWords } as const

const needed: Readonly<Record<ImportKind, readonly string[]>> = {
  areas: neededOfAreas,
  counties: neededOfCounties,
  stations: neededOfStations,
}

/** The columns that a file of this kind may have. */
export const importFields = (kind: ImportKind): readonly ImportField[] =>
  Object.entries(words[kind]).map(([id, { title }]) => ({
    id,
    text: t(title),
    isNeeded: needed[kind].includes(id),
  }))

/** The endpoints for importing a file of this kind. */
export const callsOf = (all: typeof places, kind: ImportKind) =>
  ({
    areas: { now: all.importAreas, later: all.startAreaImport },
    counties: { now: all.importCounties, later: all.startCountyImport },
    stations: { now: all.importStations, later: all.startStationImport },
  })[kind]

/** A file with the headings of an export only, which the import accepts in every language. */
export function saveHeadings(
  kind: ImportKind,
  { isNested, hasAreas }: Record<Levels, boolean>,
): void {
  const files = {
    areas: { name: say.areas, columns: Object.values(areaWords) },
    counties: { name: say.counties, columns: countyColumns(isNested) },
    stations: { name: say.stations, columns: stationColumns(hasAreas) },
  }
  const { name, columns } = files[kind]
  saveTemplate(
    columns.map(({ title }) => t(title)),
    t(name),
  )
}

type Levels = 'isNested' | 'hasAreas'
