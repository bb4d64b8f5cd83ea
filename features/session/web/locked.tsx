import { t } from '#kit/web/language.ts'
import { useClock } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { say } from '../copy.ts'

/** Shows that an account is locked by failed attempts, and until when. */
export function Locked({ until }: { until: Date | null }) {
  const clock = useClock()
  return (
    until && (
      <Badge tone="attention" icon="lock">
        {t(say.lockedUntil, { time: clock(until) })}
      </Badge>
    )
  )
}
