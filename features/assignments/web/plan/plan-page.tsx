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
import { assignments } from '../../contract.ts'
import { say } from '../../copy.ts'
import {
  useMissingArea,
  useMissingObserver,
  useMissingOrganisation,
  useMissingStation,
} from '../missing.ts'
import type { PlanSearch } from '../search.ts'
import { AddAssignment } from './assignment-forms.tsx'
import { AssignmentList } from './assignment-list.tsx'
import { CoverTable } from './cover-table.tsx'
import { filterOf, isNarrowed, usePlanSearch } from './plan-search.ts'
import { UnassignedList, unassignedAnchor, useUnassigned } from './unassigned-list.tsx'
import { UncoveredList, uncoveredAnchor, useUncovered } from './uncovered-list.tsx'
import { useAssignments } from './use-assignments.ts'
import { useOrganisationFilter } from './use-organisation-filter.tsx'

/** The assignments, the uncovered stations and the observers without a station. */
export function PlanPage() {
  const { data } = useAssignments()
  const { search } = usePlanSearch()
  const missing = useMissingInPlan()
  const isThere = missing.every((one) => one === undefined)
  // Without a plan, every observer would be listed as without a station.
  const isPart = isNarrowed(search) || search.areaId !== undefined
  const hasPlan = data !== undefined && (data.totalItems > 0 || isPart)
  return (
    <Page
      asOf={<FiguresAsOf />}
      title={t(say.planTitle)}
      count={
        data && isThere && <Counts count={data.totalItems} search={search} hasPlan={hasPlan} />
      }
      actions={<Actions />}
      filters={useOrganisationFilter()}
    >
      <UnlessMissing all={missing}>
        <CoverTable />
        <AssignmentList />
        {hasPlan && <UncoveredList />}
        {hasPlan && <UnassignedList />}
      </UnlessMissing>
    </Page>
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

type CountsProps = {
  readonly count: number
  readonly search: PlanSearch
  readonly hasPlan: boolean
}

function Counts({ count, search, hasPlan }: CountsProps) {
  const unassigned = useUnassigned().data?.totalItems ?? 0
  const uncovered = useUncovered().data?.totalItems ?? 0
  return (
    <span className="flex flex-wrap gap-x-4">
      {t(say.assigned, { count })}
      {hasPlan && uncovered > 0 && (
        <Link
          to="/deployment/plan"
          search={search}
          hash={uncoveredAnchor}
          className="text-ours underline"
        >
          {t(say.uncoveredCounted, { count: uncovered })}
        </Link>
      )}
      {hasPlan && unassigned > 0 && (
        <Link
          to="/deployment/plan"
          search={search}
          hash={unassignedAnchor}
          className="text-ours underline"
        >
          {t(say.unassignedCounted, { count: unassigned })}
        </Link>
      )}
    </span>
  )
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
