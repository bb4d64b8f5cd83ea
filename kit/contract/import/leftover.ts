import { tidied } from '../value/tidy.ts'
import { isSheetError } from './cell.ts'
import { flagOf } from './yes-no.ts'

const zero = /^[+-]?0+(?:[.,]0+)?$/

/** `0 %`, `-   €`, `$0.00`, `00:00`, and day zero of spreadsheets. */
const shownZeros = [
  /^[+-]?0+(?:[.,]0+)?(?:\s*%|\s*\p{Sc}|\s\p{L}{1,3}\.?)$/u,
  /^\p{Sc}\s*(?:0+(?:[.,]0+)?|-)$/u,
  /^-\s*\p{Sc}$/u,
  /^(?:0?0[-./]0?1[-./]1900|0?1[-./]0?0[-./]1900|1900[-./]0?1[-./]0?0|30[-./]12[-./]1899|12[-./]30[-./]1899|1899[-./]12[-./]30)(?:,?\s+0?0:00(?::00)?)?$/,
  /^0?0:00(?::00)?$/,
]

/** A zero, the result of a formula over empty cells. */
export const isZero = (cell: string): boolean => zero.test(tidied(cell, 'number'))

const isShownZero = (cell: string): boolean => {
  const text = tidied(cell, 'signs').trim()
  return shownZeros.some((shown) => shown.test(text))
}

/** What rows below the end of a list contain: an unticked box, a zero, a formula, or its error. */
export const isLeftover = (cell: string): boolean =>
  flagOf(cell) === false ||
  isZero(cell) ||
  isShownZero(cell) ||
  isSheetError(cell) ||
  /^=[^"]/.test(tidied(cell).trim())

/** Whether a cell is a whole number, such as a row number. */
export const isCount = (cell: string): boolean => /^\d{1,7}\.?$/.test(tidied(cell, 'number'))
