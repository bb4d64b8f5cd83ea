import { tidied } from '#kit/contract/value/tidy.ts'
import type { StationCode } from './target-contract.ts'

/** A line of a pasted list, numbered from one as an editor does. */
export type TargetLine = { readonly line: number; readonly text: string }

type TargetText = {
  /** Each station once, with a line that names it. */
  readonly stations: readonly (StationCode & TargetLine)[]
  /** Lines without a code and a number. */
  readonly unread: readonly TargetLine[]
}

/**
 * Reads a list of stations pasted from a sheet: a line each, its first cell a code, its last one a number, the only
 * one. Cells are parted by tabs, semicolons or commas, otherwise by spaces. Empty lines say nothing, nor does a heading.
 */
export function readTargetText(text: string): TargetText {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((text, at) => ({ line: at + 1, text: text.trim() }))
    .filter((one) => one.text !== '')
  const read = lines.map((one) => ({ ...one, ...stationIn(one.text) }))
  const isHeading = (one: TargetLine) => one === read[0] && !/\d/.test(one.text)
  const named = new Map(
    read.filter((one) => isStation(one)).map((one) => [keyOf(one), one] as const),
  )
  return {
    stations: [...named.values()],
    unread: read.filter((one) => !isStation(one) && !isHeading(one)),
  }
}

/** A target as text, to be changed. */
export const targetText = (stations: readonly StationCode[]): string =>
  stations
    .map(({ areaCode, pollingStationNumber }) => `${areaCode}\t${pollingStationNumber}`)
    .join('\n')

const keyOf = ({ areaCode, pollingStationNumber }: StationCode) =>
  `${areaCode} ${pollingStationNumber}`

const isStation = <Line extends Partial<StationCode>>(line: Line): line is Line & StationCode =>
  line.areaCode !== undefined && line.pollingStationNumber !== undefined

function stationIn(text: string): StationCode | undefined {
  // Where a sign parts the cells, there are spaces within a name.
  const between = /[\t;,]/.test(text) ? /[\t;,]+/ : /[ \u00a0]+/
  const [first = '', ...others] = text.split(between).map((cell) => cell.replaceAll('"', ''))
  const areaCode = tidied(first, 'code').trim()
  const numbers = others.map((cell) => tidied(cell, 'number'))
  const number = numbers.at(-1) ?? ''
  // With two numbers in the line, the station's number is ambiguous.
  const isOne = numbers.filter((cell) => /^\d+$/.test(cell)).length === 1
  if (!isOne || areaCode === '' || !/^0*[1-9]\d{0,8}$/.test(number)) return
  return { areaCode, pollingStationNumber: Number(number) }
}
