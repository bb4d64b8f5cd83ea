import { DayField } from './day-field.tsx'
import { Field } from './field.tsx'

/** A moment by the clock of the election, as `2026-11-22 06:30`; what is not complete yet is kept as it is. */
export function MomentField({
  dayLabel,
  timeLabel,
  value,
  onChange,
  error,
}: {
  dayLabel: string
  timeLabel: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
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
        inputMode="numeric"
        placeholder="06:30"
        maxLength={5}
        isRequired
        error={error}
      />
    </div>
  )
}
