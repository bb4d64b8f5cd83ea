import { Link } from '@tanstack/react-router'
import { DeploymentSections } from '#features/assignments/web/deployment-sections.tsx'
import { May, useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../../copy.ts'
import { Comparison } from './comparison.tsx'
import { isNarrowed, useDeploymentSearch } from './deployment-search.ts'
import { ExpectedList } from './expected-list.tsx'
import { ExportMenu } from './export-menu.tsx'
import { useDeadlines, useExpected, useMilestones } from './use-deployment.ts'

/** Who is expected where, how far that is, and who is late. */
export function DeploymentPage() {
  const { search } = useDeploymentSearch()
  const expected = useExpected()
  const milestones = useMilestones().data
  useDeadlines()
  const isPlanned = isNarrowed(search) || expected.data?.totalItems !== 0
  return (
    <>
      <DeploymentSections />
      <Page
        isWide
        title={t(say.title)}
        count={expected.data && t(say.howMany, { count: expected.data.totalItems })}
        actions={
          isPlanned && (
            <May to="export">
              <ExportMenu />
            </May>
          )
        }
      >
        {!isPlanned && <NoPlan />}
        {isPlanned && milestones?.length === 0 && <NoMilestones />}
        {isPlanned && milestones?.length !== 0 && <Comparison />}
        {isPlanned && <ExpectedList />}
      </Page>
    </>
  )
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
