import { NgoFilter } from '#features/accounts/web/ngo-filter.tsx'
import { OptionFilter } from '#features/forms/web/option-filter.tsx'
import { AreaFilter } from '#features/places/web/area-filter.tsx'
import { AssigneeFilter } from '#features/reviews/web/review-filter.tsx'
import { t } from '#kit/web/language.ts'
import { useNarrow } from '#kit/web/search.ts'
import { TextFilter } from '#kit/web/ui/filter/text-filter.tsx'
import { AnswerFilters, type AnswerSearch, useReview } from '../search.ts'
import { say } from './copy.ts'

/** The rarer filters of the list. */
export function MoreFilters() {
  const { search } = useReview()
  const narrow = useNarrow<AnswerSearch>()
  return (
    <>
      <TextFilter
        label={t(say.observerName)}
        value={search.observerName}
        schema={AnswerFilters.shape.observerName.unwrap()}
        onFilter={(observerName, isTyping) => narrow({ observerName }, isTyping)}
      />
      <AreaFilter areaId={search.areaId} onChange={(areaId) => narrow({ areaId })} />
      <NgoFilter ngoId={search.ngoId} onChange={(ngoId) => narrow({ ngoId })} />
      <AssigneeFilter assigned={search.assigned} assignee={search.assignee} onChange={narrow} />
      <OptionFilter
        onChange={(optionId) =>
          narrow(search.optionId === undefined ? { optionId } : { withOptionId: optionId })
        }
      />
    </>
  )
}
