import { useEffect } from 'react'
import { useIsExpired } from '#kit/web/expiry.ts'
import { t } from '#kit/web/language.ts'
import { endSession, expiryOf, keptToken } from '#kit/web/session.ts'
import { useClock } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { say } from '../copy.ts'

/** How long before its end a session warns of it. */
const warningSeconds = 5 * 60

/**
 * Warns that the session is about to end, and ends it in time: nobody should find out by a call
 * that is refused.
 */
export function SessionEnd() {
  const isOver = useIsExpired()
  const isNear = useIsExpired(warningSeconds)

  useEffect(() => {
    if (isOver) endSession()
  }, [isOver])

  return <div role="status">{isNear && !isOver && <Warning />}</div>
}

function Warning() {
  const clock = useClock()
  const expiry = expiryOf(keptToken())
  if (!expiry) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-attention-soft px-4 py-1 text-small sm:px-6 print:hidden">
      <p>{t(say.endsAt, { time: clock(expiry) })}</p>
      <Button size="small" onPress={endSession}>
        {t(say.signInAgain)}
      </Button>
    </div>
  )
}
