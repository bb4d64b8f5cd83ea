import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWritingTo } from '#features/observers/web/list/use-writing-to.ts'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { Phone } from '#features/observers/web/phone.tsx'
import { May, useMay } from '#features/session/web/may.tsx'
import { mostOnPage } from '#kit/contract/page.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { language, t } from '#kit/web/language.ts'
import { call, read } from '#kit/web/read/api.ts'
import { Ago } from '#kit/web/time.tsx'
import { tryWithToast } from '#kit/web/try-with-toast.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { LastPage, Pagination } from '#kit/web/ui/table/pagination.tsx'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { Table } from '#kit/web/ui/table/table.tsx'
import { assignments, type Unassigned } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useElectionDay } from '../moments.ts'
import { AddAssignment } from './assignment-forms.tsx'
import { FilesOf } from './files-of.tsx'
import { usePlanSearch } from './plan-search.ts'

const pageSize = 20

export const unassignedAnchor = 'unassigned'

/** A page of those whom the plan sends nowhere. */
export function useUnassigned() {
  const { search } = usePlanSearch()
  const query = { page: search.unassignedPage ?? 1, pageSize }
  return useQuery({
    ...read(assignments.unassigned, { query }),
    placeholderData: keepPreviousData,
  })
}

/** Observers without a station, each to be added to the plan; nothing where everybody has one. */
export function UnassignedList() {
  const { search, go } = usePlanSearch()
  const list = useUnassigned()
  const election = useElectionDay()
  const [adding, setAdding] = useState<Unassigned>()
  const onAdd = useMay('observers') === true ? setAdding : undefined
  const { data } = list
  if (!data || data.totalItems === 0) return null
  return (
    <Card
      title={t(say.unassigned)}
      about={t(say.unassignedAbout)}
      anchor={unassignedAnchor}
      actions={<ForAll />}
    >
      {/* Whoever was on the last page may have been planned meanwhile. */}
      <LastPage of={list.isPlaceholderData ? undefined : data} param="unassignedPage" />
      <Table
        label={t(say.unassigned)}
        columns={columnsOf(onAdd)}
        rows={data.data}
        keyOf={({ observerId }) => String(observerId)}
        nameOf={({ observerName }) => observerName}
        isLoading={list.isPlaceholderData}
        card={(one) => (
          <RowCard title={linkOf(one)} actions={onAdd && <Add one={one} onAdd={onAdd} />}>
            <Phone phone={one.observerPhone} />
            <span>{one.ngo}</span>
            <LastSeen at={one.lastSeen} />
          </RowCard>
        )}
        empty={null}
        className="-mx-4 overflow-auto [--edge:16px]"
      />
      {data.totalPages > 1 && (
        <Pagination
          {...data}
          onChange={({ page }) => go({ page: search.page, unassignedPage: page })}
        />
      )}
      {adding && election && (
        <AddAssignment
          day={election.day}
          observer={{ id: adding.observerId, name: adding.observerName }}
          onClose={() => setAdding(undefined)}
        />
      )}
    </Card>
  )
}

/** What is done about all of them: a message, a file. */
function ForAll() {
  const writeTo = useWritingTo()
  const [isPending, setPending] = useState(false)
  const write = async () => {
    setPending(true)
    await tryWithToast(async () => writeTo(await allUnassigned()))
    setPending(false)
  }
  return (
    <>
      <May to="message">
        <Button isPending={isPending} onPress={() => void write()}>
          <Icon name="send" />
          {t(say.writeToAll)}
        </Button>
      </May>
      <May to="export">
        <FilesOf
          label={t(say.exportUnassigned)}
          take={(start, format) =>
            start(assignments.exportUnassigned, { query: { format, language } })
          }
        />
      </May>
    </>
  )
}

/** All of them, also those on pages that were never shown. */
async function allUnassigned(): Promise<Id<'observers'>[]> {
  const ids: Id<'observers'>[] = []
  for (let page = 1, last = 1; page <= last; page++) {
    const query = { page, pageSize: mostOnPage }
    const { data, totalPages } = await call(assignments.unassigned, { query })
    ids.push(...data.map(({ observerId }) => observerId))
    last = totalPages
  }
  return ids
}

const linkOf = ({ observerId, observerName }: Unassigned) => (
  <ObserverLink id={observerId} name={observerName} />
)

type OnAdd = (one: Unassigned) => void

const columnsOf = (onAdd: OnAdd | undefined): readonly Column<Unassigned>[] => [
  { id: 'name', title: t(say.observer), cell: linkOf },
  {
    id: 'phone',
    title: t(say.phone),
    width: '9rem',
    cell: ({ observerPhone }) => <Phone phone={observerPhone} />,
  },
  { id: 'ngo', title: t(say.ngo), width: '12rem', isMinor: true, cell: ({ ngo }) => ngo },
  {
    id: 'lastSeen',
    title: t(say.lastSeen),
    width: '9rem',
    cell: ({ lastSeen }) => <LastSeen at={lastSeen} />,
  },
  ...(onAdd
    ? [
        {
          id: 'actions',
          title: t(say.actions),
          isTitleHidden: true,
          width: '10rem',
          align: 'end' as const,
          cell: (one: Unassigned) => <Add one={one} onAdd={onAdd} />,
        },
      ]
    : []),
]

const LastSeen = ({ at }: { at: Date | null }) =>
  at ? <Ago at={at} /> : <span className="text-muted">{t(say.nothingSent)}</span>

const Add = ({ one, onAdd }: { one: Unassigned; onAdd: OnAdd }) => (
  <Button
    size="small"
    aria-label={t(say.addOf, { name: one.observerName })}
    onPress={() => onAdd(one)}
  >
    {t(say.add)}
  </Button>
)
