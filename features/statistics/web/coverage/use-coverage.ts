import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { assignments } from '#features/assignments/contract.ts'
import { milestones } from '#features/milestones/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { useNarrow } from '#kit/web/search.ts'
import type { CoverageSearch } from '../search.ts'

/** Refetches at this interval: a passing deadline changes figures without an event. */
const lookMs = 60_000

/** The search parameters and their setter. */
export function useCoverageSearch() {
  const search = useSearch({ from: '/signed-in/statistics/coverage' })
  return { search, go: useNarrow<CoverageSearch>() }
}

const as = <Table extends string>(value: string | undefined) =>
  value === undefined ? undefined : (Number(value) as Id<Table>)

/** The server's filter by area and organisation. */
export function whichOf({ areaId, ngoId }: CoverageSearch) {
  const [area, ngo] = [as<'areas'>(areaId), as<'ngos'>(ngoId)]
  return { ...(area && { areaId: area }), ...(ngo && { ngoId: ngo }) }
}

/** The same, of all or of verified reports. */
export const coverageQueryOf = ({ reviewState, ...search }: CoverageSearch) => ({
  ...whichOf(search),
  ...(reviewState && { reviewState }),
})

/** The filter with the milestone. */
export function participationQueryOf(search: CoverageSearch) {
  const milestone = as<'milestones'>(search.milestoneId)
  return { ...whichOf(search), ...(milestone && { milestoneId: milestone }) }
}

export function useCoverage() {
  const { search } = useCoverageSearch()
  return useQuery(read(assignments.areas, { query: coverageQueryOf(search) }))
}

export function useParticipation() {
  const { search } = useCoverageSearch()
  return useQuery({
    ...read(milestones.deployment, { query: whichOf(search) }),
    refetchInterval: lookMs,
  })
}

export const useMilestones = () => useQuery(read(milestones.list, {}))
