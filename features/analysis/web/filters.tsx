import { NgoFilter } from '#features/accounts/web/ngo-filter.tsx'
import { useNgoName } from '#features/accounts/web/use-ngo-name.ts'
import { useOptionName } from '#features/forms/web/use-option-name.ts'
import { CountyChoice } from '#features/places/web/county-choice.tsx'
import { say as ofReviews, stateNames } from '#features/reviews/copy.ts'
import { VerifiedOnly } from '#features/statistics/web/verified-only.tsx'
import { t } from '#kit/web/language.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { FilterBar } from '#kit/web/ui/filter/filter-bar.tsx'
import { say } from '../copy.ts'
import { type AnalysisSearch, useAnalysisSearch } from './search.ts'
import { useForms } from './use-forms.ts'

/** Which form, and which reports count; kept in the URL. */
export function Filters({ hasForms = false }: { hasForms?: boolean }) {
  const { county, reviewState, ngoId } = useAnalysisSearch()
  const narrow = useNarrow<AnalysisSearch>()
  const { forms, open } = useForms()
  return (
    <FilterBar
      onChange={narrow}
      chips={useChips()}
      beside={<VerifiedOnly reviewState={reviewState} />}
    >
      {hasForms && (
        <Select
          label={t(say.form)}
          items={forms.map(({ id, code, description }) => ({
            id: String(id),
            text: description ? `${code} – ${description}` : code,
          }))}
          value={open === undefined ? null : String(open)}
          onChange={(id) => narrow({ form: forms.find((one) => String(one.id) === id)?.id })}
          className="sm:w-60"
        />
      )}
      <CountyChoice code={county} onChange={(code) => narrow({ county: code })} />
      <NgoFilter
        ngoId={ngoId}
        onChange={(chosen) => narrow({ ngoId: chosen })}
        className="sm:w-60"
      />
    </FilterBar>
  )
}

/** The active filters in words. */
export function useChips() {
  const { county, ngoId, reviewState, withOptionId } = useAnalysisSearch()
  return [
    { label: t(say.county), value: county, without: { county: undefined } },
    { label: t(say.organisation), value: useNgoName(ngoId), without: { ngoId: undefined } },
    {
      label: t(ofReviews.state),
      value: reviewState && t(stateNames[reviewState]),
      without: { reviewState: undefined },
    },
    {
      label: t(say.withAnswer),
      value: useOptionName(withOptionId),
      without: { withOptionId: undefined },
    },
  ]
}
