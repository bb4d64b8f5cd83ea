import type { Election } from '#features/elections/contract.ts'
import { homeCountry } from '#features/elections/domain.ts'
import { withCommasIfRomanian, writesRomanian } from '#kit/contract/value/text.ts'
import type { ElectionFiles } from './election-files.ts'

/** Corrects diacritics as the screens do: Romanian letters with a comma, where older files have a cedilla. */
export const withDiacriticsOf = (election: Election, files: ElectionFiles): ElectionFiles =>
  writesRomanian(homeCountry(election)) ? withCommasIn(files) : files

/** Parsed files are plain values, texts among them. */
function withCommasIn<Value>(value: Value): Value {
  if (typeof value === 'string') return withCommasIfRomanian(value) as Value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withCommasIn) as Value
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, withCommasIn(held)]),
  ) as Value
}
