import { useNavigate } from '@tanstack/react-router'
import { useMissingArea } from '#features/assignments/web/missing.ts'
import { t } from '#kit/web/language.ts'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { UnlessMissing } from '#kit/web/ui/feedback/missing.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { say } from '../../copy.ts'
import { Comparison } from './comparison.tsx'
import { useAreasSearch } from './deployment-search.ts'
import { NoMilestones } from './empty-plan.tsx'
import { useMilestones, useRereading } from './use-deployment.ts'

/** How far each area or organisation is. */
export function AreasPage() {
  const { areaId } = useAreasSearch()
  const navigate = useNavigate()
  const due = useMilestones().data ?? []
  const hasNone = useMilestones().data?.length === 0
  const missing = useMissingArea(areaId, () => void navigate({ to: '/deployment/areas' }))
  useRereading(due.flatMap(({ dueAt }) => dueAt ?? []))
  return (
    <Page isWide asOf={<FiguresAsOf />} title={t(say.areasTitle)}>
      <UnlessMissing all={[missing]}>{hasNone ? <NoMilestones /> : <Comparison />}</UnlessMissing>
    </Page>
  )
}
