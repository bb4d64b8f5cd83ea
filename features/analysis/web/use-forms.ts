import { useQueries } from '@tanstack/react-query'
import { forms } from '#features/forms/contract.ts'
import { read } from '#kit/web/read/api.ts'
import { useAnalysisSearch } from './search.ts'

/** The forms that were ever published, hidden ones last; and the one that is open, by default the first. */
export function useForms() {
  const { form } = useAnalysisSearch()
  const [shown, hidden] = useQueries({
    queries: [false, true].map((draft) => read(forms.list, { query: { draft } })),
  })
  const all = [...(shown?.data?.formVersions ?? []), ...(hidden?.data?.formVersions ?? [])]
  const published = all.filter(({ currentVersion }) => currentVersion > 0)
  return {
    forms: published,
    open: form ?? published[0]?.id,
    isLoaded: shown?.data !== undefined && hidden?.data !== undefined,
  }
}
