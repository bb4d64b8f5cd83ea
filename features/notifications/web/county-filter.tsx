import type { County } from '#features/places/contract.ts'
import { t } from '#kit/web/language.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Choice } from '#kit/web/ui/field/choice.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { say } from '../copy.ts'
import { type SendSearch, stationNumber } from './search.ts'
import { useCounties, useSendSearch } from './use-recipients.ts'

const wholeCounty = { from: undefined, to: undefined }

const ends = [
  ['from', say.fromStation],
  ['to', say.toStation],
] as const

/** Limits the recipients to observers at the stations of a county, or at some of them. */
export function CountyFilter() {
  const { search } = useSendSearch()
  const narrow = useNarrow<SendSearch>()
  const { counties, isPending } = useCounties()
  const county = counties.find(({ code }) => code === search.county)
  return (
    <FilterBar
      onChange={narrow}
      chips={[
        {
          label: t(say.county),
          value: search.county && (county?.name ?? search.county),
          without: { ...wholeCounty, county: undefined },
        },
        ...ends.map(([name, label]) => ({
          label: t(label),
          value: county && search[name],
          without: { [name]: undefined },
        })),
      ]}
    >
      <Choice
        // The chosen county can only be shown once its name is loaded.
        key={String(isPending)}
        label={t(say.county)}
        items={counties.map(({ code, name }) => ({ id: code, text: `${code} – ${name}` }))}
        value={search.county ?? null}
        onChange={(code) => narrow({ ...wholeCounty, county: code ?? undefined })}
        // Match no observers rather than all: the intention is unknown.
        onUnknown={(typed) => narrow({ ...wholeCounty, county: typed })}
        placeholder={t(say.wholeCountry)}
        isDisabled={isPending}
        className="w-full sm:w-56"
      />
      {county && <Range key={county.code} of={county} />}
    </FilterBar>
  )
}

/** A range of stations: by default all of the county's. */
function Range({ of: { limit } }: { of: County }) {
  const { search } = useSendSearch()
  const narrow = useNarrow<SendSearch>()
  return ends.map(([name, label]) => (
    <TextFilter
      key={name}
      label={t(label)}
      value={search[name]}
      schema={stationNumber}
      onFilter={(number, isTyping) => narrow({ [name]: number }, isTyping)}
      placeholder={name === 'from' ? '1' : String(limit)}
      inputMode="numeric"
      className="w-full sm:w-28"
    />
  ))
}
