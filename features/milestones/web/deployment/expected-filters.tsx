import { useState } from 'react'
import { NameFilter } from '#features/assignments/web/name-filter.tsx'
import { useAreaPath } from '#features/places/web/use-area-path.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { FiltersButton } from '#kit/web/ui/table/filters-button.tsx'
import { type Expected, states } from '../../contract.ts'
import { say } from '../../copy.ts'
import {
  filterOf,
  isNarrowed,
  noFilters,
  stateIn,
  useDeploymentSearch,
} from './deployment-search.ts'
import { useComparison, useExpected, useMilestones } from './use-deployment.ts'

/** The filters of the list. Their values are in the URL, and another URL resets them. */
export function ExpectedFilters() {
  const { search, go } = useDeploymentSearch()
  const milestones = useMilestones().data ?? []
  const [isUnfolded, setUnfolded] = useState(false)
  const any = ''
  return (
    <div className="flex flex-wrap items-end gap-2 print:hidden">
      <FiltersButton
        inUse={Object.keys(filterOf(search)).length}
        isUnfolded={isUnfolded}
        onUnfold={setUnfolded}
        controls="filters"
        className="sm:hidden"
      />
      <div
        id="filters"
        className={`flex flex-wrap items-end gap-2 max-sm:basis-full ${isUnfolded ? '' : 'max-sm:hidden'}`}
      >
        <Select
          label={t(say.milestone)}
          items={[
            { id: any, text: t(say.anyMilestone) },
            ...milestones.map(({ id, name }) => ({ id: String(id), text: name })),
          ]}
          value={search.milestoneId ?? any}
          onChange={(milestoneId) => go({ milestoneId: milestoneId || undefined })}
          className="w-44 max-sm:w-full"
        />
        <Select
          label={t(say.state)}
          items={[
            { id: any, text: t(say.anyState) },
            ...states.map((id) => ({ id, text: t(say[id]) })),
          ]}
          value={stateIn(search) ?? any}
          onChange={(state) => go({ state: state || undefined })}
          className="w-36 max-sm:w-full"
        />
        <Select
          label={t(say.silent)}
          items={[
            { id: any, text: t(say.anySilence) },
            ...silences(search.silent).map((minutes) => ({
              id: String(minutes),
              text:
                minutes % 60 === 0
                  ? t(say.silentHours, { count: minutes / 60 })
                  : t(say.silentMinutes, { count: minutes }),
            })),
          ]}
          value={String(search.silent ?? any)}
          onChange={(minutes) => go({ silent: minutes ? Number(minutes) : undefined })}
          className="w-36 max-sm:w-full"
        />
        <NameFilter
          name={search.name ?? ''}
          isNarrowed={isNarrowed(search)}
          onFilter={(name) => go({ name })}
          onReset={() => go(noFilters)}
          className="w-44 max-sm:w-full"
        />
      </div>
      <Elsewhere />
      <Where />
    </div>
  )
}

/** The usual ones, and that of the address. */
const silences = (asked: number | undefined): number[] => {
  const usual = [30, 60, 120, 180, 240, 360]
  return asked === undefined || usual.includes(asked)
    ? usual
    : [...usual, asked].toSorted((one, other) => one - other)
}

/** How many are at another station than planned; they alone, or all again. */
function Elsewhere() {
  const { search, go } = useDeploymentSearch()
  const count = useComparison().data?.elsewhere ?? 0
  if (search.elsewhere)
    return <Chosen name={t(say.elsewhere)} onLeave={() => go({ elsewhere: undefined })} />
  if (count === 0) return null
  return (
    <Button look="quiet" onPress={() => go({ elsewhere: true })}>
      <Icon name="place" />
      {t(say.elsewhereCount, { count })}
    </Button>
  )
}

/** The place, organisation, station or observer that was chosen, to be left again. */
function Where() {
  const { search, go } = useDeploymentSearch()
  const area = useAreaPath(search.countyId).at(-1)
  const first = useExpected().data?.data[0]
  const ofObserver = String(first?.observerId) === search.observerId && first?.observerName
  const ofStation =
    String(first?.pollingStationId) === search.stationId && first && stationOf(first)
  return (
    <>
      {search.stationId && (
        <Chosen
          name={ofStation || t(say.chosenStation)}
          onLeave={() => go({ stationId: undefined })}
        />
      )}
      {search.observerId && (
        <Chosen
          name={ofObserver || t(say.chosenObserver)}
          onLeave={() => go({ observerId: undefined })}
        />
      )}
      {search.countyId && (
        <Chosen
          name={area?.name ?? t(say.chosenPlace)}
          onLeave={() => go({ countyId: undefined })}
        />
      )}
      {search.ngoId && (
        <Chosen name={first?.ngo ?? t(say.chosenNgo)} onLeave={() => go({ ngoId: undefined })} />
      )}
    </>
  )
}

const stationOf = ({ county, municipality, pollingStationNumber }: Expected) =>
  `${municipality || county} ${pollingStationNumber}`

const Chosen = ({ name, onLeave }: { name: string; onLeave: () => void }) => (
  <Button look="quiet" aria-label={t(say.without, { name })} onPress={onLeave}>
    {name}
    <Icon name="cross" />
  </Button>
)
