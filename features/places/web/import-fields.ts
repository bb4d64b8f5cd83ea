import type { Copy } from '#kit/contract/copy.ts'
import { csvLine } from '#kit/contract/csv-line.ts'
import { saveFile } from '#kit/web/files.ts'
import { t } from '#kit/web/language.ts'
import type { ImportField } from '#kit/web/ui/import-check.tsx'
import { countyColumns, neededOfCounties, neededOfStations, stationColumns } from '../columns.ts'
import type { places } from '../contract.ts'
import { say } from '../copy.ts'

/** What a file holds. */
export type Kind = 'counties' | 'stations'

/** A field by the server's name for it: what it is called, and what is said when it is wrong. */
type Known = Readonly<Record<string, { readonly text: Copy; readonly hint: Copy }>>

const known: Readonly<Record<Kind, Known>> = {
  counties: {
    code: { text: say.code, hint: say.codeExpected },
    name: { text: say.name, hint: say.nameExpected },
    stations: { text: say.stationCount, hint: say.countExpected },
    diaspora: { text: say.diaspora, hint: say.diasporaExpected },
    order: { text: say.order, hint: say.orderExpected },
    province: { text: say.provinceCode, hint: say.codeExpected },
  },
  stations: {
    number: { text: say.stationNumber, hint: say.numberExpected },
    county: { text: say.countyCode, hint: say.codeExpected },
    area: { text: say.areaCode, hint: say.codeExpected },
    name: { text: say.name, hint: say.addressExpected },
    address: { text: say.address, hint: say.addressExpected },
    latitude: { text: say.latitude, hint: say.coordinatesExpected },
    longitude: { text: say.longitude, hint: say.coordinatesExpected },
    voters: { text: say.voters, hint: say.votersExpected },
  },
}

const needed: Readonly<Record<Kind, readonly string[]>> = {
  counties: neededOfCounties,
  stations: neededOfStations,
}

/** The columns that a file of this kind may have. */
export const importFields = (kind: Kind): readonly ImportField[] =>
  Object.entries(known[kind]).map(([id, { text }]) => ({
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

/** Why a row is wrong, in the reader's language: the server says it in English. */
export const reasonsOf =
  (kind: Kind) =>
  (reason: string): string => {
    const parts = reason.split('; ').map((one) => explainOne(known[kind], one))
    return [...new Set(parts)].join(' ')
  }

/** What the server says of a row as a whole, by `faultOf` and `stationReader` of this feature. */
const faults: readonly (readonly [RegExp, Copy, readonly string[]])[] = [
  [/ stands on line (\d+) already$/, say.rowTwice, ['line']],
  [/^lies in (.+), which does not exist$/, say.noSuchArea, ['code']],
  [/^lies in (.+), but it is not said in which of its areas$/, say.vagueArea, ['code']],
  [/^(.+) does not lie in (.+)$/, say.wrongArea, ['code', 'county']],
  [/^stations: Observers have reported from station (\d+)$/, say.countReported, ['number']],
  [/^stations: They belong to the areas of the county$/, say.countOfAreas, []],
]

function explainOne(fields: Known, reason: string): string {
  for (const [shape, sentence, names] of faults) {
    const found = shape.exec(reason)
    if (found)
      return t(sentence, Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? ''])))
  }
  const [, field = ''] = /^(\w+): /.exec(reason) ?? []
  const hint = fields[field]?.hint
  return hint ? t(hint) : reason
}
