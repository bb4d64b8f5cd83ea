import { useQuery } from '@tanstack/react-query'
import type { Id } from '#kit/contract/value/id.ts'
import { timezone as timezoneSchema } from '#kit/contract/value/instant.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { RadioChoice } from '#kit/web/ui/field/radio-choice.tsx'
import { type ClockTimes, elections } from '../contract.ts'
import { say } from '../copy.ts'

/** What stays the same when the time zone changes. */
export type Keep = 'times' | 'moments'

/** Which stored times another zone would show differently; undefined while that is not known. */
export function useClockTimes(id: Id<'elections'>, stored: string, typed: string) {
  const isOther = typed !== stored && timezoneSchema.safeParse(typed).success
  const query = read(elections.clockTimes, { params: { id }, query: { timezone: typed } })
  const { data } = useQuery({ ...query, enabled: isOther })
  return isOther ? data : []
}

/** Asks whether clock times or moments stay, and shows the times that move. */
export function ZoneChoice({
  times,
  zones,
  value,
  onChange,
}: {
  times: NonNullable<ReturnType<typeof useClockTimes>>
  zones: { readonly from: string; readonly to: string }
  value: Keep | undefined
  onChange: (value: Keep) => void
}) {
  if (times.length === 0) return null
  const example = times.map(({ what, count, was, becomes }) => ({
    count: t(what === 'shifts' ? say.shiftsOfPlan : say.dueTimes, { count }),
    was,
    becomes,
  }))
  const [first] = example
  return (
    <>
      <Alert>{t(say.zoneMoves, { what: example.map(({ count }) => count).join(', ') })}</Alert>
      <RadioChoice
        legend={t(say.zoneKeeps)}
        name="keep"
        items={[
          {
            id: 'times',
            title: t(say.keepTimes),
            about: [
              t(say.keepTimesAbout, { was: first?.was ?? '', ...zones }),
              skippedOf(times, zones.to),
            ].join(' '),
          },
          {
            id: 'moments',
            title: t(say.keepMoments),
            about: example
              .map(({ count, was, becomes }) => `${count}: ${was} → ${becomes}`)
              .join('; '),
          },
        ]}
        value={value}
        onChange={onChange}
      />
    </>
  )
}

/** Names the clock times that clocks of the new zone skip; empty where there are none. */
function skippedOf(times: readonly ClockTimes[], to: string): string {
  const count = times.reduce((sum, { skipped }) => sum + skipped.count, 0)
  if (count === 0) return ''
  const named = times.flatMap(({ skipped }) => skipped.first)
  const listed = named.map(({ name, was, becomes }) => `${name}: ${was} → ${becomes}`)
  if (count > named.length) listed.push('…')
  return t(say.zoneSkips, { count, to, times: listed.join('; ') })
}
