import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState } from '#kit/web/ui/feedback/states.tsx'
import { say } from '../../copy.ts'
import { isNarrowed, unfiltered, useListSearch } from './list-search.ts'

/** Why the list is empty. */
export function NoObservers() {
  const { search, go, isTrash } = useListSearch()
  if (isNarrowed(search))
    return (
      <EmptyState icon="filter" title={t(say.noMatch)}>
        <Button onPress={() => go(unfiltered)}>{t(say.reset)}</Button>
      </EmptyState>
    )
  if (isTrash)
    return (
      <EmptyState icon="trash" title={t(say.noDeleted)}>
        {t(say.noDeletedWhy)}
      </EmptyState>
    )
  return (
    <EmptyState icon="person" title={t(say.noObservers)}>
      {t(say.noObserversWhy)}
    </EmptyState>
  )
}
