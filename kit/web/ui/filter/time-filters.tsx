import { moment } from '#kit/contract/value/instant.ts'
import { t } from '#kit/web/language.ts'
import { say } from '../copy.ts'
import type { Chip } from './filter-bar.tsx'
import { TextFilter } from './text-filter.tsx'

/** A span of time, as typed. Without an end it is open there. */
export type Times = { readonly from?: string | undefined; readonly to?: string | undefined }

type Props = {
  readonly times: Times
  readonly onNarrow: (change: Times, isTyping?: boolean) => void
}

const ends = [
  ['from', say.from],
  ['to', say.to],
] as const

/** Filters a list by the moments at which a span begins and ends; `QuickTimes` fills them in. */
export const TimeFilters = ({ times, onNarrow }: Props) =>
  ends.map(([name, label]) => (
    <TextFilter
      key={name}
      label={t(label)}
      value={times[name]}
      schema={moment}
      expected={t(say.momentExpected)}
      onFilter={(typed, isTyping) => onNarrow({ [name]: typed }, isTyping)}
      placeholder={t(say.momentShape)}
    />
  ))

/** The chips of `TimeFilters`. */
export const timeChips = (times: Times): Chip<Times>[] =>
  ends.map(([name, label]) => ({
    label: t(label),
    value: times[name],
    without: { [name]: undefined },
  }))
