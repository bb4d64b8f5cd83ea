import { Moment, useClock } from '#kit/web/time.tsx'

/** From when to when, by the clock of the election. */
export function Shift({ from, until }: { from: Date; until: Date }) {
  const clock = useClock()
  return (
    <span className="whitespace-nowrap">
      <Moment at={from} />–{clock(until)}
    </span>
  )
}
