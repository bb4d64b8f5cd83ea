import type { QuestionKind } from '#features/forms/kind-contract.ts'
import { answerType, rulesOf } from '#features/forms/kind-domain.ts'
import type { Values } from './contract.ts'

/** The number of reports with a value; null: they cannot be read. Of a time its hour, of a moment its day and hour. */
export type ValueRow = { readonly value: string | null; readonly reports: number }

/** More different numbers than these are combined in bars. */
const mostBars = 20

/** How reports answered a question that is not answered by options. */
export function valuesOf(kind: QuestionKind, rows: readonly ValueRow[]): Values {
  const read = rows.flatMap(({ value, reports }) => (value === null ? [] : [{ value, reports }]))
  const unreadable = rows.find(({ value }) => value === null)?.reports ?? 0
  const isOfTime = answerType({ kind }) !== 'number'
  const numbers = read
    .map(({ value, reports }) => ({ value: Number(value), reports }))
    .toSorted((one, other) => one.value - other.value)
  const summary = isOfTime ? null : summaryOf(numbers)
  const days = read.toSorted((one, other) => (one.value < other.value ? -1 : 1))
  return {
    kind,
    read: read.reduce((sum, { reports }) => sum + reports, 0),
    unreadable,
    summary,
    outliers: rulesOf(kind).hasLimits && summary ? outliersIn(numbers, summary) : null,
    bars: isOfTime
      ? days.map(({ value, reports }) => ({ from: value, until: null, reports }))
      : barsOf(numbers),
  }
}

type Counted = { readonly value: number; readonly reports: number }

/** Quartiles as spreadsheets compute them: between two values in proportion. */
function summaryOf(numbers: readonly Counted[]): Values['summary'] {
  const [first, last] = [numbers.at(0), numbers.at(-1)]
  if (!first || !last) return null
  const [lowerQuartile = 0, median = 0, upperQuartile = 0] = [0.25, 0.5, 0.75].map((share) =>
    quantile(numbers, share),
  )
  return { minimum: first.value, lowerQuartile, median, upperQuartile, maximum: last.value }
}

/** As box plots show them: Tukey, Exploratory Data Analysis, 1977. Where most numbers are equal, every other one would be far. */
function outliersIn(
  numbers: readonly Counted[],
  { lowerQuartile, upperQuartile }: NonNullable<Values['summary']>,
): Values['outliers'] {
  if (lowerQuartile === upperQuartile) return null
  const reach = 1.5 * (upperQuartile - lowerQuartile)
  const [below, above] = [lowerQuartile - reach, upperQuartile + reach]
  const outside = numbers.filter(({ value }) => value < below || value > above)
  return { below, above, reports: outside.reduce((sum, { reports }) => sum + reports, 0) }
}

function quantile(numbers: readonly Counted[], share: number): number {
  const total = numbers.reduce((sum, { reports }) => sum + reports, 0)
  const place = (total - 1) * share
  const [below, above] = [nth(numbers, Math.floor(place)), nth(numbers, Math.ceil(place))]
  return below + (above - below) * (place % 1)
}

/** The nth smallest, from 0. */
function nth(numbers: readonly Counted[], n: number): number {
  let before = 0
  for (const { value, reports } of numbers) {
    before += reports
    if (n < before) return value
  }
  throw new Error('There are not as many values')
}

function barsOf(numbers: readonly Counted[]): Values['bars'] {
  const [first, last] = [numbers.at(0), numbers.at(-1)]
  if (!first || !last) return []
  if (numbers.length <= mostBars)
    return numbers.map(({ value, reports }) => ({ from: written(value), until: null, reports }))
  const width = widthFor(last.value - first.value)
  const begin = placeOf(first.value, width)
  const bars = Array.from({ length: placeOf(last.value, width) - begin + 1 }, (_, nth) => ({
    from: written((begin + nth) * width),
    until: written((begin + nth + 1) * width),
    reports: 0,
  }))
  for (const { value, reports } of numbers) {
    const bar = bars[placeOf(value, width) - begin]
    if (bar) bar.reports += reports
  }
  return bars
}

/** 1, 2 or 5 times a power of ten, for at most as many bars. */
function widthFor(range: number): number {
  const power = 10 ** Math.floor(Math.log10(range / mostBars))
  return ([1, 2, 5].find((times) => times * power * mostBars >= range) ?? 10) * power
}

/** The bar of a number, by the edges as they are written: 0.3 / 0.1 is less than 3. */
function placeOf(value: number, width: number): number {
  const nearest = Math.round(value / width)
  return value < Number(written(nearest * width)) ? nearest - 1 : nearest
}

/** As answers are stored: in all digits that they keep, without the error of a product of fractions. */
const { format: written } = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumSignificantDigits: 15,
})
