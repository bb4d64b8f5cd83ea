import * as z from 'zod'
import { instant } from '#kit/contract/value/instant.ts'
import { personal } from '#kit/contract/value/personal.ts'
import { filledLine } from '#kit/contract/value/text.ts'

/** The states of a report, in the order in which it goes through them. */
export const reviewStates = ['new', 'in-work', 'follow-up', 'verified', 'set-aside'] as const
export const ReviewState = z
  .enum(reviewStates)
  .describe(
    '`verified` and `follow-up` end once the report changes: it is `new` again. A report `set-aside` counts nowhere.',
  )
export type ReviewState = z.output<typeof ReviewState>

export const account = filledLine(200).meta({ examples: ['ana'] })

/** The filters of a list by review. */
export const ReviewFilter = z.object({
  reviewState: ReviewState.optional(),
  assigned: z
    .enum(['me', 'none'])
    .optional()
    .describe('Only threads that are assigned to the caller, or not assigned.'),
  assignee: personal(
    account.optional().describe('Only threads that are assigned to this account.'),
  ),
})
export type ReviewFilter = z.output<typeof ReviewFilter>

/** The filter of figures, named as that of the lists. */
export const VerifiedOnly = z.object({ reviewState: z.literal('verified').optional() })
export type VerifiedOnly = z.output<typeof VerifiedOnly>

/** Why a report is set aside, or what is to be corrected. */
export const mostReason = 500
export const reasonText = filledLine(mostReason).meta({ examples: ['Trimis de la altă secție.'] })

/** The state of a report, and who works on it. */
export const Review = z.object({
  revision: z.int().describe('The number of its last change; 0: none.'),
  state: ReviewState,
  endedState: ReviewState.nullable().describe(
    'Its state until the report changed; else null. A report set aside stays so.',
  ),
  reason: z
    .string()
    .meta({ examples: ['Trimis de la altă secție.'] })
    .describe('Why it is set aside, or what its observer was asked to correct; else empty.'),
  assignee: account.nullable().describe('An account; null: unassigned.'),
  changedBy: z
    .string()
    .meta({ examples: ['ana'] })
    .nullable(),
  changedAt: instant.nullable(),
  seenUntil: instant
    .nullable()
    .describe('The state of the report that was reviewed: later answers came after it.'),
})
export type Review = z.output<typeof Review>
