import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { County } from '#features/accounts/web/access-fields.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { type NewSecret, SecretWindow } from '#kit/web/ui/overlay/secret-window.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { type Hook, hooks } from '../contract.ts'
import { say } from '../copy.ts'
import { HookEvents, HookState } from './hook-cells.tsx'
import { HookLog } from './hook-log.tsx'
import { NewHook } from './new-hook.tsx'
import { type HookActs, useHookActs } from './use-hook-acts.tsx'

/** The web hooks of the election. */
export function HooksPage({ counties }: { counties: readonly County[] }) {
  const list = useQuery(read(hooks.list, {}))
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<NewSecret>()
  const [openId, setOpen] = useState<Hook['id']>()
  // A colleague may delete it meanwhile.
  const open = list.data?.find(({ id }) => id === openId)
  const { dialog, ...acts } = useHookActs(setSecret)
  const shown = { ...acts, onLog: ({ id }: Hook) => setOpen(id) }
  return (
    <Page
      title={t(say.title)}
      actions={
        <Button look="primary" onPress={() => setAdding(true)}>
          <Icon name="plus" />
          {t(say.add)}
        </Button>
      }
    >
      <Card>
        <p className="text-muted">{t(say.about)}</p>
        <ListTable
          list={list}
          label={t(say.title)}
          columns={columnsOf(shown)}
          keyOf={({ id }) => String(id)}
          nameOf={({ address }) => address}
          empty={<EmptyState icon="send" title={t(say.none)} />}
          card={(hook) => <HookCard hook={hook} {...shown} />}
        />
      </Card>
      {isAdding && (
        <NewHook counties={counties} onMade={setSecret} onClose={() => setAdding(false)} />
      )}
      {secret && (
        <SecretWindow {...secret} onClose={() => setSecret(undefined)}>
          {t(say.secretAbout)}
        </SecretWindow>
      )}
      {open && <HookLog hook={open} onClose={() => setOpen(undefined)} />}
      {dialog}
    </Page>
  )
}

type Acts = HookActs & { readonly onLog: (hook: Hook) => void }

const columnsOf = (acts: Acts): Column<Hook>[] => [
  {
    id: 'address',
    title: t(say.address),
    cell: ({ address }) => <span className="font-strong wrap-anywhere">{address}</span>,
  },
  { id: 'kinds', title: t(say.kinds), cell: (hook) => <HookEvents hook={hook} /> },
  { id: 'made', title: t(say.madeBy), isMinor: true, cell: ({ madeBy }) => madeBy },
  { id: 'state', title: t(say.state), cell: (hook) => <HookState hook={hook} /> },
  actionsColumn('10rem', (hook) => <Actions hook={hook} {...acts} />),
]

const HookCard = ({ hook, ...acts }: Acts & { hook: Hook }) => (
  <RowCard
    title={<span className="wrap-anywhere">{hook.address}</span>}
    actions={<Actions hook={hook} {...acts} />}
  >
    <HookEvents hook={hook} />
    <HookState hook={hook} />
  </RowCard>
)

function Actions({
  hook,
  onLog,
  onTest,
  onTurn,
  onRotate,
  onRemove,
}: Acts & { readonly hook: Hook }) {
  const { address, offSince } = hook
  return (
    <RowActions
      name={address}
      main={
        <Button size="small" aria-label={t(say.logOf, { address })} onPress={() => onLog(hook)}>
          {t(say.log)}
        </Button>
      }
    >
      <Item id="test" icon="send" onAction={() => void onTest(hook)}>
        {t(say.test)}
      </Item>
      <Item
        id={offSince ? 'on' : 'off'}
        icon={offSince ? 'check' : 'cross'}
        onAction={() => void onTurn(hook)}
      >
        {t(offSince ? say.turnOn : say.turnOff)}
      </Item>
      <Item id="rotate" icon="key" onAction={() => void onRotate(hook)}>
        {t(say.rotate)}
      </Item>
      <Item id="remove" icon="trash" isDanger onAction={() => void onRemove(hook)}>
        {t(say.remove)}
      </Item>
    </RowActions>
  )
}
