import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../copy.ts'
import { filtersOf, useReview } from './search.ts'

/** On a phone the filters unfold when asked; this asks, and says how many are in use. */
export function FiltersButton({
  isUnfolded,
  onPress,
}: {
  isUnfolded: boolean
  onPress: () => void
}) {
  const { search } = useReview()
  const inUse = Object.keys(filtersOf(search)).length
  return (
    <Button
      aria-expanded={isUnfolded}
      aria-controls="filters"
      onPress={onPress}
      className="lg:hidden"
    >
      <Icon name="filter" />
      {inUse > 0 ? t(say.filtersInUse, { count: inUse }) : t(say.filters)}
    </Button>
  )
}
