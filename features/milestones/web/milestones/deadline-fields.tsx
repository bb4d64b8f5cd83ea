import { useElectionDay } from '#features/elections/web/use-election.ts'
import { t } from '#kit/web/language.ts'
import { isMoment } from '#kit/web/moments.ts'
import { MomentField } from '#kit/web/ui/field/moment-field.tsx'
import { NumberField } from '#kit/web/ui/field/number-field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { say } from '../../copy.ts'

/** Either a moment by the clock of the election, or minutes after each shift begins. */
export type TypedDeadline = {
  readonly dueAt: string | null
  readonly dueAfterMinutes: number | null
}

export const isDeadline = ({ dueAt, dueAfterMinutes }: TypedDeadline): boolean =>
  dueAt === null ? dueAfterMinutes !== null && Number.isInteger(dueAfterMinutes) : isMoment(dueAt)

export function DeadlineFields({
  value: { dueAt, dueAfterMinutes },
  onChange,
  day,
}: {
  value: TypedDeadline
  onChange: (change: TypedDeadline) => void
  /** The day of the election. */
  day: string
}) {
  const election = useElectionDay()
  return (
    <>
      <Select
        label={t(say.deadline)}
        items={[
          { id: 'moment', text: t(say.atMoment) },
          { id: 'shift', text: t(say.afterShift) },
        ]}
        value={dueAt === null ? 'shift' : 'moment'}
        onChange={(kind) =>
          onChange(
            kind === 'moment'
              ? { dueAt: `${day} 08:00`, dueAfterMinutes: null }
              : { dueAt: null, dueAfterMinutes: 30 },
          )
        }
      />
      {dueAt === null ? (
        <NumberField
          label={t(say.minutes)}
          name="dueAfterMinutes"
          value={dueAfterMinutes ?? Number.NaN}
          onChange={(minutes) =>
            onChange({ dueAt: null, dueAfterMinutes: Number.isNaN(minutes) ? null : minutes })
          }
          minValue={0}
          maxValue={10_000}
        />
      ) : (
        <MomentField
          dayLabel={t(say.day)}
          timeLabel={t(say.time)}
          value={dueAt}
          onChange={(next) => onChange({ dueAt: next, dueAfterMinutes: null })}
          error={isMoment(dueAt) ? undefined : t(say.timeExpected)}
          election={election}
        />
      )}
    </>
  )
}
