import { Link } from '@tanstack/react-router'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../../copy.ts'

export const NoPlan = () => (
  <EmptyState icon="person" title={t(say.noPlan)}>
    <p>{t(say.noPlanWhy)}</p>
    <Link to="/deployment/plan" className={buttonClass('primary')}>
      {t(say.toPlan)}
    </Link>
  </EmptyState>
)

export function NoMilestones() {
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
