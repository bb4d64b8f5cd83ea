import { useQuery } from '@tanstack/react-query'
import { session } from '#features/session/contract.ts'
import { read, useTouch } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { useLive } from '#kit/web/live.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { accounts, accountsChanged } from '../contract.ts'
import { say } from '../copy.ts'
import { AccountList } from './account-list.tsx'
import { NgoList } from './ngo-list.tsx'
import { OwnPassword } from './own-password.tsx'

/** Who may sign in to the screens, and for whom. */
export function AccountsPage() {
  const touch = useTouch()
  useLive(accountsChanged, () => void touch(accounts.list, accounts.listNgos))
  const me = useQuery(read(session.me, {})).data
  return (
    <Page title={t(say.accounts)}>
      {me?.role === 'organiser' && <NgoList />}
      {me && <AccountList me={me} />}
      <OwnPassword />
    </Page>
  )
}
