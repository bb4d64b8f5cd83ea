import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { type Found, FoundChoice } from '#kit/web/ui/field/found-choice.tsx'
import type { FoundStation } from '../../contract.ts'
import { usePlaceSearch } from '../use-place-search.ts'
import { say } from './copy.ts'

export type ChosenStation = { readonly id: Id<'pollingStations'>; readonly name: string }

/** A station, found by its county, area, number or address. */
export function StationSearch({
  value,
  onChange,
}: {
  value: ChosenStation | undefined
  onChange: (station: ChosenStation | undefined) => void
}) {
  const { typed, setTyped, isEmpty, data, isFetching } = usePlaceSearch()
  const stations = data?.stations ?? []
  const choose = (found: Found | undefined) => {
    const one = stations.find(({ id }) => String(id) === found?.id)
    onChange(one && { id: one.id, name: nameOf(one) })
  }
  return (
    <FoundChoice
      label={t(say.findStation)}
      change={t(say.changeStation)}
      typed={typed}
      onType={setTyped}
      found={isEmpty ? undefined : stations.map(lineOf)}
      isAsking={isFetching}
      none={data && data.municipalities.length > 0 ? t(say.addNumber) : undefined}
      chosen={value && { id: String(value.id), text: value.name }}
      onChoose={choose}
    />
  )
}

const nameOf = ({ county, municipality, number }: FoundStation) =>
  [county, municipality, number].filter((part) => part !== '').join(' ')

const lineOf = (station: FoundStation): Found => ({
  id: String(station.id),
  text: nameOf(station),
  about: [station.name, station.address].filter(Boolean).join(', '),
})
