import { useQuery } from '@tanstack/react-query'
import { FactorRule } from '#features/factors/web/factor-rule.tsx'
import { session } from '#features/session/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Page } from '#kit/web/ui/page.tsx'
import { accounts } from '../contract.ts'
import { say } from '../copy.ts'
import type { County } from './access-fields.tsx'
import { AccountList } from './account-list.tsx'
import { DeletedAccounts } from './deleted-accounts.tsx'
import { NgoList } from './ngo-list.tsx'
import { RoleTable } from './role-table.tsx'

/** Who may sign in to the screens, for whom, and with which rights; and the counties to limit them to. */
export function AccountsPage({ counties }: { counties: readonly County[] }) {
  const me = useQuery(read(session.me, {})).data
  const setsUp = me?.rights.includes('set-up') === true
  const { data, failureReason } = useQuery({ ...read(accounts.listNgos, {}), enabled: setsUp })
  // A button that somebody is about to press must not move: nothing is drawn below a list before its length
  // is known.
  const isAbove = me && (!setsUp || data !== undefined || failureReason !== null)
  return (
    <Page title={t(say.accounts)}>
      {setsUp && <NgoList />}
      {isAbove && (
        <>
          <AccountList me={me} counties={counties} />
          <DeletedAccounts counties={counties} />
          {setsUp && <FactorRule />}
          <RoleTable />
        </>
      )}
    </Page>
  )
}
