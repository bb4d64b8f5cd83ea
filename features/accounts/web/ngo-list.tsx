import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newest } from '#kit/web/edit/editing.ts'
import { locale, t } from '#kit/web/language.ts'
import { read, useWrite } from '#kit/web/read/api.ts'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { toast } from '#kit/web/ui/feedback/toasts.ts'
import { Icon } from '#kit/web/ui/icon.tsx'
import { useConfirm } from '#kit/web/ui/overlay/confirm.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { accounts, type Ngo } from '../contract.ts'
import { say } from '../copy.ts'
import { AddNgo, EditNgo } from './ngo-form.tsx'

/** The organisations that observe, the organiser's own first. */
export function NgoList() {
  const list = useQuery(read(accounts.listNgos, {}))
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Ngo>()
  const { toggle, dialog } = useSwitching()
  const acts = { onEdit: setEditing, onToggle: toggle }
  return (
    <Card
      title={t(say.organisations)}
      actions={
        <Button onPress={() => setAdding(true)}>
          <Icon name="plus" />
          {t(say.addOrganisation)}
        </Button>
      }
    >
      <ListTable
        list={list}
        label={t(say.organisations)}
        columns={columnsOf(acts)}
        keyOf={({ id }) => String(id)}
        nameOf={({ name }) => name}
        empty={<EmptyState icon="person" title={t(say.noOrganisations)} />}
        card={(ngo) => <NgoCard ngo={ngo} {...acts} />}
      />
      {isAdding && <AddNgo onClose={() => setAdding(false)} />}
      {editing && (
        <EditNgo ngo={newest(list.data, editing)} onClose={() => setEditing(undefined)} />
      )}
      {dialog}
    </Card>
  )
}

type NgoActions = {
  readonly onEdit: (ngo: Ngo) => void
  readonly onToggle: (ngo: Ngo) => Promise<unknown>
}

const columnsOf = (acts: NgoActions): Column<Ngo>[] => [
  { id: 'name', title: t(say.name), cell: (ngo) => <Name ngo={ngo} /> },
  {
    id: 'short',
    title: t(say.shortName),
    width: '8rem',
    isMinor: true,
    cell: ({ shortName }) => shortName,
  },
  {
    id: 'observers',
    title: t(say.observers),
    width: '8rem',
    align: 'end',
    cell: ({ observers }) => observers.toLocaleString(locale),
  },
  {
    id: 'accounts',
    title: t(say.accountCount),
    width: '7rem',
    align: 'end',
    cell: (ngo) => ngo.accounts.toLocaleString(locale),
  },
  actionsColumn('9rem', (ngo) => <Actions ngo={ngo} {...acts} />),
]

function NgoCard({ ngo, ...acts }: NgoActions & { ngo: Ngo }) {
  return (
    <div className="flex items-center justify-between gap-3 py-1">
      <div className="min-w-0">
        <Name ngo={ngo} />
        <p className="text-small text-muted">
          {t(say.observers)}: {ngo.observers.toLocaleString(locale)} · {t(say.accountCount)}:{' '}
          {ngo.accounts.toLocaleString(locale)}
        </p>
      </div>
      <Actions ngo={ngo} {...acts} />
    </div>
  )
}

function Name({ ngo: { name, isOrganiser, isActive } }: { ngo: Ngo }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="font-strong">{name}</span>
      {isOrganiser && <Badge tone="ours">{t(say.organiser)}</Badge>}
      {!isActive && <Badge>{t(say.inactive)}</Badge>}
    </span>
  )
}

function Actions({ ngo, onEdit, onToggle }: NgoActions & { ngo: Ngo }) {
  const edit = (
    <Button size="small" aria-label={t(say.editOf, { name: ngo.name })} onPress={() => onEdit(ngo)}>
      {t(say.edit)}
    </Button>
  )
  // No account could switch it on again.
  if (ngo.isOrganiser) return edit
  return (
    <RowActions name={ngo.name} main={edit}>
      <Item id="toggle" isDanger={ngo.isActive} onAction={() => void onToggle(ngo)}>
        {t(ngo.isActive ? say.switchOff : say.switchOn)}
      </Item>
    </RowActions>
  )
}

/** The organisation to switch, with the revision in its row. */
type Began = Pick<Ngo, 'id' | 'name' | 'revision'>

/** Switching off signs people out, so it has to be confirmed; switching on undoes it. */
function useSwitching() {
  const { ask, dialog } = useConfirm()
  const edit = useWrite(accounts.editNgo, { touches: [accounts.listNgos] })
  const turn = ({ id, revision }: Began, isActive: boolean) =>
    edit.mutateAsync({ params: { id }, body: { isActive, revision } })

  const switchOn = (ngo: Began) =>
    tryWithToast(async () => {
      await turn(ngo, true)
      toast.success({ text: t(say.switchedOn, { name: ngo.name }) })
    })
  const switchOff = async (ngo: Ngo) => {
    const isSure = await ask({
      title: t(say.switchOffTitle, { name: ngo.name }),
      message: t(say.isActiveAbout),
      confirm: t(say.switchOff),
      isDeletion: true,
    })
    if (!isSure) return
    await tryWithToast(async () => {
      const { revision } = await turn(ngo, false)
      toast.warning({
        text: t(say.switchedOff, { name: ngo.name }),
        undo: () => switchOn({ ...ngo, revision }),
      })
    })
  }
  return { toggle: (ngo: Ngo) => (ngo.isActive ? switchOff(ngo) : switchOn(ngo)), dialog }
}
