import type { VerifiedOnly } from '#features/reviews/review-contract.ts'
import { t } from '#kit/web/language.ts'
import { readAllPages } from '#kit/web/read/all-pages.ts'
import { call } from '#kit/web/read/api.ts'
import { SaveBars } from '#kit/web/ui/chart/save-bars.tsx'
import { type Statistic, statistics } from '../contract.ts'
import { barsOf, numbersOf } from './bars.ts'
import type { StatisticCard } from './cards.ts'
import { useVerifiedProvenance } from './use-provenance.ts'
import { useVerified } from './use-verified.ts'

type Props = {
  readonly card: StatisticCard
  /** How many rows the picture has. */
  readonly shown: number
}

/** Downloads a card: its visible bars as a picture, or all of its numbers. */
export function SaveCard({ card, shown }: Props) {
  const provenance = useVerifiedProvenance()
  const verified = useVerified()
  const { tone } = card
  return (
    <SaveBars
      title={t(card.title)}
      read={async () => {
        const { all, asOf } = await readAll(card, verified)
        const count = all.reduce((sum, { value }) => sum + Number(value), 0)
        const bars = barsOf(all.slice(0, shown)).map(({ key, label, mark, value }, index) => ({
          ...{ key, value, tone },
          label: `${index + 1}. ${label} · ${mark}`,
        }))
        return { bars, ...numbersOf(all), provenance: provenance(count, asOf) }
      }}
    />
  )
}

/** Reads all rows of a card, beyond those shown. */
async function readAll({ method }: StatisticCard, verified: VerifiedOnly) {
  const times: Date[] = []
  const all: Statistic[] = await readAllPages(async (query) => {
    const reply = await call(statistics.list, {
      params: { method },
      query: { ...query, ...verified },
    })
    times.push(reply.asOf)
    return reply
  })
  // The time of the first page, as later pages may be newer.
  return { all, asOf: times[0] ?? new Date(0) }
}
