import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { say } from '../../copy.ts'
import { NameFilter } from '../name-filter.tsx'
import { isNarrowed, noFilters, usePlanSearch } from './plan-search.ts'
import { useAssignments } from './use-assignments.ts'

/** The station or observer of the address, to be left again. */
function Chosen() {
  const { search, go } = usePlanSearch()
  const first = useAssignments().data?.data[0]
  const station =
    first && String(first.pollingStationId) === search.stationId
      ? `${first.municipality || first.county} ${first.pollingStationNumber}`
      : t(say.chosenStation)
  const observer =
    first && String(first.observerId) === search.observerId
      ? first.observerName
      : t(say.chosenObserver)
  return (
    <>
      {search.stationId && <Leave name={station} onLeave={() => go({ stationId: undefined })} />}
      {search.observerId && <Leave name={observer} onLeave={() => go({ observerId: undefined })} />}
    </>
  )
}

const Leave = ({ name, onLeave }: { name: string; onLeave: () => void }) => (
  <Button look="quiet" aria-label={t(say.withoutFilter, { name })} onPress={onLeave}>
    {name}
    <Icon name="cross" />
  </Button>
)

/** The filters by name and conflict. Their values are in the URL; following another URL resets them. */
export function PlanFilters() {
  const { search, go } = usePlanSearch()
  return (
    <NameFilter
      name={search.name ?? ''}
      isNarrowed={isNarrowed(search)}
      onFilter={(name) => go({ name })}
      onReset={() => go(noFilters)}
      className="w-64 max-sm:w-full"
    >
      <Chosen />
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
