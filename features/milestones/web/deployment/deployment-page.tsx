import { Link } from '@tanstack/react-router'
import {
  useMissingArea,
  useMissingObserver,
  useMissingOrganisation,
  useMissingStation,
} from '#features/assignments/web/missing.ts'
import { May, useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { UnlessMissing } from '#kit/web/ui/feedback/missing.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { FilesMenu } from '#kit/web/ui/overlay/files-menu.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { milestones } from '../../contract.ts'
import { say } from '../../copy.ts'
import { Comparison } from './comparison.tsx'
import { filterOf, isNarrowed, useDeploymentSearch } from './deployment-search.ts'
import { ExpectedList } from './expected-list.tsx'
import { useDeadlines, useExpected, useMilestones } from './use-deployment.ts'

export function DeploymentPage() {
  const { search } = useDeploymentSearch()
  const expected = useExpected()
  const due = useMilestones().data
  useDeadlines()
  const isPlanned = isNarrowed(search) || expected.data?.totalItems !== 0
  return (
    <Page
      isWide
      asOf={<FiguresAsOf />}
      title={t(say.title)}
      count={expected.data && t(say.howMany, { count: expected.data.totalItems })}
      actions={
        isPlanned && (
          <May to="export">
            <FilesMenu
              label={t(say.export)}
              endpoint={milestones.export}
              query={filterOf(search)}
            />
          </May>
        )
      }
    >
      {!isPlanned && <NoPlan />}
      {isPlanned && due?.length === 0 && <NoMilestones />}
      <UnlessMissing all={useMissingInDeployment()}>
        {isPlanned && due?.length !== 0 && <Comparison />}
        {isPlanned && <ExpectedList />}
      </UnlessMissing>
    </Page>
  )
}

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
    useMissingArea(search.areaId, () => go({ areaId: undefined, by: undefined })),
    useMissingArea(search.countyId, () => go({ countyId: undefined })),
    useMissingOrganisation(search.ngoId, () => go({ ngoId: undefined })),
    useMissingObserver(search.observerId, () => go({ observerId: undefined })),
    useMissingStation(search.stationId, () => go({ stationId: undefined })),
    isMilestone === false ? missing : undefined,
  ]
}

const NoPlan = () => (
  <EmptyState icon="person" title={t(say.noPlan)}>
    <p>{t(say.noPlanWhy)}</p>
    <Link to="/deployment/plan" className={buttonClass('primary')}>
      {t(say.toPlan)}
    </Link>
  </EmptyState>
)

function NoMilestones() {
  const mayAdd = useMay('set-up')
  return (
    <EmptyState icon="clock" title={t(say.noMilestones)}>
      <p>{t(say.noMilestonesWhy)}</p>
      {mayAdd && (
        <Link to="/deployment/milestones" className={buttonClass('primary')}>
          {t(say.toMilestones)}
        </Link>
      )}
    </EmptyState>
  )
}
