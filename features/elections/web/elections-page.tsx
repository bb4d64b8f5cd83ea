import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newest } from '#kit/web/edit/editing.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { DeletedList } from '#kit/web/ui/deleted-list.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { elections, type ListedElection } from '../contract.ts'
import { say } from '../copy.ts'
import { dayOf, ElectionCard, electionColumns } from './election-columns.tsx'
import { AddElection, EditElection } from './election-forms.tsx'
import { StartForReal } from './ending-window.tsx'
import { useElectionActs } from './use-election-acts.tsx'

/** Every election of this installation: the current, the prepared and the archived ones. */
export function ElectionsPage() {
  const list = useQuery(read(elections.list, { query: {} }))
  const { data } = list
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<ListedElection>()
  const readAll = async () => (await list.refetch()).data ?? []
  const { dialog, ...acts } = useElectionActs(readAll)
  const [starting, setStarting] = useState<ListedElection>()
  const all = { ...acts, edit: setEditing, start: setStarting }
  return (
    <Page
      title={t(say.elections)}
      count={data && t(say.total, { count: data.length })}
      // Users who may not read the list may not add to it either.
      actions={
        data && (
          <Button look="primary" onPress={() => setAdding(true)}>
            <Icon name="plus" />
            {t(say.add)}
          </Button>
        )
      }
    >
      <div className="rounded-md border border-line bg-surface">
        <ListTable
          list={list}
          label={t(say.elections)}
          columns={electionColumns(all)}
          keyOf={({ id }) => String(id)}
          nameOf={({ name }) => name}
          empty={<EmptyState icon="list" title={t(say.noElections)} />}
          card={(election) => <ElectionCard election={election} {...all} />}
        />
      </div>
      <DeletedList
        title={t(say.deleted)}
        items={useQuery(read(elections.list, { query: { deleted: true } })).data}
        nameOf={({ name }) => name}
        detailsOf={dayOf}
        onRestore={acts.bringBack}
      />
      {isAdding && <AddElection known={data ?? []} onClose={() => setAdding(false)} />}
      {editing && (
        <EditElection election={newest(data, editing)} onClose={() => setEditing(undefined)} />
      )}
      {starting && <StartForReal election={starting} onClose={() => setStarting(undefined)} />}
      {dialog}
    </Page>
  )
}
