import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#features/session/contract.ts'
import { Locked } from '#features/session/web/locked.tsx'
import { newest } from '#kit/web/edit/editing.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { type Account, accounts } from '../contract.ts'
import { say } from '../copy.ts'
import type { County } from './access-fields.tsx'
import { AccessLabel } from './access-label.tsx'
import { AddAccount, SetEmail } from './account-forms.tsx'
import { useInviting } from './inviting.tsx'
import { SetPassword } from './set-password.tsx'
import { SetRole } from './set-role.tsx'
import { useTakingFactors } from './taking-factors.tsx'
import { useDeleting } from './use-deleting.tsx'
import { useUnlocking } from './use-unlocking.ts'

type Window = { readonly kind: 'email' | 'password' | 'role'; readonly account: Account }

/** The accounts of staff; of the user's organisation, or for organisers of all. */
export function AccountList({ me, counties }: { me: Me; counties: readonly County[] }) {
  const list = useQuery(read(accounts.list, {}))
  const [isAdding, setAdding] = useState(false)
  const [window, setWindow] = useState<Window>()
  const close = () => setWindow(undefined)
  const { remove, dialog } = useDeleting()
  const { invite, link } = useInviting()
  const { takeFactors, dialog: takingFactors } = useTakingFactors()
  const acts = {
    me,
    counties,
    onOpen: setWindow,
    onInvite: invite,
    onUnlock: useUnlocking(),
    onTakeFactors: takeFactors,
    onDelete: remove,
  }
  return (
    <Card
      title={t(say.staff)}
      actions={
        <Button look="primary" onPress={() => setAdding(true)}>
          <Icon name="plus" />
          {t(say.addAccount)}
        </Button>
      }
    >
      <ListTable
        list={list}
        label={t(say.staff)}
        columns={columnsOf(acts)}
        keyOf={({ id }) => String(id)}
        nameOf={({ account }) => account}
        empty={<EmptyState icon="person" title={t(say.noAccounts)} />}
        card={(account) => <AccountCard account={account} {...acts} />}
      />
      {isAdding && (
        <AddAccount
          me={me}
          counties={counties}
          onInvite={(added) => void invite(added)}
          onClose={() => setAdding(false)}
        />
      )}
      {window?.kind === 'email' && (
        <SetEmail account={newest(list.data, window.account)} onClose={close} />
      )}
      {window?.kind === 'password' && (
        <SetPassword account={newest(list.data, window.account)} onClose={close} />
      )}
      {window?.kind === 'role' && (
        <SetRole
          account={newest(list.data, window.account)}
          me={me}
          counties={counties}
          onClose={close}
        />
      )}
      {dialog}
      {takingFactors}
      {link}
    </Card>
  )
}

type AccountActions = {
  readonly me: Me
  readonly counties: readonly County[]
  readonly onOpen: (window: Window) => void
  readonly onInvite: (account: Account) => Promise<unknown>
  readonly onUnlock: (account: Account) => Promise<unknown>
  readonly onTakeFactors: (account: Account) => Promise<void>
  readonly onDelete: (account: Account) => Promise<void>
}

const columnsOf = (acts: AccountActions): Column<Account>[] => [
  {
    id: 'account',
    title: t(say.account),
    cell: (account) => <Name account={account} me={acts.me} />,
  },
  { id: 'ngo', title: t(say.organisation), cell: ({ ngo }) => ngo },
  {
    id: 'role',
    title: t(say.role),
    width: '16rem',
    isMinor: true,
    cell: (account) => <AccessLabel account={account} {...acts} />,
  },
  { id: 'email', title: t(say.email), cell: ({ email }) => email ?? '–' },
  actionsColumn('11rem', (account) => <Actions account={account} {...acts} />),
]

function AccountCard({ account, ...acts }: AccountActions & { account: Account }) {
  return (
    <RowCard
      title={<Name account={account} me={acts.me} />}
      actions={<Actions account={account} {...acts} />}
    >
      <span>{account.ngo}</span>
      <AccessLabel account={account} {...acts} />
      {account.email && <span className="wrap-anywhere">{account.email}</span>}
    </RowCard>
  )
}

function Name({ account: { account, lockedUntil }, me }: { account: Account; me: Me }) {
  return (
    <span className="flex items-center gap-2">
      <span className="font-strong">{account}</span>
      {account === me.account && <Badge>{t(say.you)}</Badge>}
      <Locked until={lockedUntil} />
    </span>
  )
}

/** The user's own password is changed below, with the old one. */
function Actions({
  account,
  me,
  onOpen,
  onInvite,
  onUnlock,
  onTakeFactors,
  onDelete,
}: AccountActions & { account: Account }) {
  const name = account.account
  const isOwn = name === me.account
  if (!account.mayChange) return null
  return (
    <RowActions
      name={name}
      main={
        !isOwn && (
          <Button
            size="small"
            onPress={() => onOpen({ kind: 'password', account })}
            aria-label={t(say.setPasswordTitle, { name })}
          >
            {t(say.setPassword)}
          </Button>
        )
      }
    >
      {account.lockedUntil && (
        <Item id="unlock" icon="lock" onAction={() => void onUnlock(account)}>
          {t(say.unlock)}
        </Item>
      )}
      <Item id="email" icon="pencil" onAction={() => onOpen({ kind: 'email', account })}>
        {t(say.setEmail)}
      </Item>
      <Item
        id="role"
        icon="person"
        isDisabled={isOwn}
        onAction={() => onOpen({ kind: 'role', account })}
      >
        {t(say.setRole)}
      </Item>
      {!isOwn && (
        <Item id="invite" icon="send" onAction={() => void onInvite(account)}>
          {t(say.invite)}
        </Item>
      )}
      {account.hasFactors && !isOwn && (
        <Item id="factors" icon="key" onAction={() => void onTakeFactors(account)}>
          {t(say.takeFactors)}
        </Item>
      )}
      <Item
        id="delete"
        icon="trash"
        isDanger
        isDisabled={isOwn}
        onAction={() => void onDelete(account)}
      >
        {t(say.delete)}
      </Item>
    </RowActions>
  )
}
