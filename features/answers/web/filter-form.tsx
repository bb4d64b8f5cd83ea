import { useNgoName } from '#features/accounts/web/use-ngo-name.ts'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { useOptionName } from '#features/forms/web/use-option-name.ts'
import { say as ofPlaces } from '#features/places/copy.ts'
import { CountyChoice } from '#features/places/web/county-choice.tsx'
import { OwnReviews, reviewChips, StateFilter } from '#features/reviews/web/review-filter.tsx'
import { t } from '#kit/web/language.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { QuickTimes } from '#kit/web/ui/filter/quick-times.tsx'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { TimeFilters, timeChips } from '#kit/web/ui/filter/time-filters.tsx'
import { say } from '../copy.ts'
import { AnswerFilters, type AnswerSearch, useReview } from './search.ts'

const fields = AnswerFilters.shape

const ticks = [
  ['withPhotographs', say.withPhotographs],
  ['withNotes', say.withNotes],
] as const

/** The filters of the list. */
export function FilterForm() {
  const { search } = useReview()
  const narrow = useNarrow<AnswerSearch>()
  const timezone = useElectionDay()?.timezone
  const chosen = [useOptionName(search.optionId), useOptionName(search.withOptionId)]
  const texts = [
    ['pollingStationNumber', say.stationNumber],
    ['observerPhoneNumber', say.phone],
  ] as const

  return (
    <FilterBar
      folds="lg"
      beside={
        <>
          <QuickTimes timezone={timezone} onChoose={narrow} />
          {ticks.map(([name, label]) => (
            <Checkbox
              key={name}
              isSelected={search[name] === true}
              onChange={(isWanted) => narrow({ [name]: isWanted || undefined })}
            >
              {t(label)}
            </Checkbox>
          ))}
          <OwnReviews assigned={search.assigned} onChange={narrow} />
        </>
      }
      onChange={narrow}
      chips={[
        { label: t(ofPlaces.county), value: search.county, without: { county: undefined } },
        ...texts.map(([name, label]) => ({
          label: t(label),
          value: search[name],
          without: { [name]: undefined },
        })),
        ...timeChips(search),
        ...reviewChips(search),
        {
          label: t(say.organisation),
          value: useNgoName(search.ngoId),
          without: { ngoId: undefined },
        },
        ...(['optionId', 'withOptionId'] as const).map((name, nth) => ({
          label: t(say.withAnswer),
          value: chosen[nth],
          without: { [name]: undefined },
        })),
        ...ticks.map(([name, label]) => ({
          value: search[name] && t(label),
          without: { [name]: undefined },
        })),
      ]}
      className="grid basis-full items-start gap-x-3 gap-y-2 sm:grid-cols-2 lg:grid-cols-[3fr_2fr_3fr_3fr_3fr_2fr]"
    >
      <CountyChoice code={search.county} onChange={(county) => narrow({ county })} />
      <TextFilter
        label={t(say.stationNumber)}
        value={search.pollingStationNumber}
        schema={fields.pollingStationNumber.unwrap()}
        expected={t(say.stationNumberExpected)}
        onFilter={(pollingStationNumber, isTyping) => narrow({ pollingStationNumber }, isTyping)}
        inputMode="numeric"
      />
      <TextFilter
        label={t(say.phone)}
        value={search.observerPhoneNumber}
        schema={fields.observerPhoneNumber.unwrap()}
        onFilter={(observerPhoneNumber, isTyping) => narrow({ observerPhoneNumber }, isTyping)}
        inputMode="tel"
      />
      <TimeFilters times={search} onNarrow={narrow} />
      <StateFilter state={search.reviewState} onChange={narrow} />
    </FilterBar>
  )
}
