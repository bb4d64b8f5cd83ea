import { useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { ObserverLink } from '#features/observers/web/observer-link.tsx'
import { Phone } from '#features/observers/web/phone.tsx'
import { useMay } from '#features/session/web/may.tsx'
import { useAttempt } from '#kit/web/edit/attempt.ts'
import { newest } from '#kit/web/edit/editing.ts'
import { t } from '#kit/web/language.ts'
import { readAllPages } from '#kit/web/read/all-pages.ts'
import { call } from '#kit/web/read/api.ts'
import { useNow } from '#kit/web/time.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Item, RowActions } from '#kit/web/ui/overlay/menu.tsx'
import { actionsColumn } from '#kit/web/ui/table/actions-column.ts'
import type { Column } from '#kit/web/ui/table/columns.ts'
import { ListTable } from '#kit/web/ui/table/list-table.tsx'
import { RowCard } from '#kit/web/ui/table/row-card.tsx'
import { countSelected, isSelected, nothing, withRows } from '#kit/web/ui/table/selection.ts'
import { SelectionBar } from '#kit/web/ui/table/selection-bar.tsx'
import { useSelection } from '#kit/web/ui/table/use-selection.ts'
import { type Assignment, assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import { ReplaceObserver } from '../replace-observer.tsx'
import { Shift } from '../shift.tsx'
import { StationLink } from '../station-link.tsx'
import { isOn, usePlanActs } from '../use-plan-acts.ts'
import { EditAssignment } from './assignment-forms.tsx'
import { filterOf, isNarrowed, usePlanSearch } from './plan-search.ts'
import { useAssignments } from './use-assignments.ts'

type Acts = {
  readonly edit: (one: Assignment) => void
  readonly replace: (one: Assignment) => void
  readonly leave: (one: Assignment) => void
  readonly remove: (one: Assignment) => void
}

/** The filtered assignments, with their acts. */
export function AssignmentList() {
  const filter = filterOf(usePlanSearch().search)
  const list = useAssignments()
  const mayChange = useMay('observers') === true
  const election = useElectionDay()
  const { remove } = usePlanActs()
  const [selection, setSelection] = useSelection(JSON.stringify(filter))
  const { isPending, attempt } = useAttempt()
  const [editing, setEditing] = useState<Assignment>()
  const [replacing, setReplacing] = useState<readonly [Former, ...Former[]]>()
  const acts = mayChange
    ? {
        edit: setEditing,
        replace: (one: Assignment) => setReplacing([formerOf(one)]),
        leave: (one: Assignment) => void remove([one], 'now'),
        remove: (one: Assignment) => {
          setSelection(withRows(selection, [String(one.id)], false))
          void remove([one])
        },
      }
    : undefined
  const total = list.data?.totalItems ?? 0
  const count = countSelected(selection, total)
  const onSelected = (act: (some: readonly Assignment[]) => void) => () =>
    attempt(async () => {
      const all = await readAllPages((page) =>
        call(assignments.list, { query: { ...filter, ...page } }),
      )
      act(all.filter(({ id }) => isSelected(selection, String(id))))
      setSelection(nothing)
    })
  const replace = (some: readonly Assignment[]) => {
    const [first, ...rest] = some.map(formerOf)
    if (first) setReplacing([first, ...rest])
  }
  return (
    <>
      <ListTable
        list={list}
        label={t(say.assignments)}
        columns={columnsOf(acts)}
        keyOf={({ id }) => String(id)}
        nameOf={({ observerName }) => observerName}
        {...(mayChange && { selecting: { selection, onSelect: setSelection } })}
        card={(one) => <AssignmentCard one={one} acts={acts} />}
        empty={<NoAssignments />}
      />
      <div className="sticky bottom-0 z-20">
        <SelectionBar
          selection={selection}
          onSelect={setSelection}
          count={count}
          total={total}
          text={t(say.assigned, { count })}
        >
          <Button isDisabled={isPending} onPress={onSelected(replace)}>
            <Icon name="person" />
            {t(say.replace)}
          </Button>
          <Button isPending={isPending} onPress={onSelected((some) => void remove(some))}>
            <Icon name="trash" className="text-alarm" />
            {t(say.remove)}
          </Button>
        </SelectionBar>
      </div>
      {editing && election && (
        <EditAssignment
          assignment={newest(list.data?.data, editing)}
          timezone={election.timezone}
          onClose={() => setEditing(undefined)}
        />
      )}
      {replacing && <ReplaceObserver formers={replacing} onClose={() => setReplacing(undefined)} />}
    </>
  )
}

type Former = Assignment & { readonly name: string }
const formerOf = (one: Assignment): Former => ({ ...one, name: one.observerName })

const columnsOf = (acts: Acts | undefined): readonly Column<Assignment>[] => [
  { id: 'name', title: t(say.observer), cell: (one) => <Name one={one} /> },
  {
    id: 'phone',
    title: t(say.phone),
    width: '9rem',
    cell: ({ observerPhone }) => <Phone phone={observerPhone} />,
  },
  { id: 'station', title: t(say.station), cell: (one) => <StationLink {...one} /> },
  { id: 'shift', title: t(say.shift), width: '14rem', cell: (one) => <Shift {...one} /> },
  { id: 'ngo', title: t(say.ngo), width: '9rem', isMinor: true, cell: ({ ngo }) => ngo },
  ...(acts ? [actionsColumn('9rem', (one: Assignment) => <Actions one={one} acts={acts} />)] : []),
]

/** The observer, with the conflicts of the assignment. */
function Name({ one: { observerId, observerName, conflict, isMobile } }: { one: Assignment }) {
  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:flex-wrap">
      {conflict && (
        <span title={t(say.twoPlacesWhy)}>
          <Badge tone="attention" icon="warning">
            {t(say.twoPlaces)}
          </Badge>
        </span>
      )}
      <ObserverLink id={observerId} name={observerName} />
      {isMobile && <Badge>{t(say.mobileBadge)}</Badge>}
    </span>
  )
}

function Actions({ one, acts }: { one: Assignment; acts: Acts }) {
  const name = one.observerName
  const now = useNow()
  return (
    <RowActions
      name={name}
      main={
        <Button size="small" aria-label={t(say.editOf, { name })} onPress={() => acts.edit(one)}>
          {t(say.edit)}
        </Button>
      }
    >
      <Item id="replace" icon="person" onAction={() => acts.replace(one)}>
        {t(say.replace)}
      </Item>
      {isOn(one, now) && (
        <Item id="leave" icon="clock" onAction={() => acts.leave(one)}>
          {t(say.leavesNow)}
        </Item>
      )}
      <Item id="remove" icon="trash" isDanger onAction={() => acts.remove(one)}>
        {t(say.remove)}
      </Item>
    </RowActions>
  )
}

const AssignmentCard = ({ one, acts }: { one: Assignment; acts: Acts | undefined }) => (
  <RowCard title={<Name one={one} />} actions={acts && <Actions one={one} acts={acts} />}>
    <Phone phone={one.observerPhone} />
    <StationLink {...one} />
    <Shift {...one} />
  </RowCard>
)

function NoAssignments() {
  const { search } = usePlanSearch()
  const isAll = !isNarrowed(search) && search.areaId === undefined
  return (
    <EmptyState icon={isAll ? 'person' : 'filter'} title={t(isAll ? say.noPlan : say.noMatch)}>
      {t(isAll ? say.noPlanWhy : say.noMatchWhy)}
    </EmptyState>
  )
}
