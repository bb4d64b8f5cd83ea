import { t } from '#kit/web/language.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'

type Props = {
  /** How many filters narrow the list now. */
  readonly inUse: number
  readonly isUnfolded: boolean
  readonly onUnfold: (isUnfolded: boolean) => void
  /** The id of what unfolds. */
  readonly controls: string
  /** From which width on they are always there, and this is hidden. */
  readonly className: string
}

/** Where it is narrow the filters unfold when asked; this asks, and says how many are in use. */
export function FiltersButton({ inUse, isUnfolded, onUnfold, controls, className }: Props) {
  return (
    <Button
      aria-expanded={isUnfolded}
      aria-controls={controls}
      onPress={() => onUnfold(!isUnfolded)}
      className={className}
    >
      <Icon name="filter" />
      {inUse > 0 ? t(say.filtersInUse, { count: inUse }) : t(say.filters)}
    </Button>
  )
}
