import { say as ofPlan } from '#features/assignments/copy.ts'
import { useAreaPath } from '#features/places/web/use-area-path.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { t } from '#kit/web/language.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/field/select.tsx'
import { type Chip, FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { type Expected, states } from '../../contract.ts'
import { say } from '../../copy.ts'
import type { DeploymentSearch } from '../search.ts'
import { stateIn, useDeploymentSearch } from './deployment-search.ts'
import { useComparison, useExpected, useMilestones } from './use-deployment.ts'

/** The filters of the list. */
export function ExpectedFilters() {
  const { search, go } = useDeploymentSearch()
  const milestones = useMilestones().data ?? []
  const milestone = milestones.find(({ id }) => String(id) === search.milestoneId)
  const state = stateIn(search)
  const any = ''
  return (
    <FilterBar
      onChange={go}
      chips={[
        {
          label: t(say.milestone),
          value: search.milestoneId && (milestone?.name ?? search.milestoneId),
          without: { milestoneId: undefined },
        },
        { label: t(say.state), value: state && t(say[state]), without: { state: undefined } },
        {
          label: t(say.silent),
          value: search.silent && nameOf(search.silent),
          without: { silent: undefined },
        },
        { label: t(ofPlan.name), value: search.name, without: { name: undefined } },
        { value: search.elsewhere && t(say.elsewhere), without: { elsewhere: undefined } },
        ...useWhere(),
      ]}
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
        value={state ?? any}
        onChange={(id) => go({ state: id || undefined })}
        className="w-36 max-sm:w-full"
      />
      <Select
        label={t(say.silent)}
        items={[
          { id: any, text: t(say.anySilence) },
          ...silences(search.silent).map((minutes) => ({
            id: String(minutes),
            text: nameOf(minutes),
          })),
        ]}
        value={String(search.silent ?? any)}
        onChange={(minutes) => go({ silent: minutes ? Number(minutes) : undefined })}
        className="w-36 max-sm:w-full"
      />
      <TextFilter
        label={t(ofPlan.name)}
        value={search.name}
        schema={filledLine(200)}
        onFilter={(name, isTyping) => go({ name }, isTyping)}
        className="w-44 max-sm:w-full"
      />
      <Elsewhere />
    </FilterBar>
  )
}

const nameOf = (minutes: number): string =>
  minutes % 60 === 0
    ? t(say.silentHours, { count: minutes / 60 })
    : t(say.silentMinutes, { count: minutes })

/** The usual ones, and that of the address. */
const silences = (chosen: number | undefined): number[] => {
  const usual = [30, 60, 120, 180, 240, 360]
  return chosen === undefined || usual.includes(chosen)
    ? usual
    : [...usual, chosen].toSorted((one, other) => one - other)
}

/** How many are at another station than planned, to see them alone. */
function Elsewhere() {
  const { search, go } = useDeploymentSearch()
  const count = useComparison().data?.elsewhere ?? 0
  if (search.elsewhere || count === 0) return null
  return (
    <Button look="quiet" onPress={() => go({ elsewhere: true })}>
      <Icon name="place" />
      {t(say.elsewhereCount, { count })}
    </Button>
  )
}

/** The place, organisation, station and observer in the URL. */
function useWhere(): readonly Chip<Partial<DeploymentSearch>>[] {
  const { search } = useDeploymentSearch()
  const area = useAreaPath(search.countyId).at(-1)
  const first = useExpected().data?.data[0]
  const ofObserver = String(first?.observerId) === search.observerId && first?.observerName
  const ofStation =
    String(first?.pollingStationId) === search.stationId && first && stationOf(first)
  return [
    {
      value: search.stationId && (ofStation || t(say.chosenStation)),
      without: { stationId: undefined },
    },
    {
      value: search.observerId && (ofObserver || t(say.chosenObserver)),
      without: { observerId: undefined },
    },
    {
      value: search.countyId && (area?.name ?? t(say.chosenPlace)),
      without: { countyId: undefined },
    },
    { value: search.ngoId && (first?.ngo ?? t(say.chosenNgo)), without: { ngoId: undefined } },
  ]
}

const stationOf = ({ county, municipality, pollingStationNumber }: Expected) =>
  `${municipality || county} ${pollingStationNumber}`
