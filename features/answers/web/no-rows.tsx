import { useNavigate } from '@tanstack/react-router'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../copy.ts'
import { filtersOf, useReview } from './search.ts'

/** Why the list is empty. */
export function NoRows() {
  const { search, isUrgent } = useReview()
  const navigate = useNavigate()
  if (Object.keys(filtersOf(search)).length > 0) {
    const reset = () => void navigate({ to: '.', search: isUrgent ? { urgente: true } : {} })
    return (
      <EmptyState icon="filter" title={t(say.noMatch)}>
        <Button onPress={reset}>{t(say.reset)}</Button>
      </EmptyState>
    )
  }
  if (isUrgent)
    return (
      <EmptyState icon="flag" title={t(say.noUrgent)}>
        {t(say.noUrgentWhy)}
      </EmptyState>
    )
  return (
    <EmptyState icon="bell" title={t(say.noReports)}>
      {t(say.noReportsWhy)}
    </EmptyState>
  )
}
