import { useListPage } from '#kit/web/read/list-page.ts'
import { assignments } from '../../contract.ts'
import { filterOf, pageSize, usePlanSearch } from './plan-search.ts'

/** The current page of the list. */
export function useAssignments() {
  const { search } = usePlanSearch()
  const query = { ...filterOf(search), page: search.page ?? 1, pageSize }
  return useListPage(assignments.list, { query })
}
