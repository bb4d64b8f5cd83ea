import { useElectionDay } from '#features/elections/web/use-election.ts'
import { locale } from '#kit/web/language.ts'
import { useClock } from '#kit/web/time.tsx'

/** From when to when, by the clock of the election; on which day, unless it is the election's. */
export function Shift({ from, until }: { from: Date; until: Date }) {
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
    </span>
  )
}
