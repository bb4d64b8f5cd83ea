import * as z from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { figures } from '#kit/contract/figures.ts'
import { live } from '#kit/contract/live.ts'
import { id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { instant } from '#kit/contract/value/instant.ts'
import { account, ReviewState, reasonText } from './review-contract.ts'

/** The most reports that one call changes. */
export const mostReviewed = 1000

/** A change to the review of reports. Absent fields stay. */
export const ReviewChange = z
  .object({
    reports: z
      .array(
        z.object({
          observerId: id('observers'),
          pollingStationId: id('pollingStations'),
          lastModified: instant.describe('As the caller saw it: a later answer was not reviewed.'),
          revision: whole(0, largestInteger)
            .optional()
            .describe('Of the review that was shown. If another one is stored, it is left.'),
        }),
      )
      .min(1)
      .max(mostReviewed),
    state: ReviewState.optional(),
    reason: reasonText.optional().describe('Why the reports are set aside: required for that.'),
    assignee: account
      .nullable()
      .optional()
      .describe('An account that may review these reports; null: unassigned.'),
  })
  .refine(({ state, assignee }) => state !== undefined || assignee !== undefined, {
    path: ['state'],
    message: 'Must be given where no assignee is',
  })
  .refine(({ state, reason }) => (state === 'set-aside') === (reason !== undefined), {
    path: ['reason'],
    message: 'Must be given for reports that are set aside, and for no others',
  })
  .meta({
    examples: [
      {
        reports: [
          { observerId: 12, pollingStationId: 12, lastModified: '2026-11-22T08:21:11.000Z' },
        ],
        state: 'set-aside',
        reason: 'Trimis de la altă secție.',
      },
    ],
  })
export type ReviewChange = z.output<typeof ReviewChange>

/** The review of a report was changed. */
export const reviewsChanged = live({ name: 'reviews.changed', payload: z.object({}) })

export const reviews = {
  change: endpoint({
    method: 'POST',
    path: '/api/v1/reviews',
    access: 'review',
    summary: 'Sets the state of reports, or who works on them',
    description:
      'Reports that the caller does not see are skipped. Refused if all reviews were changed since they were shown.',
    body: ReviewChange,
    reply: z.object({
      changeId: id('reviewChanges').describe('The act, to undo all of it.'),
      changed: z.int().describe('How many reports.'),
      conflicts: z
        .array(z.object({ observerId: id('observers'), pollingStationId: id('pollingStations') }))
        .describe('Reports whose review was changed since it was shown: they are left.'),
    }),
    problems: ['thing.not-found', 'thing.changed-meanwhile'],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/v1/reviews/:changeId/undo',
    access: 'review',
    summary: 'Undoes a change of reviews',
    description: 'Reports that were changed again since keep their later state.',
    params: z.object({ changeId: id('reviewChanges') }),
    reply: z.object({
      undone: z.int().describe('How many reports.'),
      delivered: z.int().describe('To how many the message went out that sent them back.'),
    }),
    problems: ['thing.not-found'],
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/count',
    access: 'read',
    summary: 'Counts reports by state',
    hasFigures: true,
    reply: figures(
      z.object({
        counts: z.array(z.object({ state: ReviewState, reports: z.int(), flagged: z.int() })),
      }),
    ),
  }),
  listReviewers: endpoint({
    method: 'GET',
    path: '/api/v1/reviews/reviewers',
    access: 'read',
    summary: 'Lists the accounts to which the caller can assign reports',
    description:
      'Of the caller’s organisation; callers limited to some counties can assign to themselves.',
    reply: z.object({ accounts: z.array(account) }),
  }),
}
