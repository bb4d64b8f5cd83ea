import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useElectionId } from '#features/elections/web/use-election.ts'
import { useMay } from '#features/session/web/may.tsx'
import { readAccountStorage, writeAccountStorage } from '#kit/web/account-storage.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { withRows } from '#kit/web/ui/table/selection.ts'
import { useSelection } from '#kit/web/ui/table/use-selection.ts'
import { observers } from '../../contract.ts'
import { say } from '../../copy.ts'
import { SharingNote } from '../profile/sharing-note.tsx'
import { ListActions } from './list-actions.tsx'
import { isNarrowed, orderedBy, sortOf, useListSearch } from './list-search.ts'
import { ListTools } from './list-tools.tsx'
import { NoObservers } from './no-observers.tsx'
import { ObserverCard } from './observer-card.tsx'
import { observerColumns } from './observer-columns.tsx'
import { SelectedObservers } from './selected-observers.tsx'
import { useActs } from './use-acts.tsx'
import { useObservers, useSeesEveryNgo } from './use-observers.ts'
import type { View } from './view-switch.tsx'

/** The observers of an election, or the deleted ones: the lists do not share a selection. */
export function ObserversPage() {
  const { isTrash } = useListSearch()
  const electionId = useElectionId()
  const [met, setMet] = useState({ electionId, changes: 0 })
  // The election may become known after the first letter has been typed: that starts no other list.
  if (electionId !== undefined && electionId !== met.electionId)
    setMet({ electionId, changes: met.changes + (met.electionId === undefined ? 0 : 1) })
  return <ObserverList key={`${met.changes} ${isTrash}`} />
}

function ObserverList() {
  const { isTrash } = useListSearch()
  const list = useObservers()
  const [chosen, setChosen] = useState<View>()
  const view = chosen ?? (readAccountStorage('observers-view') === 'cards' ? 'cards' : 'list')
  const show = (next: View) => {
    writeAccountStorage('observers-view', next)
    setChosen(next)
  }
  const title = t(isTrash ? say.deletedObservers : say.observers)
  return (
    <Page
      isFilled
      title={title}
      count={<Count found={list.data?.totalItems} />}
      {...(isTrash && { back: <Link to="/observatori">{t(say.backToObservers)}</Link> })}
      actions={
        <>
          {list.failureReason && (
            <IconButton
              icon="refresh"
              label={t(say.refresh)}
              onPress={() => void list.refetch()}
              className="text-alarm"
            />
          )}
          {!isTrash && <ListActions />}
        </>
      }
      filters={
        <>
          <SharingNote />
          <ListTools view={view} onView={show} />
        </>
      }
    >
      <Rows isCards={view === 'cards'} />
    </Page>
  )
}

/** The total, and how many match the filters. */
function Count({ found }: { found: number | undefined }) {
  const { search, isTrash } = useListSearch()
  const all = useQuery(read(observers.count, {})).data
  const total = isTrash ? undefined : all
  return (
    <>
      {total !== undefined && t(say.total, { count: total })}
      {found !== undefined && (isTrash || isNarrowed(search)) && (
        <span className={total === undefined ? '' : 'ms-3'}>{t(say.found, { count: found })}</span>
      )}
    </>
  )
}

function Rows({ isCards }: { isCards: boolean }) {
  const { search, go, isTrash } = useListSearch()
  const seesEveryNgo = useSeesEveryNgo()
  const may = { change: useMay('observers') === true, notify: useMay('message') === true }
  const list = useObservers()
  const [selection, setSelection] = useSelection(
    JSON.stringify([search.name, search.phone, search.sharing, search.cannotSignIn]),
    // All of one list are not all of another.
    ({ kind }) => kind === 'these',
  )
  const { acts, windows } = useActs(list.data?.data, (gone) =>
    setSelection(withRows(selection, [String(gone.id)], false)),
  )
  // Rows are selectable only if there are actions for them.
  const isActedOn = may.change || (may.notify && !isTrash)
  const shown = { seesEveryNgo, isTrash, may, acts }

  return (
    <>
      <ListTable
        list={list}
        layout="page"
        label={t(isTrash ? say.deletedObservers : say.observers)}
        columns={observerColumns(shown)}
        keyOf={({ id }) => String(id)}
        nameOf={({ name }) => name}
        empty={<NoObservers />}
        sorting={{ sort: sortOf(search), onSort: (sort) => go(orderedBy(sort)) }}
        {...(isActedOn && { selecting: { selection, onSelect: setSelection } })}
        card={(observer) => <ObserverCard observer={observer} {...shown} />}
        isCards={isCards}
      />
      <SelectedObservers
        selection={selection}
        onSelect={setSelection}
        total={list.data?.totalItems ?? 0}
        may={may}
      />
      {windows}
    </>
  )
}
