import { useQueries } from '@tanstack/react-query'
import { forms } from '#features/forms/contract.ts'
import { read } from '#kit/web/read/api.ts'
import type { SectionsByVersion } from './filled-form.ts'
import type { FormTab } from './form-list.ts'

/** The versions of a form that a report needs: those that were answered, and the one phones show now. */
export function useVersions({ id, version, currentVersion, completed }: FormTab) {
  const numbers = [...completed.map(({ formVersion }) => formVersion), version, currentVersion]
  const wanted = [...new Set(numbers.filter((number) => number !== undefined))]
  return useQueries({
    queries: wanted.map((number) => ({
      ...read(forms.get, { params: { id }, query: { version: number } }),
      // A published version never changes.
      staleTime: 'static' as const,
    })),
    combine: (queries) => {
      const known: SectionsByVersion = new Map(
        wanted.map((number, nth) => [number, queries[nth]?.data ?? []]),
      )
      const failed = queries.find(({ error, failureReason }) => error ?? failureReason)
      return {
        data: queries.every(({ data }) => data !== undefined) ? known : undefined,
        error: failed?.error ?? null,
        failureReason: failed?.failureReason ?? null,
        refetch: () => queries.map(({ refetch }) => refetch()),
      }
    },
  })
}
