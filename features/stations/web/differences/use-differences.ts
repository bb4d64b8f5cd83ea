import { useSearch } from '@tanstack/react-router'
import type { Id } from '#kit/contract/value/id.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { useNarrow } from '#kit/web/search.ts'
import { stations } from '../../contract.ts'
import type { DifferencesSearch } from './search.ts'

const pageSize = 50

/** The search parameters and their setter. */
export function useDifferencesSearch() {
  const search = useSearch({ from: '/signed-in/stations/differences' })
  return { search, go: useNarrow<DifferencesSearch>() }
}

export const leftOutIn = ({ without }: DifferencesSearch): readonly string[] =>
  without?.split('.') ?? []

/** The server's filter, without the page. */
export function filterOf(search: DifferencesSearch) {
  const { areaId, formId, questionId, state } = search
  const without = leftOutIn(search).map(Number)
  return {
    ...(state && { state }),
    ...(areaId && { areaId: Number(areaId) as Id<'areas'> }),
    ...(formId && { formId: Number(formId) as Id<'forms'> }),
    ...(questionId && { questionId: Number(questionId) }),
    ...(without.length > 0 && { without }),
  }
}

export const isNarrowed = (search: DifferencesSearch) => Object.keys(filterOf(search)).length > 0

export function useDifferences() {
  const { search } = useDifferencesSearch()
  const query = { ...filterOf(search), page: search.page ?? 1, pageSize }
  return useListPage(stations.differences, { query })
}
