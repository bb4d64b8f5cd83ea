import { columns } from '#kit/contract/column.ts'
import type { Words } from '#kit/contract/import/reason.ts'
import type { Headings } from '#kit/contract/import/rows.ts'
import { clockCell } from '#kit/contract/value/instant.ts'
import type { Assignment, Unassigned, Uncovered } from './contract.ts'
import { say } from './copy.ts'

/** An assignment in a spreadsheet, with the codes and the number by which it is imported again. */
export type PlanRow = Omit<Assignment, 'replaces'> & {
  readonly countyCode: string
  readonly areaCode: string
  readonly number: number
}

/** Moments in the election's time zone. */
export const planColumns = (timezone: string) =>
  columns<PlanRow>(
    { title: say.phone, value: ({ observerPhone }) => observerPhone },
    { title: say.observer, value: ({ observerName }) => observerName },
    { title: say.ngo, value: ({ ngo }) => ngo },
    { title: say.countyCode, value: ({ countyCode }) => countyCode },
    { title: say.areaCode, value: ({ areaCode }) => areaCode },
    { title: say.stationNumber, value: ({ number }) => number },
    { title: say.from, value: ({ from }) => clockCell(from, timezone) },
    { title: say.until, value: ({ until }) => clockCell(until, timezone) },
    { title: say.isMobile, value: ({ isMobile }) => isMobile },
  )

/** The columns of unassigned observers. With stations and times added, the file can be imported as a plan. */
export const unassignedColumns = (timezone: string) =>
  columns<Unassigned>(
    { title: say.phone, value: ({ observerPhone }) => observerPhone },
    { title: say.observer, value: ({ observerName }) => observerName },
    { title: say.ngo, value: ({ ngo }) => ngo },
    { title: say.lastSeen, value: ({ lastSeen }) => lastSeen && clockCell(lastSeen, timezone) },
  )

/** A station without anybody in a spreadsheet, with the codes by which a plan is imported. */
export const uncoveredColumns = columns<Uncovered>(
  { title: say.countyCode, value: ({ countyCode }) => countyCode },
  { title: say.county, value: ({ county }) => county },
  { title: say.areaCode, value: ({ areaCode }) => areaCode },
  { title: say.municipality, value: ({ municipality }) => municipality },
  { title: say.stationNumber, value: ({ pollingStationNumber }) => pollingStationNumber },
  { title: say.stationName, value: ({ name }) => name },
  { title: say.address, value: ({ address }) => address },
)

/** The headings by which the columns of a plan are found. */
export const planHeadings = {
  phone: ['Phone', 'Telefon', 'Tel', 'Număr de telefon', 'Nr. de telefon', 'Mobil'],
  county: ['County code', 'County', 'Județ', 'Cod județ', 'Codul județului'],
  area: ['Municipality code', 'Municipality', 'Cod localitate', 'Localitate', 'UAT', 'Cod UAT'],
  number: [
    'Station number',
    'Polling station',
    'Station',
    'Number',
    'Număr secție',
    'Numărul secției',
    'Nr. secție',
    'Secția',
    'Secție',
  ],
  from: ['From', 'De la', 'Start', 'Început'],
  until: ['Until', 'To', 'Până la', 'End', 'Sfârșit'],
  mobile: ['Mobile team', 'Mobile', 'Echipă mobilă', 'Mobilă'],
} as const satisfies Headings

export const neededOfPlan = ['phone', 'number', 'from', 'until'] as const

export const planWords: Readonly<Record<keyof typeof planHeadings, Words>> = {
  phone: { title: say.phone, expected: say.phoneExpected },
  county: { title: say.countyCode, expected: say.codeExpected },
  area: { title: say.areaCode, expected: say.codeExpected },
  number: { title: say.stationNumber, expected: say.numberExpected },
  from: { title: say.from, expected: say.momentExpected },
  until: { title: say.until, expected: say.momentExpected },
  mobile: { title: say.isMobile, expected: say.flagExpected },
}
