import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { readAllPages } from '#kit/web/read/all-pages.ts'
import { call, read, useTouch } from '#kit/web/read/api.ts'
import { serverNow } from '#kit/web/read/clock.ts'
import { useListPage } from '#kit/web/read/list-page.ts'
import { isSelected, type Selection } from '#kit/web/ui/table/selection.ts'
import { dueMinutes, type Expected, milestones } from '../../contract.ts'
import type { AreasSearch, DeploymentSearch } from '../search.ts'
import { comparisonOf, filterOf, pageSize, useDeploymentSearch } from './deployment-search.ts'

/** The reads that a change of assignments or excuses invalidates. */
export const counted: readonly Endpoint[] = [milestones.deployment, milestones.expected]

/** The deadlines of shifts on other pages are not known here: they are looked for now and then. */
const lookMs = 60_000

export const useMilestones = () => useQuery(read(milestones.list, {}))

/** How far each area or organisation is. */
export function useComparison(search: AreasSearch = {}) {
  return useQuery({
    ...read(milestones.deployment, { query: comparisonOf(search) }),
    refetchInterval: lookMs,
  })
}

/**
 * How many late or due milestones the listed assignments have, as *Now* counts them; undefined if the list has filters
 * without stored counts.
 */
export function useDeadlineCount(): number | undefined {
  const { search } = useDeploymentSearch()
  const { areaId, ngoId, milestoneId, state, ...more } = filterOf(search)
  const isCounted = (state === 'late' || state === 'due') && Object.keys(more).length === 0
  const counts = read(milestones.deployment, { query: ngoId ? { ngoId } : {} })
  const { data } = useQuery({ ...counts, enabled: isCounted })
  const rows = data?.rows.filter(({ id }) => areaId === undefined || Number(id) === areaId) ?? []
  // An area that is no county has no row.
  if (!isCounted || rows.length === 0) return undefined
  return rows
    .flatMap((row) => row.milestones)
    .filter((one) => milestoneId === undefined || one.milestoneId === milestoneId)
    .reduce((sum, { counts }) => sum + counts[state], 0)
}

/** By urgency of a call. */
export const order = 'call' as const

/** The current page of the list. */
export function useExpected() {
  const { search } = useDeploymentSearch()
  const query = { ...filterOf(search), order, page: search.page ?? 1, pageSize }
  return useListPage(milestones.expected, { query }, lookMs)
}

/** The selected assignments that are still in the list, also those on pages that were never loaded. */
export async function selectedRows(
  selection: Selection,
  search: DeploymentSearch,
): Promise<Expected[]> {
  const rows = await readAllPages((page) =>
    call(milestones.expected, { query: { ...filterOf(search), order, ...page } }),
  )
  return rows.filter(({ assignmentId }) => isSelected(selection, String(assignmentId)))
}

/** The longest that a browser waits for anything. */
const mostMs = 2 ** 31 - 1

/** Refetches when the next deadline comes near or passes, because states also change by the clock. */
export function useDeadlines(): void {
  const due = useMilestones().data
  const rows = useExpected().data?.data
  useRereading([
    ...(due ?? []).flatMap(({ dueAt }) => dueAt ?? []),
    ...(rows ?? []).flatMap((row) => row.milestones.map(({ dueAt }) => dueAt)),
  ])
}

/** Reads the states again when the next of these deadlines comes near or passes. */
export function useRereading(deadlines: readonly Date[]): void {
  const touch = useTouch()
  const refetch = useEffectEvent(() => void touch(...counted))
  const now = serverNow()
  const next = deadlines
    .flatMap((at) => [at.getTime() - dueMinutes * 60_000, at.getTime()])
    .reduce((least, at) => (at > now && at < least ? at : least), Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    // The server has to agree that it has passed.
    const timer = setTimeout(refetch, Math.min(mostMs, next - serverNow() + 200))
    return () => clearTimeout(timer)
  }, [next])
}
