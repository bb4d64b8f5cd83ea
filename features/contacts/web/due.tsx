import { locale, t } from '#kit/web/language.ts'
import { Moment, useClock, useNow } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { say } from '../copy.ts'

const relative = new Intl.RelativeTimeFormat(locale)
const minuteMs = 60_000

/** How long there still is until a deadline, or since when it has passed, by the clock of the election. */
export function Due({ at }: { at: Date }) {
  const now = useNow()
  const clock = useClock()
  const left = Math.ceil((at.getTime() - now) / minuteMs)
  const isToday = Math.abs(left) < 24 * 60
  if (left <= 0)
    return (
      <Badge tone="alarm" icon="warning">
        {isToday ? t(say.lateSince, { time: clock(at) }) : <Moment at={at} />}
      </Badge>
    )
  if (!isToday) return <Moment at={at} />
  return (
    <time dateTime={at.toISOString()} className="whitespace-nowrap">
      {left < 60 ? relative.format(left, 'minute') : relative.format(Math.floor(left / 60), 'hour')}
      <span className="font-normal text-muted"> ({clock(at)})</span>
    </time>
  )
}
