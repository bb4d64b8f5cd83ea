import { locale, t } from '#kit/web/language.ts'
import { useMoment, useNow } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { say } from '../copy.ts'

const relative = new Intl.RelativeTimeFormat(locale)
const minuteMs = 60_000
const dayMinutes = 24 * 60

/** How long there still is until a deadline, or since when it has passed, by the clock of the election. */
export function Due({ at }: { at: Date }) {
  const now = useNow()
  const moment = useMoment()
  const left = Math.ceil((at.getTime() - now) / minuteMs)
  if (left <= 0)
    return (
      <Badge tone="alarm" icon="warning">
        {t(say.lateSince, { time: moment(at) })}
      </Badge>
    )
  if (left > dayMinutes) return <time dateTime={at.toISOString()}>{moment(at)}</time>
  return (
    <time dateTime={at.toISOString()}>
      {left < 60 ? relative.format(left, 'minute') : relative.format(Math.floor(left / 60), 'hour')}
      <span className="font-normal text-muted"> ({moment(at)})</span>
    </time>
  )
}
