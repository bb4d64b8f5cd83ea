import { type Column, columns } from '#kit/contract/column.ts'
import { keysOf } from '#kit/contract/field.ts'
import type { Words } from '#kit/contract/import/reason.ts'
import type { Headings } from '#kit/contract/import/rows.ts'
import type { County } from './contract.ts'
import { say } from './copy.ts'
import { type StationFacts, stationNumbers, stationTexts } from './fields.ts'

/** A polling station in the export format, which can be imported again. */
export type StationRow = StationFacts & {
  readonly countyCode: string
  readonly areaCode: string
  readonly number: number
  readonly latitude: number | null
  readonly longitude: number | null
}

/** `isNested`: do counties belong to provinces? */
export const countyColumns = (isNested: boolean) => [
  ...columns<County>(
    { title: say.code, value: ({ code }) => code },
    { title: say.name, value: ({ name }) => name },
    { title: say.stationCount, value: ({ numberOfPollingStations }) => numberOfPollingStations },
    { title: say.diaspora, value: ({ diaspora }) => diaspora },
    { title: say.order, value: ({ order }) => order },
  ),
  ...(isNested
    ? columns<County>({ title: say.provinceCode, value: ({ provinceCode }) => provinceCode })
    : []),
]

/** `hasAreas`: do stations belong to areas below the county? */
export const stationColumns = (hasAreas: boolean) => [
  ...columns<StationRow>({ title: say.countyCode, value: ({ countyCode }) => countyCode }),
  ...(hasAreas
    ? columns<StationRow>({ title: say.areaCode, value: ({ areaCode }) => areaCode })
    : []),
  ...columns<StationRow>(
    { title: say.stationNumber, value: ({ number }) => number },
    ...keysOf(stationTexts).map(factColumn),
    { title: say.latitude, value: ({ latitude }) => latitude },
    { title: say.longitude, value: ({ longitude }) => longitude },
    ...keysOf(stationNumbers).map(factColumn),
  ),
]

const factColumn = (field: keyof StationFacts): Column<StationRow> => ({
  title: stationWords[field].title,
  value: (station) => station[field],
})

const code = ['Code', 'Cod', 'Codul'] as const
const name = ['Name', 'Nume', 'Denumire', 'Denumirea'] as const
const order = ['Order', 'Ordine', 'Poziție', 'Position'] as const
const county = ['County code', 'County', 'Județ', 'Cod județ', 'Codul județului'] as const

/** The headings by which the columns of areas of any level are found. */
export const areaHeadings = {
  code,
  name,
  parent: [
    'Parent code',
    'Parent',
    'Belongs to',
    'Cod superior',
    'Codul superior',
    'Cod părinte',
    'Aparține de',
    ...county,
    'Province code',
    'Cod provincie',
  ],
  level: ['Level', 'Nivel', 'Nivelul'],
  order,
} as const satisfies Headings

/** The headings by which the columns of the areas above counties are found. */
export const provinceHeadings = { code, name, order } as const satisfies Headings

export const countyHeadings = {
  code: [...code, ...county],
  name,
  order,
  province: ['Province code', 'Province', 'Cod provincie', 'Provincie'],
  diaspora: ['Diaspora'],
  stations: [
    'Number of polling stations',
    'Polling stations',
    'Stations',
    'Număr de secții',
    'Numărul de secții',
    'Număr secții',
    'Nr. secții',
    'Secții',
  ],
} as const satisfies Headings

export const municipalityHeadings = { code, name, order, county } as const satisfies Headings

export const stationHeadings = {
  county,
  area: [
    'Municipality code',
    'Community code',
    'Area code',
    'Municipality',
    'Community',
    'Cod localitate',
    'Codul localității',
    'Localitate',
    'Cod UAT',
    'UAT',
  ],
  number: [
    'Number',
    'Polling station number',
    'Polling station',
    'Station',
    'Număr',
    'Nr',
    'Număr secție',
    'Numărul secției',
    'Nr. secție',
    'Secția',
    'Secție',
  ],
  label: ['Label', 'Station label', 'Etichetă', 'Eticheta secției', 'Indicativ'],
  name: [...name, 'Station name', 'Sediu', 'Denumire sediu', 'Denumirea sediului'],
  address: ['Address', 'Adresă', 'Adresa', 'Adresa sediului'],
  latitude: ['Latitude', 'Lat', 'Latitudine'],
  longitude: ['Longitude', 'Lon', 'Lng', 'Long', 'Longitudine'],
  voters: [
    'Registered voters',
    'Voters',
    'Alegători înscriși',
    'Alegători',
    'Număr de alegători',
    'Nr. alegători',
  ],
} as const satisfies Headings

export const areaWords: Readonly<Record<keyof typeof areaHeadings, Words>> = {
  code: { title: say.code, expected: say.codeExpected },
  name: { title: say.name, expected: say.nameExpected },
  parent: { title: say.parentCode, expected: say.codeExpected },
  level: { title: say.level, expected: say.nameExpected },
  order: { title: say.order, expected: say.orderExpected },
}

/** The labels of county columns, and the sentences for refused cells. */
export const countyWords: Readonly<Record<keyof typeof countyHeadings, Words>> = {
  code: { title: say.code, expected: say.codeExpected },
  name: { title: say.name, expected: say.nameExpected },
  stations: { title: say.stationCount, expected: say.countExpected },
  diaspora: { title: say.diaspora, expected: say.diasporaExpected },
  order: { title: say.order, expected: say.orderExpected },
  province: { title: say.provinceCode, expected: say.codeExpected },
}

export const stationWords: Readonly<Record<keyof typeof stationHeadings, Words>> = {
  number: { title: say.stationNumber, expected: say.numberExpected },
  county: { title: say.countyCode, expected: say.codeExpected },
  area: { title: say.areaCode, expected: say.codeExpected },
  label: { title: say.label, expected: say.labelExpected },
  name: { title: say.name, expected: say.addressExpected },
  address: { title: say.address, expected: say.addressExpected },
  latitude: { title: say.latitude, expected: say.coordinatesExpected },
  longitude: { title: say.longitude, expected: say.coordinatesExpected },
  voters: { title: say.voters, expected: say.votersExpected },
}

export const neededOfAreas = ['code', 'name', 'parent'] as const
/** A station that has no number gets one. */
export const neededOfStations = [['number', 'label']] as const
export const neededOfCounties = ['code', 'name'] as const
export const neededOfMunicipalities = ['code', 'name', 'county'] as const
