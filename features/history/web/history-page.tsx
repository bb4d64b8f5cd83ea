import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { EmptyState, Loading } from '#kit/web/ui/feedback/states.tsx'
import { Page } from '#kit/web/ui/page.tsx'
import { ListPage } from '#kit/web/ui/table/list-table.tsx'
import { type HistoryQuery, history, mostCounted } from '../contract.ts'
import { say } from '../copy.ts'
import { ChainCard } from './chain-card.tsx'
import { FilterForm } from './filter-form.tsx'
import { LineList } from './line-list.tsx'
import { ProofCard } from './proof-card.tsx'
import { useHistorySearch } from './search.ts'

const pageSize = 50

/** Who did what to what in this election, and the seal that makes changes of it evident. */
export function HistoryPage() {
  const { search } = useHistorySearch()
  const query = { ...search, page: search.page ?? 1, pageSize } as HistoryQuery
  const list = useListPage(history.list, { query })
  const total = list.data?.totalItems
  const mayProve = useMay('set-up')
  return (
    <Page title={t(say.history)} count={total !== undefined && countOf(total)}>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <ChainCard />
        {mayProve && <ProofCard />}
      </div>
      <section aria-label={t(say.lines)} className="rounded-md border border-line bg-surface">
        <div className="border-b border-line px-4 py-3 sm:px-6">
          <FilterForm />
        </div>
        <ListPage list={list}>
          {!list.data ? (
            <Loading />
          ) : total === 0 ? (
            <EmptyState icon="clock" title={t(say.noLines)}>
              {t(say.noLinesWhy)}
            </EmptyState>
          ) : (
            <LineList lines={list.data.data} isLoading={list.isPlaceholderData} />
          )}
        </ListPage>
      </section>
    </Page>
  )
}

const countOf = (total: number) =>
  total === mostCounted ? t(say.atLeast, { count: total }) : t(say.total, { count: total })
