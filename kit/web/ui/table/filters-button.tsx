import { t } from '#kit/web/language.ts'
import { Button } from '../button.tsx'
import { say } from '../copy.ts'
import { Icon } from '../icon.tsx'

type Props = {
  /** How many filters are active. */
  readonly inUse: number
  readonly isUnfolded: boolean
  readonly onUnfold: (isUnfolded: boolean) => void
  /** The id of what unfolds. */
  readonly controls: string
  /** The width from which on they are always shown, and this is hidden. */
  readonly className: string
}

/** On narrow screens the filters are folded; this unfolds them, and shows how many are active. */
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
