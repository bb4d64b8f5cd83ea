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

/** The accounts and organisations, with the counties that accounts can be limited to. */
export function AccountsPage({ counties }: { counties: readonly County[] }) {
  const me = useQuery(read(session.me, {})).data
  const setsUp = me?.rights.includes('set-up') === true
  const { data, failureReason } = useQuery({ ...read(accounts.listNgos, {}), enabled: setsUp })
  // Avoid layout shift under a button the user is about to press: draw nothing below a list until its length
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
