import { t } from '#kit/web/language.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { say } from '../../copy.ts'
import { NameFilter } from '../name-filter.tsx'
import { isNarrowed, usePlanSearch } from './plan-search.ts'

/** By name, and by what is wrong. The values are in the URL, and another URL resets them. */
export function PlanFilters() {
  const { search, go } = usePlanSearch()
  return (
    <NameFilter
      name={search.name ?? ''}
      isNarrowed={isNarrowed(search)}
      onFilter={(name) => go({ name })}
      onReset={() =>
        go({ name: undefined, conflict: undefined, observerId: undefined, stationId: undefined })
      }
      className="w-64 max-sm:w-full"
    >
      <Checkbox
        isSelected={search.conflict !== undefined}
        onChange={(isOn) => go({ conflict: isOn ? 'two-places' : undefined })}
        className="pb-1.5 max-sm:w-full"
      >
        {t(say.onlyConflicts)}
      </Checkbox>
    </NameFilter>
  )
}
