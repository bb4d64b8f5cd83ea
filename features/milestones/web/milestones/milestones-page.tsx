import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { useMay } from '#features/session/web/may.tsx'
import { newest } from '#kit/web/edit/editing.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { DeletedList } from '#kit/web/ui/deleted-list.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { nothing, type Selection } from '#kit/web/ui/table/selection.ts'
import { SelectionBar } from '#kit/web/ui/table/selection-bar.tsx'
import { type Milestone, milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { useMilestones } from '../deployment/use-deployment.ts'
import { AddMilestone } from './add-milestone.tsx'
import { EditMilestone } from './edit-milestone.tsx'
import { MilestoneCard, milestoneColumns } from './milestone-columns.tsx'
import { useDeleting } from './use-deleting.ts'

export function MilestonesPage({
  Below,
}: {
  /** Sections of later features. */
  Below: ComponentType<{ readonly milestones: readonly Milestone[] }>
}) {
  const list = useMilestones()
  const mayChange = useMay('set-up') === true
  const election = useElectionDay()
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Milestone>()
  const { remove, restore } = useDeleting()
  const [selection, setSelection] = useState<Selection>(nothing)
  const { data } = list
  const selected = data?.filter(({ id }) => selection.keys.has(String(id))) ?? []
  const acts = mayChange
    ? { edit: setEditing, remove: (one: Milestone) => void remove([one]) }
    : undefined
  const additions = mayChange && (
    <>
      <Link to="/deployment/milestones/copy" className={buttonClass('plain')}>
        <Icon name="copy" />
        <span className="max-xl:sr-only">{t(say.copyTitle)}</span>
      </Link>
      <Button look="primary" isDisabled={!election} onPress={() => setAdding(true)}>
        <Icon name="plus" />
        {t(say.add)}
      </Button>
    </>
  )
  return (
    <>
      <Page
        isFilled
        title={t(say.milestones)}
        count={data && t(say.milestoneCount, { count: data.length })}
        actions={additions}
      >
        <ListTable
          list={list}
          layout="page"
          label={t(say.milestones)}
          columns={milestoneColumns(acts)}
          keyOf={({ id }) => String(id)}
          nameOf={({ name }) => name}
          {...(mayChange && { selecting: { selection, onSelect: setSelection } })}
          card={(one) => <MilestoneCard of={one} acts={acts} />}
          empty={
            <EmptyState icon="clock" title={t(say.noMilestones)}>
              {t(say.noMilestonesWhy)}
            </EmptyState>
          }
        />
        <SelectionBar
          selection={selection}
          onSelect={setSelection}
          count={selected.length}
          text={t(say.selectedMilestones, { count: selected.length })}
        >
          <Button
            onPress={() => {
              void remove(selected)
              setSelection(nothing)
            }}
          >
            <Icon name="trash" className="text-alarm" />
            {t(say.delete)}
          </Button>
        </SelectionBar>
        {data && <Below milestones={data} />}
        {mayChange && <DeletedMilestones onRestore={restore} />}
      </Page>
      {isAdding && election && <AddMilestone day={election.day} onClose={() => setAdding(false)} />}
      {editing && election && (
        <EditMilestone
          milestone={newest(data, editing)}
          election={election}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}

const DeletedMilestones = ({
  onRestore,
}: {
  onRestore: ReturnType<typeof useDeleting>['restore']
}) => (
  <DeletedList
    title={t(say.deletedMilestones)}
    items={useQuery(read(milestones.listDeleted, {})).data}
    nameOf={({ name }) => name}
    onRestore={onRestore}
    className="m-4 sm:mx-6"
  />
)
