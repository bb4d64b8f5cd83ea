import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Person } from '#testing/stage.ts'
import { reviews } from '../contract.ts'
import type { sendingBack } from '../returning-contract.ts'

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

/** How a report is sent back as it was shown. */
export const sentBack = ({
  observerId,
  pollingStationId,
  lastModified,
  review: { revision },
}: Listed & { readonly review: { readonly revision: number } }): CallInput<
  typeof sendingBack.send
>['body'] => ({
  ...{ observerId, pollingStationId, lastModified: lastModified.toISOString(), revision },
  ...{ title: 'Raport de corectat: Aiud 1', message: 'Câte voturi sunt în procesul-verbal?' },
})
