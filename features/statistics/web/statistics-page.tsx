import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { useFiguresBehind } from '#kit/web/read/figures.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { FiguresAsOf } from '#kit/web/ui/feedback/figures-as-of.tsx'
import { EmptyState, ErrorState, Loading } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { statistics } from '../contract.ts'
import { say } from '../copy.ts'
import { cards } from './cards.ts'
import { Figures } from './figures.tsx'
import { CardOfStatistics } from './statistic-card.tsx'
import { Trend } from './trend.tsx'
import { useVerified } from './use-verified.ts'
import { VerifiedOnly } from './verified-only.tsx'

/** The statistics; later features add cards to them. */
export function StatisticsPage({ children }: { children?: ReactNode }) {
  const isBehind = useFiguresBehind() !== undefined
  const { reviewState } = useVerified()
  return (
    <Page
      asOf={<FiguresAsOf />}
      title={t(say.statistics)}
      count={isBehind ? undefined : t(say.asOfNow)}
      filters={<VerifiedOnly reviewState={reviewState} />}
    >
      <Figures />
      <Trend />
      <Cards />
      {children}
    </Page>
  )
}

/** The loaded cards. Empty and failed ones are left out. */
function Cards() {
  const read = useCards()
  const shown = read.filter(({ query }) => query.data && query.data.data.length > 0)
  const failed = read.filter(({ query }) => !query.data && query.failureReason)
  const isPending = read.some(({ query }) => !query.data && !query.failureReason)
  const retry = () => {
    for (const { query } of failed) void query.refetch()
  }
  const problem = failed[0]?.query.failureReason

  if (shown.length === 0 && isPending) return <Loading />
  if (shown.length === 0 && problem) return <ErrorState problem={problem} retry={retry} />
  if (shown.length === 0)
    return (
      <EmptyState icon="chart" title={t(say.nothingYet)}>
        {t(say.nothingYetWhy)}
      </EmptyState>
    )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map(({ card, query }) => (
          <CardOfStatistics key={card.key} card={card} statistics={query.data?.data ?? []} />
        ))}
      </div>
      {failed.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-small text-muted">
          {t(say.someFailed, { count: failed.length })}
          <Button look="clear" size="small" onPress={retry}>
            {t(say.retry)}
          </Button>
        </p>
      )}
    </>
  )
}

const most = { page: 1, pageSize: 5 }

function useCards() {
  const query = { ...most, ...useVerified() }
  const queries = useQueries({
    queries: cards.map(({ method }) => read(statistics.list, { params: { method }, query })),
  })
  return cards.flatMap((card, index) => {
    const query = queries[index]
    return query ? [{ card, query }] : []
  })
}
