import { Link } from '@tanstack/react-router'
import { rulesOf } from '#features/forms/kind-domain.ts'
import { Fault } from '#features/forms/web/answer-value.tsx'
import { valueText } from '#features/forms/web/value-text.ts'
import { percentOf } from '#features/statistics/domain.ts'
import { readable, t } from '#kit/web/language.ts'
import { BarList } from '#kit/web/ui/chart/bar-list.tsx'
import type { DrawnBar } from '#kit/web/ui/chart/save-bars.tsx'
import type { AnalysedQuestion, AnalysisFilter, Values } from '../contract.ts'
import { say } from '../copy.ts'
import { reportsLook } from './option-label.tsx'

type Valued = { readonly question: AnalysedQuestion; readonly values: Values }

/** How numbers, dates or times are distributed; each bar leads to its reports. */
export function ValueBars({ question, values, filter }: Valued & { filter: AnalysisFilter }) {
  const { summary, outliers, unreadable, bars } = values
  const [field] = question.options
  return (
    <div className="grid grid-cols-1 gap-3">
      {summary && (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(5rem,1fr))] gap-x-4 gap-y-2">
          {(Object.keys(figures) as (keyof typeof figures)[]).map((name) => (
            <div key={name}>
              <dt className="text-small text-muted">{t(figures[name])}</dt>
              <dd className="font-strong tabular-nums">{readable(summary[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {outliers && outliers.reports > 0 && (
        <p className="text-small text-muted">
          <strong className="font-strong text-ink">
            {t(say.outliers, { count: outliers.reports })}
          </strong>
          {' · '}
          {t(say.usual, { below: readable(outliers.below), above: readable(outliers.above) })} (
          {t(say.usualWhy)})
        </p>
      )}
      {unreadable > 0 && (
        <p>
          <Fault>{t(say.unreadable, { count: unreadable })}</Fault>
        </p>
      )}
      {bars.length > 0 && (
        <BarList
          caption={`${question.code} ${question.text}`}
          items={valueBars({ question, values }).map(({ label, ...bar }) => ({
            ...bar,
            label: (
              <Link
                to="/answers"
                search={{ ...filter, optionId: field?.id, optionValue: bar.key }}
                title={t(say.reportsWith, { option: label })}
                className={reportsLook}
              >
                {label}
              </Link>
            ),
            of: countIn(values),
          }))}
        />
      )}
    </div>
  )
}

const figures = {
  minimum: say.minimum,
  lowerQuartile: say.lowerQuartile,
  median: say.median,
  upperQuartile: say.upperQuartile,
  maximum: say.maximum,
} as const satisfies Record<keyof NonNullable<Values['summary']>, unknown>

const countIn = ({ read, unreadable }: Values) => read + unreadable

/** The bars of values, by how the list of reports is narrowed to them; of a rating also those without a report. */
export function valueBars({ question, values }: Valued): DrawnBar[] {
  const { kind, max } = question
  const none = { until: null, reports: 0 }
  const from = (key: string) => values.bars.find((bar) => bar.from === key)
  const steps = Array.from(
    { length: rulesOf(kind).isScale ? (max ?? 0) : 0 },
    (_, nth) => `${nth + 1}`,
  )
  const others = values.bars.filter((bar) => !steps.includes(bar.from))
  return [...steps.map((step) => from(step) ?? { from: step, ...none }), ...others].map((bar) => ({
    ...{ key: bar.until === null ? bar.from : `${bar.from}..${bar.until}` },
    label: nameOf(question, bar),
    ...{ value: bar.reports, tone: 'ours' as const },
  }))
}

/** All numbers, for a download. */
export function valueRows({ question, values }: Valued): (string | number)[][] {
  const share = (reports: number) => percentOf(reports, countIn(values)) ?? ''
  const rows = valueBars({ question, values }).map(({ label, value }) => [
    label,
    value,
    share(value),
  ])
  const { unreadable } = values
  return unreadable > 0 ? [...rows, [t(say.notRead), unreadable, share(unreadable)]] : rows
}

function nameOf(question: AnalysedQuestion, { from, until }: Values['bars'][number]): string {
  const name = (value: string) => valueText({ ...question, unit: '' }, value)
  if (until !== null) return t(say.fromUntil, { from: name(from), until: name(until) })
  const [hour = '', day] = from.split('T').toReversed()
  const { hourSigns, isScale } = rulesOf(question.kind)
  if (hourSigns)
    return day ? `${valueText({ ...question, kind: 'date' }, day)}, ${hourOf(hour)}` : hourOf(hour)
  return isScale ? from : name(from)
}

const hourOf = (hour: string) => `${hour}:00–${hour}:59`
