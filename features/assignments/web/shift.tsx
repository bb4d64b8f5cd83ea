import { useElectionDay } from '#features/elections/web/use-election.ts'
import { locale, t } from '#kit/web/language.ts'
import { useClock } from '#kit/web/time.tsx'
import { say } from '../copy.ts'

/** The times by the clock of the election, with the day unless it is the election's, and who was replaced. */
export function Shift({
  from,
  until,
  replaces,
}: {
  from: Date
  until: Date
  replaces?: string | null
}) {
  const clock = useClock()
  const election = useElectionDay()
  const timeZone = election?.timezone
  const inZone = timeZone ? { timeZone } : {}
  const dayOf = new Intl.DateTimeFormat('en-CA', inZone)
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...inZone })
  const of = (at: Date) =>
    dayOf.format(at) === election?.day ? clock(at) : `${day.format(at)}, ${clock(at)}`
  const isOneDay = dayOf.format(from) === dayOf.format(until)
  return (
    <span className="tabular-nums">
      <span className="whitespace-nowrap">{of(from)}–</span>
      <wbr />
      <span className="whitespace-nowrap">{isOneDay ? clock(until) : of(until)}</span>
      {replaces && (
        <span className="block text-small whitespace-normal text-muted">
          {t(say.replacesSince, { name: replaces, time: of(from) })}
        </span>
      )}
    </span>
  )
}
