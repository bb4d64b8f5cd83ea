import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Moment } from '#kit/web/time.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { Table } from '#kit/web/ui/table/table.tsx'
import { accounts, type DeletedAccount } from '../contract.ts'
import { say } from '../copy.ts'
import type { County } from './access-fields.tsx'
import { AccessLabel } from './access-label.tsx'
import { useRestoring } from './use-deleting.tsx'

/** Accounts deleted within a day, to be restored; nothing where there are none. */
export function DeletedAccounts({ counties }: { counties: readonly County[] }) {
  const { data = [] } = useQuery(read(accounts.listDeleted, {}))
  const restore = useRestoring()
  if (data.length === 0) return null
  const bringBack = (account: DeletedAccount) => (
    <Button
      size="small"
      onPress={() => void restore(account)}
      aria-label={t(say.bringBackOf, { name: account.account })}
    >
      {t(say.bringBack)}
    </Button>
  )
  return (
    <Card title={t(say.deletedAccounts)} about={t(say.deletedAccountsAbout)}>
      <Table
        label={t(say.deletedAccounts)}
        columns={columnsOf(counties, bringBack)}
        rows={data}
        keyOf={({ id }) => String(id)}
        nameOf={({ account }) => account}
        empty={null}
        card={(account) => (
          <RowCard title={account.account} actions={bringBack(account)}>
            <span>{account.ngo}</span>
            <AccessLabel account={account} counties={counties} />
            <Moment at={account.deletedAt} />
          </RowCard>
        )}
      />
    </Card>
  )
}

const columnsOf = (
  counties: readonly County[],
  bringBack: (account: DeletedAccount) => ReactNode,
): Column<DeletedAccount>[] => [
  {
    id: 'account',
    title: t(say.account),
    cell: ({ account }) => (
      <span title={account} className="font-strong">
        {account}
      </span>
    ),
  },
  { id: 'ngo', title: t(say.organisation), cell: ({ ngo }) => ngo },
  {
    id: 'role',
    title: t(say.role),
    width: '16rem',
    isMinor: true,
    cell: (account) => <AccessLabel account={account} counties={counties} />,
  },
  { id: 'deleted', title: t(say.deletedAt), cell: ({ deletedAt }) => <Moment at={deletedAt} /> },
  {
    id: 'actions',
    title: t(say.actions),
    width: '11rem',
    align: 'end',
    isTitleHidden: true,
    cell: bringBack,
  },
]
