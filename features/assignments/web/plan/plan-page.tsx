import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { May, useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { UnlessMissing } from '#kit/web/ui/feedback/missing.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import {
  useMissingArea,
  useMissingObserver,
  useMissingOrganisation,
  useMissingStation,
} from '../missing.ts'
import { PlanSearch } from '../search.ts'
import { AddAssignment } from './assignment-forms.tsx'
import { AssignmentList } from './assignment-list.tsx'
import { CoverTable } from './cover-table.tsx'
import { PlanFilters } from './plan-filters.tsx'
import { filterOf, usePlanSearch } from './plan-search.ts'
import { UnassignedList, useUnassigned } from './unassigned-list.tsx'
import { UncoveredList, useUncovered } from './uncovered-list.tsx'
import { useAssignments } from './use-assignments.ts'

/** The assignments, the cover of the areas, the uncovered stations and the observers without a station. */
export function PlanPage() {
  const { data } = useAssignments()
  const missing = useMissingInPlan()
  const isThere = missing.every((one) => one === undefined)
  return (
    <Page
      asOf={<FiguresAsOf />}
      title={t(say.planTitle)}
      count={data && isThere && t(say.assigned, { count: data.totalItems })}
      actions={<Actions />}
      filters={<PlanFilters />}
    >
      <UnlessMissing all={missing}>
        <PlanTabs />
      </UnlessMissing>
    </Page>
  )
}

function PlanTabs() {
  const { search, go } = usePlanSearch()
  const assigned = useAssignments().data?.totalItems
  const uncovered = useUncovered().data?.totalItems
  const unassigned = useUnassigned().data?.totalItems
  return (
    <div className="rounded-md border border-line bg-surface">
      <Tabs
        label={t(say.planTitle)}
        selected={search.list ?? 'assignments'}
        onSelect={(id) => go({ list: PlanSearch.shape.list.parse(id) })}
        items={[
          {
            id: 'assignments',
            title: t(say.assignments),
            count: assigned,
            content: () => <AssignmentList />,
          },
          { id: 'areas', title: t(say.areas), content: () => <CoverTable /> },
          {
            id: 'uncovered',
            title: t(say.uncovered),
            count: uncovered,
            content: () => <UncoveredList />,
          },
          {
            id: 'unassigned',
            title: t(say.unassigned),
            count: unassigned,
            content: () => <UnassignedList />,
          },
        ]}
      />
    </div>
  )
}

/** Filters in the URL that name something that does not exist. */
function useMissingInPlan() {
  const { search, go } = usePlanSearch()
  return [
    useMissingOrganisation(search.ngoId, () => go({ ngoId: undefined })),
    useMissingArea(search.areaId, () => go({ areaId: undefined })),
    useMissingObserver(search.observerId, () => go({ observerId: undefined })),
    useMissingStation(search.stationId, () => go({ stationId: undefined })),
  ]
}

function Actions() {
  const { search } = usePlanSearch()
  const mayChange = useMay('observers')
  const election = useElectionDay()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <May to="set-up">
        <Link to="/deployment/plan/copy" className={buttonClass('plain')}>
          <Icon name="copy" />
          <span className="max-xl:sr-only">{t(say.copyTitle)}</span>
        </Link>
      </May>
      <May to="recruit">
        <Link to="/deployment/plan/import" className={buttonClass('plain')}>
          <Icon name="upload" />
          <span className="max-sm:sr-only">{t(say.import)}</span>
        </Link>
      </May>
      <May to="export">
        <FilesMenu label={t(say.export)} endpoint={assignments.export} query={filterOf(search)} />
      </May>
      {mayChange && (
        <Button look="primary" isDisabled={!election} onPress={() => setAdding(true)}>
          <Icon name="plus" />
          {t(say.add)}
        </Button>
      )}
      {isAdding && election && (
        <AddAssignment day={election.day} onClose={() => setAdding(false)} />
      )}
    </>
  )
}
