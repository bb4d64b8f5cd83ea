import type { VerifiedOnly as Filter } from '#features/reviews/review-contract.ts'
import { t } from '#kit/web/language.ts'
import { useNarrow } from '#kit/web/search.ts'
import { Checkbox } from '#kit/web/ui/field/checkbox.tsx'
import { say } from '../copy.ts'

/** Narrows figures to verified reports; kept in the URL. */
export function VerifiedOnly({ reviewState }: { readonly reviewState: string | undefined }) {
  const narrow = useNarrow<Filter>()
  return (
    <Checkbox
      isSelected={reviewState === 'verified'}
      onChange={(isWanted) => narrow({ reviewState: isWanted ? 'verified' : undefined })}
    >
      {t(say.verifiedOnly)}
    </Checkbox>
  )
}
