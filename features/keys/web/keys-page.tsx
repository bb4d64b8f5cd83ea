import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { County } from '#features/accounts/web/access-fields.tsx'
import { AccessLabel } from '#features/accounts/web/access-label.tsx'
import { session } from '#features/session/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Ago, useMoment } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type NewSecret, SecretWindow } from '#kit/web/ui/overlay/secret-window.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { type AccessKey, keys } from '../contract.ts'
import { say } from '../copy.ts'
import { NewKey } from './new-key.tsx'
import { useRevoking } from './use-revoking.tsx'

/** The access keys of programs. */
export function KeysPage({ counties }: { counties: readonly County[] }) {
  const me = useQuery(read(session.me, {})).data
  const list = useQuery(read(keys.list, {}))
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<NewSecret>()
  const { revoke, dialog } = useRevoking()
  const acts = { counties, onRevoke: (key: AccessKey) => void revoke(key) }
  return (
    <Page
      title={t(say.title)}
      actions={
        <Button look="primary" isDisabled={!me} onPress={() => setAdding(true)}>
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
          columns={columnsOf(acts)}
          keyOf={({ id }) => String(id)}
          nameOf={({ name }) => name}
          empty={<EmptyState icon="key" title={t(say.none)} />}
          card={(key) => <KeyCard accessKey={key} {...acts} />}
        />
      </Card>
      {isAdding && me && (
        <NewKey me={me} counties={counties} onMade={setMade} onClose={() => setAdding(false)} />
      )}
      {made && (
        <SecretWindow {...made} onClose={() => setMade(undefined)}>
          {t(say.made)}
        </SecretWindow>
      )}
      {dialog}
    </Page>
  )
}

type Acts = {
  readonly counties: readonly County[]
  readonly onRevoke: (key: AccessKey) => void
}

const columnsOf = ({ counties, onRevoke }: Acts): Column<AccessKey>[] => [
  {
    id: 'name',
    title: t(say.name),
    cell: (key) => (
      <span className="grid min-w-0">
        <span className="font-strong wrap-anywhere">{key.name}</span>
        <span className="text-small text-muted">{key.ngo}</span>
      </span>
    ),
  },
  {
    id: 'access',
    title: t(say.access),
    cell: (key) => <Access accessKey={key} counties={counties} />,
  },
  {
    id: 'made',
    title: t(say.madeBy),
    isMinor: true,
    cell: ({ madeBy }) => madeBy ?? t(say.deletedAccount),
  },
  { id: 'used', title: t(say.used), cell: (key) => <Used accessKey={key} /> },
  { id: 'state', title: t(say.state), cell: (key) => <State accessKey={key} /> },
  actionsColumn('8rem', (key) => <Revoke accessKey={key} onRevoke={onRevoke} />),
]

const KeyCard = ({ accessKey, counties, onRevoke }: Acts & { accessKey: AccessKey }) => (
  <RowCard title={accessKey.name} actions={<Revoke accessKey={accessKey} onRevoke={onRevoke} />}>
    <span>{accessKey.ngo}</span>
    <Access accessKey={accessKey} counties={counties} />
    <Used accessKey={accessKey} />
    <State accessKey={accessKey} />
  </RowCard>
)

type Shown = { readonly accessKey: AccessKey }

const Access = ({ accessKey, counties }: Shown & Pick<Acts, 'counties'>) => (
  <span className="grid min-w-0">
    <AccessLabel account={accessKey} counties={counties} />
    {accessKey.isReadOnly && <span className="text-small">{t(say.isReadOnly)}</span>}
  </span>
)

function Used({ accessKey: { usedAt, usedFrom } }: Shown) {
  if (!usedAt) return <span className="text-muted">{t(say.neverUsed)}</span>
  return (
    <span className="grid min-w-0">
      <Ago at={usedAt} />
      {usedFrom && (
        <span className="text-small text-muted">{t(say.usedFrom, { network: usedFrom })}</span>
      )}
    </span>
  )
}

const stateWords = {
  working: say.working,
  expired: say.expired,
  revoked: say.revoked,
  stopped: say.stopped,
} as const

function State({ accessKey: { state, expiresAt } }: Shown) {
  const time = useMoment()(expiresAt)
  return (
    <span
      title={state === 'stopped' ? t(say.stoppedAbout) : undefined}
      className="grid justify-items-start"
    >
      <Badge tone={state === 'working' ? 'done' : 'plain'}>{t(stateWords[state])}</Badge>
      {state === 'working' && (
        <span className="text-small text-muted">{t(say.until, { time })}</span>
      )}
    </span>
  )
}

const Revoke = ({ accessKey, onRevoke }: Shown & Pick<Acts, 'onRevoke'>) =>
  accessKey.state === 'working' && (
    <Button
      size="small"
      aria-label={t(say.revokeOf, { name: accessKey.name })}
      onPress={() => onRevoke(accessKey)}
    >
      {t(say.revoke)}
    </Button>
  )
