import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Person } from '#testing/stage.ts'
import { reviews } from '../contract.ts'

type Draft = CallInput<typeof reviews.change>['body']

/** A report as lists show it. */
type Listed = Pick<Draft['reports'][number], 'observerId' | 'pollingStationId'> & {
  readonly lastModified: Date
}

/** Reviews reports as this person sees them. */
export const review = (
  person: Person,
  reports: readonly Listed[],
  change: Omit<Draft, 'reports'>,
) =>
  person.call(reviews.change, {
    body: {
      ...change,
      reports: reports.map(({ observerId, pollingStationId, lastModified }) => ({
        ...{ observerId, pollingStationId },
        lastModified: lastModified.toISOString(),
      })),
    },
  })
