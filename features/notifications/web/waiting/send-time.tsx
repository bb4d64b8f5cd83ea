import { useElectionDay } from '#features/elections/web/use-election.ts'
import { readMoment, wallClock } from '#kit/contract/value/instant.ts'
import { t } from '#kit/web/language.ts'
import { isMoment, padMoment, typedMoment } from '#kit/web/moments.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { useNow } from '#kit/web/time.tsx'
import { MomentField } from '#kit/web/ui/field/moment-field.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { say } from '../../copy.ts'
import { mostDaysAhead, timeFault } from '../../domain.ts'

/** A typed time, in the election's time zone; undefined: now. */
export type TypedTime = string | undefined

const hourMs = 3_600_000

/** The next full hour of the zone’s clock that is not within the next quarter of one. */
function nextHour(zone: string): string {
  const soon = wallClock(new Date(serverNow() + hourMs / 4), zone).getTime()
  return typedMoment(new Date(Math.ceil(soon / hourMs) * hourMs), 'UTC')
}

/** When the message goes out: now, or at a set time. */
export function SendTime({
  value,
  onChange,
  isTried,
}: {
  value: TypedTime
  onChange: (value: TypedTime) => void
  isTried: boolean
}) {
  const zone = useElectionDay()?.timezone
  return (
    <div className="grid gap-3">
      <Select
        label={t(say.when)}
        className="sm:max-w-64"
        items={[
          { id: 'now', text: t(say.now) },
          { id: 'time', text: t(say.atTime) },
        ]}
        value={value === undefined ? 'now' : 'time'}
        onChange={(kind) => onChange(kind === 'now' || !zone ? undefined : nextHour(zone))}
      />
      {value !== undefined && (
        <>
          <div className="sm:max-w-96">
            <TimeField value={value} onChange={onChange} isTried={isTried} />
          </div>
          <p className="text-small text-muted">{t(say.frozen)}</p>
        </>
      )}
    </div>
  )
}

/** Day and time in the election's time zone, which is named if it is not the user's own. */
export function TimeField({
  value,
  onChange,
  isTried,
  refusal,
}: {
  value: string
  onChange: (value: string) => void
  isTried: boolean
  refusal?: string | undefined
}) {
  const zone = useElectionDay()?.timezone
  // Renders again as time passes, so that a send time in the past is reported.
  useNow()
  const isElsewhere =
    zone !== undefined && zone !== Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <div className="grid gap-1">
      <MomentField
        dayLabel={t(say.day)}
        timeLabel={t(say.time)}
        value={value}
        onChange={onChange}
        error={faultOfTime(value, zone, isTried) ?? refusal}
        election={zone === undefined ? undefined : { timezone: zone }}
      />
      {isElsewhere && <p className="text-small text-muted">{t(say.inZone, { zone })}</p>}
    </div>
  )
}

/** The moment that is typed; undefined: none is. */
export const momentOf = (typed: string, zone: string | undefined): Date | undefined =>
  zone !== undefined && isMoment(typed) ? readMoment(padMoment(typed), zone) : undefined

/** Why a message cannot go out then; that the time is not complete only after an attempt. */
export function faultOfTime(
  typed: TypedTime,
  zone: string | undefined,
  isTried: boolean,
): string | undefined {
  if (typed === undefined) return undefined
  const at = momentOf(typed, zone)
  if (!at) return isTried ? t(say.timeExpected) : undefined
  const fault = timeFault(at, new Date(serverNow()))
  if (fault === undefined) return undefined
  return fault === 'past' ? t(say.timePast) : t(say.timeFar, { days: mostDaysAhead })
}
