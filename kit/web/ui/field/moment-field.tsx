import { clockDoubts } from '#kit/contract/value/clock-doubt.ts'
import { t } from '#kit/web/language.ts'
import { isMoment, padMoment } from '#kit/web/moments.ts'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'
import { DayField } from './day-field.tsx'
import { Field } from './field.tsx'

/** The election whose clock the user types by, with its day if the moment belongs to it. */
export type ClockOf = { readonly timezone: string; readonly day?: string | undefined }

/** A moment by the clock of the election, as `2026-11-22 06:30`. Keeps incomplete input, and warns of likely
 * mistakes below. */
export function MomentField({
  dayLabel,
  timeLabel,
  value,
  onChange,
  error,
  election,
}: {
  dayLabel: string
  timeLabel: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  election?: ClockOf | undefined
}) {
  const [day = '', time = ''] = value.split(' ')
  const put = (nextDay: string, nextTime: string) => onChange(`${nextDay} ${nextTime}`.trimEnd())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
      <DayField label={dayLabel} value={day} onChange={(next) => put(next, time)} isRequired />
      <Field
        label={timeLabel}
        value={time}
        onChange={(next) => put(day, next.trim())}
        placeholder="06:30"
        maxLength={5}
        isRequired
        error={error}
      />
      {election && isMoment(value) && <Doubts typed={padMoment(value)} election={election} />}
    </div>
  )
}

const Doubts = ({ typed, election }: { typed: string; election: ClockOf }) =>
  clockDoubts(typed, election).map((doubt) => (
    <p key={doubt.code} role="status" className="col-span-2 flex items-start gap-2 text-small">
      <Icon name="warning" className="shrink-0 text-attention" />
      {doubt.code === 'skipped'
        ? t(say.clockSkipped, { becomes: doubt.becomes })
        : t(doubt.days < 0 ? say.daysBefore : say.daysAfter, { count: Math.abs(doubt.days) })}
    </p>
  ))
