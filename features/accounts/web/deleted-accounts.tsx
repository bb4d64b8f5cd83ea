import { useQuery } from '@tanstack/react-query'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Moment } from '#kit/web/time.tsx'
import { DeletedList } from '#kit/web/ui/deleted-list.tsx'
import { accounts } from '../contract.ts'
import { say } from '../copy.ts'
import type { County } from './access-fields.tsx'
import { AccessLabel } from './access-label.tsx'
import { useRestoring } from './use-deleting.tsx'

/** Accounts deleted within a day, to be restored. */
export function DeletedAccounts({ counties }: { counties: readonly County[] }) {
  const { data } = useQuery(read(accounts.listDeleted, {}))
  return (
    <DeletedList
      title={t(say.deletedAccounts)}
      about={t(say.deletedAccountsAbout)}
      items={data}
      nameOf={({ account }) => account}
      detailsOf={(one) => (
        <>
          {one.ngo} · <AccessLabel account={one} counties={counties} /> ·{' '}
          <Moment at={one.deletedAt} />
        </>
      )}
      onRestore={useRestoring()}
    />
  )
}
