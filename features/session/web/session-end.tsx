import { Suspense, useEffect } from 'react'
import { deferred } from '#kit/web/deferred.ts'
import { t } from '#kit/web/language.ts'
import { call } from '#kit/web/read/api.ts'
import { usePendingConfirmation } from '#kit/web/session/confirmation.ts'
import { useIsExpired } from '#kit/web/session/expiry.ts'
import {
  endSession,
  expiryOf,
  keptToken,
  setToken,
  useIsSuspended,
} from '#kit/web/session/session.ts'
import { useClock } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { session } from '../contract.ts'
import { say } from './copy.ts'
import { FailedBefore } from './failed-before.tsx'
import { RightsLost } from './rights-lost.tsx'

const ConfirmWindow = deferred(async () => (await import('./confirm-window.tsx')).ConfirmWindow)

const SignInAgain = deferred(async () => (await import('./sign-in-again.tsx')).SignInAgain)

/** How long before its end a session warns of it, and when it repeats that. */
const warningSeconds = 10 * 60
const lastWarningSeconds = 2 * 60

/**
 * Warns that the session is about to end, and ends it in time: the user should not find out by a refused call. Also
 * says that rights were lost, and asks, over any page, for a proof of identity when a call requires it.
 */
export function SessionEnd() {
  const isOver = useIsExpired()
  const isNear = useIsExpired(warningSeconds)
  const isVeryNear = useIsExpired(lastWarningSeconds)
  const question = usePendingConfirmation()
  const isSuspended = useIsSuspended()

  useEffect(() => {
    if (isOver) endSession()
  }, [isOver])

  return (
    <>
      {/* Announced again the second time for screen readers. */}
      <div role={isVeryNear ? 'alert' : 'status'} key={isVeryNear ? 'last' : 'first'}>
        {isNear && !isOver && <Warning />}
      </div>
      <FailedBefore />
      <RightsLost />
      {isSuspended && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
      {question && (
        <Suspense>
          <ConfirmWindow answer={question.answer} />
        </Suspense>
      )}
    </>
  )
}

function Warning() {
  const clock = useClock()
  const expiry = expiryOf(keptToken())
  if (!expiry) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line bg-attention-soft px-4 py-1 text-small sm:px-6 print:hidden">
      <p>{t(say.endsAt, { time: clock(expiry) })}</p>
      <Button size="small" onPress={() => void tryWithToast(stay)}>
        {t(say.staySignedIn)}
      </Button>
    </div>
  )
}

/** The screen stays; a user whose proof of identity is old is asked for it again. */
async function stay(): Promise<void> {
  setToken((await call(session.renew, {})).access_token)
}
