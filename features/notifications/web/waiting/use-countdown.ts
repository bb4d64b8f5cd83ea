import { useEffect, useState } from 'react'
import { useTouch } from '#kit/web/read/api.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { notifications } from '../../contract.ts'

/** The reads that show a held message. */
export const touches = [notifications.list, notifications.find, notifications.deliveries]

/** From so many seconds on it counts down. */
export const mostCounted = 60

/** Long delays show no countdown, which would render every second. */
const secondsTo = (at: Date | null) =>
  at ? Math.min(mostCounted + 1, Math.max(0, Math.ceil((at.getTime() - serverNow()) / 1000))) : 0

/** The seconds left by the server's clock. At zero, refetches until the message has been sent. */
export function useCountdown(until: Date | null): number {
  const [seconds, setSeconds] = useState(() => secondsTo(until))
  const touch = useTouch()
  useEffect(() => {
    const timer = setInterval(() => {
      const left = secondsTo(until)
      setSeconds(left)
      if (left === 0) void touch(...touches)
    }, 1000)
    return () => clearInterval(timer)
  }, [until, touch])
  return seconds
}
