import { useSearch } from '@tanstack/react-router'
import { VerifiedOnly } from '#features/reviews/review-contract.ts'

/** Whether the page shows figures of verified reports only, as its URL says. */
export const useVerified = (): VerifiedOnly =>
  VerifiedOnly.safeParse(useSearch({ strict: false })).data ?? {}
