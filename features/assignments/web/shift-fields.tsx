import { useElectionDay } from '#features/elections/web/use-election.ts'
import { t } from '#kit/web/language.ts'
import { isMoment } from '#kit/web/moments.ts'
import { MomentField } from '#kit/web/ui/field/moment-field.tsx'
import { say } from '../copy.ts'

export type TypedShift = { readonly from: string; readonly until: string }

/** An election's day from the opening of the stations to its end. */
export const shiftOn = (day: string): TypedShift => ({
  from: `${day} 06:30`,
  until: `${day} 23:59`,
})

/** From when to when, by the clock of the election. */
export function ShiftFields({
  value: { from, until },
  onChange,
}: {
  value: TypedShift
  onChange: (change: Partial<TypedShift>) => void
}) {
  const election = useElectionDay()
  const wrong = (typed: string) => (isMoment(typed) ? undefined : t(say.timeExpected))
  return (
    <div className="grid gap-3">
      <MomentField
        dayLabel={t(say.fromDay)}
        timeLabel={t(say.time)}
        value={from}
        onChange={(next) => onChange({ from: next })}
        error={wrong(from)}
        election={election}
      />
      <MomentField
        dayLabel={t(say.untilDay)}
        timeLabel={t(say.time)}
        value={until}
        onChange={(next) => onChange({ until: next })}
        error={wrong(until)}
        election={election}
      />
    </div>
  )
}

export const isShift = ({ from, until }: TypedShift) => isMoment(from) && isMoment(until)
