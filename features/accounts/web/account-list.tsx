import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#features/session/contract.ts'
import { read, useWrite } from '#kit/web/api.ts'
import { t } from '#kit/web/language.ts'
import { told } from '#kit/web/told.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import type { Column } from '#kit/web/ui/columns.ts'
import { useConfirm } from '#kit/web/ui/confirm.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Item, RowActions } from '#kit/web/ui/menu.tsx'
import { RowCard } from '#kit/web/ui/row-card.tsx'
import { Failed, Nothing } from '#kit/web/ui/states.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { toast } from '#kit/web/ui/toasts.ts'
import { type Account, accounts } from '../contract.ts'
import { say } from '../copy.ts'
import { AddAccount, SetEmail, SetPassword } from './account-forms.tsx'

type Window = { readonly kind: 'email' | 'password'; readonly account: Account }

/** Those who sign in to the screens; of one's own organisation, or as an organiser everybody. */
export function AccountList({ me }: { me: Me }) {
  const { data, failureReason, refetch } = useQuery(read(accounts.list, {}))
  const [isAdding, setAdding] = useState(false)
  const [window, setWindow] = useState<Window>()
  const close = () => setWindow(undefined)
  const { remove, dialog } = useDeleting()
  const acts = { me, onOpen: setWindow, onDelete: remove }
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
      {!data && failureReason ? (
        <Failed problem={failureReason} retry={() => void refetch()} />
      ) : (
        <Table
          label={t(say.staff)}
          columns={columnsOf(acts)}
          rows={data}
          keyOf={({ id }) => String(id)}
          nameOf={({ account }) => account}
          empty={<Nothing icon="person" title={t(say.noAccounts)} />}
          card={(account) => <AccountCard account={account} {...acts} />}
        />
      )}
      {isAdding && <AddAccount me={me} onClose={() => setAdding(false)} />}
      {window?.kind === 'email' && <SetEmail account={window.account} onClose={close} />}
      {window?.kind === 'password' && <SetPassword account={window.account} onClose={close} />}
      {dialog}
    </Card>
  )
}

type Acts = {
  readonly me: Me
  readonly onOpen: (window: Window) => void
  readonly onDelete: (account: Account) => Promise<void>
}

const columnsOf = (acts: Acts): Column<Account>[] => [
  {
    id: 'account',
    title: t(say.account),
    cell: (account) => <Name account={account} me={acts.me} />,
  },
  { id: 'ngo', title: t(say.organisation), cell: ({ ngo }) => ngo },
  { id: 'role', title: t(say.role), width: '10rem', isMinor: true, cell: roleOf },
  { id: 'email', title: t(say.email), cell: ({ email }) => email ?? '–' },
  {
    id: 'actions',
    title: t(say.actions),
    width: '11rem',
    align: 'end',
    isTitleHidden: true,
    cell: (account) => <Actions account={account} {...acts} />,
  },
]

const roleOf = ({ role }: Account) => t(role === 'organiser' ? say.organiser : say.administrator)

function AccountCard({ account, ...acts }: Acts & { account: Account }) {
  return (
    <RowCard
      title={<Name account={account} me={acts.me} />}
      actions={<Actions account={account} {...acts} />}
    >
      <span>{account.ngo}</span>
      <span>{roleOf(account)}</span>
      {account.email && <span className="wrap-anywhere">{account.email}</span>}
    </RowCard>
  )
}

function Name({ account: { account }, me }: { account: Account; me: Me }) {
  return (
    <span className="flex items-center gap-2">
      <span className="font-strong">{account}</span>
      {account === me.account && <Badge>{t(say.you)}</Badge>}
    </span>
  )
}

/** One's own password is changed below, with the old one. */
function Actions({ account, me, onOpen, onDelete }: Acts & { account: Account }) {
  const name = account.account
  const isOwn = name === me.account
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
      <Item id="email" icon="pencil" onAction={() => onOpen({ kind: 'email', account })}>
        {t(say.setEmail)}
      </Item>
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

function useDeleting() {
  const { ask, dialog } = useConfirm()
  const write = useWrite(accounts.remove, { touches: [accounts.list, accounts.listNgos] })
  const remove = async ({ id, account: name }: Account) => {
    const isSure = await ask({
      title: t(say.deleteTitle, { name }),
      message: t(say.deleteConfirmation),
      confirm: t(say.delete),
      isDeletion: true,
    })
    if (!isSure) return
    await told(async () => {
      await write.mutateAsync({ params: { id } })
      toast.warning({ title: t(say.success), text: t(say.accountDeleted, { name }) })
    })
  }
  return { remove, dialog }
}
