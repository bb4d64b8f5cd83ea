import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { say as accountsSay } from '#features/accounts/copy.ts'
import { ChoosePassword } from '#features/accounts/web/choose-password.tsx'
import { factors } from '#features/factors/contract.ts'
import { Passkeys } from '#features/factors/web/passkeys.tsx'
import { SecondFactor } from '#features/factors/web/second-factor.tsx'
import { OpenPage } from '#features/invitations/web/open-page.tsx'
import { session } from '#features/session/contract.ts'
import { say as sessionSay } from '#features/session/copy.ts'
import { logOut } from '#features/session/web/account-menu.tsx'
import { SessionEnd } from '#features/session/web/session-end.tsx'
import type { Duty } from '#kit/contract/duty.ts'
import { t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { setToken } from '#kit/web/session/session.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Toasts } from '#kit/web/ui/feedback/toast.tsx'
import { say } from './copy.ts'

const route = getRouteApi('/first')

const titles = {
  'choose-password': accountsSay.choosePassword,
  'set-up-factor': say.chooseFactor,
} as const satisfies Record<Duty, unknown>

/** A user's pending duties, one after the other; then the page they wanted. */
export function FirstPage() {
  const { next = '/answers' } = route.useSearch()
  const navigate = useNavigate()
  const me = useQuery(read(session.me, {}))
  const goOn = async () => {
    // The sign-in token keeps the duty until it expires, so a new token is needed.
    setToken((await call(session.renew, {})).access_token)
    await navigate({ href: next, replace: true })
  }
  const goOnIfDone = async () => {
    const { data } = await me.refetch()
    if (data?.owes === null) await goOn()
  }
  const owes = me.data?.owes
  return (
    <>
      <Suspense>
        <SessionEnd />
      </Suspense>
      <OpenPage title={t(owes ? titles[owes] : say.first)}>
        <Loaded query={me}>
          {({ account }) => {
            if (owes === 'choose-password')
              return <ChoosePassword account={account} onDone={goOnIfDone} />
            return <ChooseFactor isOwed={owes !== null} onDone={() => void tryWithToast(goOn)} />
          }}
        </Loaded>
        <Button look="clear" className="justify-self-start" onPress={() => void logOut()}>
          {t(sessionSay.logOut)}
        </Button>
      </OpenPage>
      <Toasts />
    </>
  )
}

/** Recovery codes are shown once: the user confirms having read them. */
function ChooseFactor({ isOwed, onDone }: { isOwed: boolean; onDone: () => void }) {
  const own = useQuery(read(factors.own, {})).data
  const isDone = !isOwed || own?.authenticatorSince || (own && own.passkeys.length > 0)
  return (
    <>
      <p>{t(isOwed ? say.chooseFactorWhy : say.nothingOwed)}</p>
      {isOwed && <SecondFactor />}
      {isOwed && <Passkeys />}
      {isDone && (
        <Button look="primary" onPress={onDone}>
          {t(sessionSay.goOn)}
        </Button>
      )}
    </>
  )
}
