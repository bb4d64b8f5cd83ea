import { useQuery } from '@tanstack/react-query'
import { session } from '#features/session/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { call, read } from '#kit/web/read/api.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import type { Selection } from '#kit/web/ui/table/selection.ts'
import { observers } from '../../contract.ts'
import type { ObserverSearch } from '../search.ts'
import { filterOf, pageSize, useListSearch } from './list-search.ts'

/** Reports are announced to those who read answers; here polling is enough. */
const lookMs = 60_000

/** The current page of the list. */
export function useObservers() {
  const { search } = useListSearch()
  const query = { ...filterOf(search), page: search.page ?? 1, pageSize }
  return useListPage(observers.list, { query }, lookMs)
}

/** The selected observers, also those on pages that were never loaded. */
export async function selectedIds(
  { kind, keys }: Selection,
  search: ObserverSearch,
): Promise<Id<'observers'>[]> {
  if (kind === 'these') return [...keys].map((key) => Number(key) as Id<'observers'>)
  const { ids } = await call(observers.ids, { query: filterOf(search) })
  return ids.filter((id) => !keys.has(String(id)))
}

/** Users of one organisation see only that one, and need not be told which. */
export const useSeesEveryNgo = (): boolean =>
  useQuery(read(session.me, {})).data?.seesEveryNgo === true
