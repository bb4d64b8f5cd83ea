import { useQuery } from '@tanstack/react-query'
import { useNgoName, useNgos } from '#features/accounts/web/use-ngo-name.ts'
import { useOptionName } from '#features/forms/web/use-option-name.ts'
import { CountyChoice } from '#features/places/web/county-choice.tsx'
import { say as ofReviews, stateNames } from '#features/reviews/copy.ts'
import { session } from '#features/session/contract.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
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
  const ngos = useNgos()
  const seesEveryNgo = useQuery(read(session.me, {})).data?.seesEveryNgo === true
  return (
    <FilterBar
      onChange={narrow}
      chips={useChips()}
      beside={
        <Checkbox
          isSelected={reviewState === 'verified'}
          onChange={(isWanted) => narrow({ reviewState: isWanted ? 'verified' : undefined })}
        >
          {t(say.verified)}
        </Checkbox>
      }
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
      {seesEveryNgo && ngos.length > 1 && (
        <Select
          label={t(say.organisation)}
          items={[
            { id: '', text: t(say.allOrganisations) },
            ...ngos.map(({ id, name }) => ({ id: String(id), text: name })),
          ]}
          value={String(ngoId ?? '')}
          onChange={(chosen) => narrow({ ngoId: ngos.find(({ id }) => String(id) === chosen)?.id })}
          className="sm:w-60"
        />
      )}
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
