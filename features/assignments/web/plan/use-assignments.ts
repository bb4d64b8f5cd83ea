import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/read/api.ts'
import { assignments } from '../../contract.ts'
import { filterOf, pageSize, usePlanSearch } from './plan-search.ts'

/** The current page of the list. The previous one stays until it is loaded. */
export function useAssignments() {
  const { search } = usePlanSearch()
  const query = { ...filterOf(search), page: search.page ?? 1, pageSize }
  return useQuery({
    ...read(assignments.list, { query }),
    placeholderData: keepPreviousData,
  })
}
