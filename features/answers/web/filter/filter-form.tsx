import { lazy, Suspense, useState } from 'react'
import { useNgoName } from '#features/accounts/web/use-ngo-name.ts'
import { useElectionDay } from '#features/elections/web/use-election.ts'
import { useOptionName } from '#features/forms/web/use-option-name.ts'
import { say as ofPlaces } from '#features/places/copy.ts'
import { useAreaName } from '#features/places/web/area-filter.tsx'
import { CountyChoice } from '#features/places/web/county-choice.tsx'
import { OwnReviews, reviewChips, StateFilter } from '#features/reviews/web/review-filter.tsx'
import { May } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { useNarrow } from '#kit/web/search.ts'
import { useMoment } from '#kit/web/time.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { QuickTimes } from '#kit/web/ui/filter/quick-times.tsx'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { TimeFilters, timeChips } from '#kit/web/ui/filter/time-filters.tsx'
import { say as ofReports } from '../../copy.ts'
import type { Bulk } from '../bulk/bulk.ts'
import { AnswerFilters, type AnswerSearch, useReview } from '../search.ts'
import { say } from './copy.ts'

const fields = AnswerFilters.shape

const MoreFilters = lazy(async () => ({
  default: (await import('./more-filters.tsx')).MoreFilters,
}))

const ticks = [
  ['withPhotographs', say.withPhotographs],
  ['withNotes', say.withNotes],
  ['failed', ofReports.failed],
  ['fileMissing', say.fileMissing],
] as const

type Props = {
  /** With which several reports are selected, if they are. */
  readonly bulk: Bulk | undefined
  readonly onBulk: (bulk: Bulk | undefined) => void
}

/** The filters of the list. */
export function FilterForm({ bulk, onBulk }: Props) {
  const { search } = useReview()
  const narrow = useNarrow<AnswerSearch>()
  const [hasMore, setMore] = useState(false)
  const timezone = useElectionDay()?.timezone
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
          <Button size="small" aria-expanded={hasMore} onPress={() => setMore(!hasMore)}>
            {t(hasMore ? say.fewerFilters : say.moreFilters)}
          </Button>
          <May to="review">
            <button
              type="button"
              aria-pressed={bulk !== undefined}
              aria-keyshortcuts="x"
              className={buttonClass(bulk ? 'quiet' : 'plain', 'small')}
              onClick={async () =>
                onBulk(bulk ? undefined : (await import('../bulk/bulk.ts')).startBulk())
              }
            >
              {t(say.select)}
            </button>
          </May>
        </>
      }
      onChange={narrow}
      chips={useChips()}
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
      {hasMore && (
        <Suspense>
          <MoreFilters />
        </Suspense>
      )}
    </FilterBar>
  )
}

const texts = [
  ['pollingStationNumber', say.stationNumber],
  ['observerPhoneNumber', say.phone],
  ['observerName', say.observerName],
] as const

/** The active filters in words. */
function useChips() {
  const { search } = useReview()
  const moment = useMoment()
  const option = useOptionName(search.optionId)
  const value = search.optionValue?.replace('..', ' – ')
  const hour = search.answeredHour && moment(new Date(search.answeredHour))
  return [
    { label: t(ofPlaces.county), value: search.county, without: { county: undefined } },
    ...texts.map(([name, label]) => ({
      label: t(label),
      value: search[name],
      without: { [name]: undefined },
    })),
    {
      label: t(ofPlaces.area),
      value: useAreaName(search.areaId),
      without: { areaId: undefined },
    },
    ...timeChips(search),
    ...reviewChips(search),
    {
      label: t(say.organisation),
      value: useNgoName(search.ngoId),
      without: { ngoId: undefined },
    },
    {
      label: t(say.withAnswer),
      value: option && [option, value, hour].filter(Boolean).join(', '),
      without: { optionId: undefined, optionValue: undefined, answeredHour: undefined },
    },
    {
      label: t(say.withAnswer),
      value: useOptionName(search.withOptionId),
      without: { withOptionId: undefined },
    },
    ...ticks.map(([name, label]) => ({
      value: search[name] && t(label),
      without: { [name]: undefined },
    })),
  ]
}
