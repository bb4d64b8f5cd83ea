import { t } from '#kit/web/language.ts'
import { saveTemplate } from '#kit/web/read/files.ts'
import type { ImportField } from '#kit/web/ui/import/import-columns.ts'
import {
  countyColumns,
  countyWords,
  neededOfCounties,
  neededOfStations,
  stationColumns,
  stationWords,
} from '../columns.ts'
import type { places } from '../contract.ts'
import { say } from '../copy.ts'

/** The content of a file. */
export type ImportKind = 'counties' | 'stations'

const words = { counties: countyWords, stations: stationWords } as const

const needed: Readonly<Record<ImportKind, readonly string[]>> = {
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
  kind === 'counties'
    ? { now: all.importCounties, later: all.startCountyImport }
    : { now: all.importStations, later: all.startStationImport }

/** A file with the headings of an export only, which the import accepts in every language. */
export function saveHeadings(
  kind: ImportKind,
  { isNested, hasAreas }: Record<Levels, boolean>,
): void {
  const titles =
    kind === 'counties'
      ? countyColumns(isNested).map(({ title }) => title)
      : stationColumns(hasAreas).map(({ title }) => title)
  const name = t(kind === 'counties' ? say.counties : say.stations)
  saveTemplate(
    titles.map((title) => t(title)),
    name,
  )
}

type Levels = 'isNested' | 'hasAreas'
