import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Reply } from '#kit/contract/endpoint.ts'
import { mostOnPage } from '#kit/contract/page.ts'
import type { Problem } from '#kit/contract/problem.ts'
import { t } from '#kit/web/language.ts'
import { explain } from '#kit/web/problems.ts'
import { call, read } from '#kit/web/read/api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { EmptyState, Loaded } from '#kit/web/ui/feedback/states.tsx'
import { Alert } from '#kit/web/ui/field/field.tsx'
import { type Statistic, statistics } from '../contract.ts'
import { say } from '../copy.ts'
import { CardBars } from './card-bars.tsx'
import type { StatisticCard } from './cards.ts'
import { useVerified } from './use-verified.ts'

type CountsReply = Reply<typeof statistics.list>
type Whole = {
  readonly shown: readonly Statistic[]
  readonly total: number
  /** The number of pages. */
  readonly read: number
}

/** The full list of a card, in pages of the maximum size, so that counties fit on the first page. */
export function WholeList({ card }: { card: StatisticCard }) {
  const list = useWholeList(card)
  const more = useMore(list)
  return (
    <Loaded query={list}>
      {({ shown, total }) =>
        shown.length === 0 ? (
          <EmptyState icon="chart" title={t(say.nothingYet)}>
            {t(say.nothingYetWhy)}
          </EmptyState>
        ) : (
          <div className="grid gap-3">
            <CardBars card={card} statistics={shown} />
            <div className="flex flex-wrap items-center justify-between gap-2">
              <p role="status" className="text-small text-muted">
                {t(say.shownOf, { shown: shown.length, total })}
              </p>
              {list.hasNextPage && (
                <Button isPending={list.isFetchingNextPage} onPress={more}>
                  {t(say.more)}
                </Button>
              )}
            </div>
            <Alert>{list.isFetchNextPageError && list.error && explain(list.error)}</Alert>
          </div>
        )
      }
    </Loaded>
  )
}

/** Loads the next page, and retries if a refetch interrupts it, so that no click is lost. */
function useMore(list: ReturnType<typeof useWholeList>): () => void {
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const read = data?.read ?? 0
  const [wanted, setWanted] = useState(0)
  const isLost = read < wanted && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isLost) void fetchNextPage()
  }, [isLost, fetchNextPage])
  return () => {
    setWanted(read + 1)
    void fetchNextPage()
  }
}

/** The pages loaded so far. A recount refetches all of them. */
export function useWholeList({ method }: StatisticCard) {
  const verified = useVerified()
  const sentOf = (page: number) => ({
    params: { method },
    query: { page, pageSize: mostOnPage, ...verified },
  })
  return useInfiniteQuery<CountsReply, Problem, Whole, readonly unknown[], number>({
    queryKey: [...read(statistics.list, sentOf(1)).queryKey, 'page after page'],
    queryFn: ({ pageParam, signal }) => call(statistics.list, sentOf(pageParam), signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
    select: ({ pages }) => ({
      shown: pages.flatMap(({ data }) => data),
      total: pages.at(-1)?.totalItems ?? 0,
      read: pages.length,
    }),
  })
}
