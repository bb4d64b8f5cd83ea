import { useQuery } from '@tanstack/react-query'
import { accounts } from '#features/accounts/contract.ts'
import { useAreaPath } from '#features/places/web/use-area-path.ts'
import { useMay } from '#features/session/web/may.tsx'
import { filledLine } from '#kit/contract/value/text.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { type Chip, FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { say } from '../../copy.ts'
import type { PlanSearch } from '../search.ts'
import { usePlanSearch } from './plan-search.ts'
import { useAssignments } from './use-assignments.ts'

/** Other lists than that of the plan begin anew too. */
const firstPages = { uncoveredPage: undefined, unassignedPage: undefined }

/** The filters of the open tab: the organisation of all, the area of all but the observers without a station. */
export function PlanFilters() {
  const { search, go } = usePlanSearch()
  const { list } = search
  const organisations = useOrganisations()
  const area = useAreaPath(search.areaId).at(-1)
  const own = useOwnChips()
  const ngo = organisations.find(({ id }) => String(id) === search.ngoId)
  const chips: Chip<Partial<PlanSearch>>[] = [
    {
      label: t(say.ngo),
      value: search.ngoId && (ngo?.name ?? search.ngoId),
      without: { ...firstPages, ngoId: undefined },
    },
    ...(list === 'unassigned'
      ? []
      : [{ label: t(say.area), value: area?.name, without: { ...firstPages, areaId: undefined } }]),
    ...(list ? [] : own),
  ]
  const isAmong = organisations.length > 1
  if (list && !isAmong && chips.every(({ value }) => value === undefined)) return null
  return (
    <FilterBar onChange={go} chips={chips}>
      {isAmong && (
        <Select
          label={t(say.ngo)}
          items={[
            { id: '', text: t(say.allOrganisations) },
            ...organisations.map(({ id, name }) => ({ id: String(id), text: name })),
          ]}
          value={search.ngoId ?? ''}
          onChange={(ngoId) => go({ ...firstPages, ngoId: ngoId || undefined })}
          className="w-60 max-sm:w-full"
        />
      )}
      {!list && (
        <>
          <TextFilter
            label={t(say.name)}
            value={search.name}
            schema={filledLine(200)}
            onFilter={(name, isTyping) => go({ name }, isTyping)}
            className="w-64 max-sm:w-full"
          />
          <Checkbox
            isSelected={search.conflict !== undefined}
            onChange={(isOn) => go({ conflict: isOn ? 'two-places' : undefined })}
            className="pb-1.5"
          >
            {t(say.onlyConflicts)}
          </Checkbox>
        </>
      )}
    </FilterBar>
  )
}

/** The organisations that observe, and that of the URL; none where the account sees only its own. */
function useOrganisations() {
  const { ngoId } = usePlanSearch().search
  const enabled = useMay('set-up') === true
  const { data = [] } = useQuery({ ...read(accounts.listNgos, {}), enabled })
  return data.filter(({ id, isActive }) => isActive || String(id) === ngoId)
}

/** The filters of the assignments alone; the station or observer of the URL can only be removed. */
function useOwnChips(): Chip<Partial<PlanSearch>>[] {
  const { search } = usePlanSearch()
  const first = useAssignments().data?.data[0]
  const station =
    first && String(first.pollingStationId) === search.stationId
      ? `${first.municipality || first.county} ${first.pollingStationNumber}`
      : t(say.chosenStation)
  const observer =
    first && String(first.observerId) === search.observerId
      ? first.observerName
      : t(say.chosenObserver)
  return [
    { value: search.stationId && station, without: { stationId: undefined } },
    { value: search.observerId && observer, without: { observerId: undefined } },
    { label: t(say.name), value: search.name, without: { name: undefined } },
    { value: search.conflict && t(say.onlyConflicts), without: { conflict: undefined } },
  ]
}
