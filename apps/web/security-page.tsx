import { OwnPassword } from '#features/accounts/web/own-password.tsx'
import { Passkeys } from '#features/factors/web/passkeys.tsx'
import { SecondFactor } from '#features/factors/web/second-factor.tsx'
import { OwnSessions } from '#features/session/web/own-sessions.tsx'
import { t } from '#kit/web/language.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from './copy.ts'

/** The security of one's own account. */
export function SecurityPage() {
  return (
    <Page title={t(say.security)}>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[repeat(2,minmax(0,36rem))]">
        <OwnSessions />
        <SecondFactor />
        <Passkeys />
        <OwnPassword />
      </div>
    </Page>
  )
}
