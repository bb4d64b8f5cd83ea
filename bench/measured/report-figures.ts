import type { Measured } from '../calling/loading.ts'
import type { Figure } from '../figure.ts'
import { mean, percentile } from '../spread.ts'
import type { Benched } from './pgbench.ts'

/** pgbench's results in one round: all writes of a report, announced or not, or its rows alone. */
export type Theirs = Readonly<Record<'told' | 'silent' | 'transaction' | 'statement', Benched>>

/** The results of reports, round by round, beside pgbench's in the same round. */
export function reportFigures(
  ours: readonly Measured[],
  theirs: readonly Theirs[],
  processorMs: number,
): Figure[] {
  const rate = mean(ours.map(({ perSecond }) => perSecond))
  const p99 = mean(ours.map((one) => one.p99))
  const p50 = mean(ours.map((one) => one.p50))
  const toldP99 = mean(theirs.map(({ told }) => told.p99))
  const against = (what: string, how: keyof Theirs, least?: number) => {
    const other = mean(theirs.map((one) => one[how].perSecond))
    return {
      number: 1,
      what: `reports: rate against ${what}`,
      value: rate / other,
      unit: '×' as const,
      ...(least !== undefined && { least }),
      footnote: `${perSecond(rate)} against ${perSecond(other)}`,
    }
  }
  return [
    { ...against('pgbench', 'told', 0.6), ms: 1000 / rate },
    against('pgbench that announces nothing', 'silent', 0.6),
    against('the eleven rows alone', 'transaction', 0.5),
    against('the eleven rows alone, in one statement', 'statement'),
    {
      number: 1,
      what: 'reports: p99',
      value: p99,
      unit: 'ms',
      most: 80,
      footnote: `${ours.map((one) => one.p99.toFixed(0)).join(', ')} ms, p50 ${p50.toFixed(1)} ms; the server works ${processorMs.toFixed(2)} ms on each`,
    },
    {
      number: 1,
      what: 'reports: p99 against pgbench',
      value: p99 / toldP99,
      unit: '×',
      footnote: `${p99.toFixed(0)} against ${toldP99.toFixed(0)} ms`,
    },
  ]
}

const perSecond = (value: number) => `${Math.round(value)}/s`

/** The disk's part in the p99 of reports: a waiting commit delays all that are under way. */
export function diskFigure(waits: readonly number[]): Figure {
  const at = (part: number) => percentile(waits, part)
  return {
    number: 1,
    what: 'the disk by itself: p99 until 256 kB are safe',
    value: at(0.99),
    unit: 'ms',
    footnote: `median ${at(0.5).toFixed(1)} ms, the longest of ${waits.length} ${at(1).toFixed(0)} ms`,
  }
}
