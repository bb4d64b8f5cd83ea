import {
  useMissingArea,
  useMissingObserver,
  useMissingOrganisation,
  useMissingStation,
} from '#features/assignments/web/missing.ts'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { UnlessMissing } from '#kit/web/ui/feedback/missing.tsx'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { filterOf, isNarrowed, useDeploymentSearch } from './deployment-search.ts'
import { NoMilestones, NoPlan } from './empty-plan.tsx'
import { ExpectedFilters } from './expected-filters.tsx'
import { ExpectedList } from './expected-list.tsx'
import { NextToCall } from './next-to-call.tsx'
import {
  order,
  useDeadlineCount,
  useDeadlines,
  useExpected,
  useMilestones,
} from './use-deployment.ts'

export function DeploymentPage() {
  const { search } = useDeploymentSearch()
  const expected = useExpected()
  const due = useMilestones().data
  useDeadlines()
  const deadlines = useDeadlineCount()
  const isPlanned = isNarrowed(search) || expected.data?.totalItems !== 0
  return (
    <Page
      isWide
      asOf={<FiguresAsOf />}
      title={t(say.title)}
      count={expected.data && countOf(expected.data.totalItems, deadlines)}
      filters={isPlanned && <ExpectedFilters />}
      actions={
        isPlanned && (
          <>
            <May to="export">
              <FilesMenu
                label={t(say.export)}
                endpoint={milestones.export}
                query={{ ...filterOf(search), order }}
              />
            </May>
            <May to="message">
              <NextToCall filter={filterOf(search)} look="primary" />
            </May>
          </>
        )
      }
    >
      {!isPlanned && <NoPlan />}
      {isPlanned && due?.length === 0 && <NoMilestones />}
      <UnlessMissing all={useMissingInDeployment()}>{isPlanned && <ExpectedList />}</UnlessMissing>
    </Page>
  )
}

const countOf = (assignments: number, deadlines: number | undefined) =>
  [
    t(say.howMany, { count: assignments }),
    ...(deadlines === undefined ? [] : [t(say.deadlines, { count: deadlines })]),
  ].join(' · ')

/** Filters in the URL that name something that does not exist. */
function useMissingInDeployment() {
  const { search, go } = useDeploymentSearch()
  const { data: known } = useMilestones()
  const isMilestone =
    search.milestoneId === undefined || known?.some(({ id }) => String(id) === search.milestoneId)
  const missing = {
    title: t(say.noSuchMilestone),
    leave: () => go({ milestoneId: undefined }),
  }
  return [
    useMissingArea(search.countyId, () => go({ countyId: undefined })),
    useMissingOrganisation(search.ngoId, () => go({ ngoId: undefined })),
    useMissingObserver(search.observerId, () => go({ observerId: undefined })),
    useMissingStation(search.stationId, () => go({ stationId: undefined })),
    isMilestone === false ? missing : undefined,
  ]
}
