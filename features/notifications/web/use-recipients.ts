import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useElectionId } from '#features/elections/web/use-election.ts'
import { type Observer, observers } from '#features/observers/contract.ts'
import { type County, places } from '#features/places/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { compareNames } from '#kit/web/names.ts'
import { call, read } from '#kit/web/read/api.ts'
import { notifications } from '../contract.ts'
import { type Filling, isFilledForEach } from '../domain.ts'
import { idsOf, type SendSearch } from './search.ts'

/** How many observers chosen elsewhere the page names. */
export const mostNamed = 200

/** The recipients of the message. */
export type Recipients = {
  /** Undefined: all. */
  readonly ids: readonly Id<'observers'>[] | undefined
  /** Undefined: not known yet. */
  readonly count: number | undefined
}

/** The recipients at one moment; `people` are the observers found by the filter, sorted by name. */
export type Reached = Pick<Recipients, 'ids'> & { readonly people: readonly Observer[] }

/** The state in the URL. */
export const useSendSearch = () => ({ search: useSearch({ from: '/signed-in/notifications' }) })

export function useRecipients(): Recipients {
  const { search } = useSendSearch()
  const electionId = useElectionId()
  const { data: total } = useTotal()
  const { data: found } = useFound()
  if (search.toObserverIds !== undefined) {
    if (electionId === undefined) return { ids: [], count: undefined }
    const chosen = idsOf(search.toObserverIds, electionId) ?? []
    return { ids: chosen, count: chosen.length }
  }
  if (search.county === undefined) return { ids: undefined, count: total }
  const ids = found?.map(({ id }) => id) ?? []
  return { ids, count: found?.length }
}

/** How many observers there are. */
export const useTotal = () => useQuery(read(observers.count, {}))

/** The range of stations in the filter, in ascending order. */
export const rangeOf = ({ from, to }: SendSearch) =>
  from !== undefined && to !== undefined && from > to ? { from: to, to: from } : { from, to }

/** The observers now at the stations of the filter. */
export function useFound() {
  const { searched, isAsked } = useSearched()
  return useQuery({ ...searched, enabled: isAsked })
}

/** The recipients at this moment: a filter by stations asks the server again. */
export function useAskingAgain(): () => Promise<Reached> {
  const { ids } = useRecipients()
  const { searched, isAsked } = useSearched()
  const client = useQueryClient()
  return async () => {
    if (!isAsked) return { ids, people: [] }
    const people = byName(await client.fetchQuery({ ...searched, staleTime: 0, retry: false }))
    return { ids: people.map(({ id }) => id), people }
  }
}

function useSearched() {
  const { search } = useSendSearch()
  const { county } = search
  const { from, to } = rangeOf(search)
  const query = {
    countyCodes: [county ?? ''],
    fromPollingStationNumber: from,
    toPollingStationNumber: to,
    currentlyCheckedIn: true,
  }
  const searched = read(observers.active, { query })
  const isChosen = search.toObserverIds !== undefined
  return { searched, isAsked: !isChosen && county !== undefined }
}

export function useCounties(): { counties: readonly County[]; isPending: boolean } {
  const { data = [], isPending } = useQuery({
    ...read(places.countyLimits, {}),
    staleTime: 300_000,
  })
  return { counties: data, isPending }
}

/** The recipients' names, as far as they are shown, sorted. */
export function useNamed(ids: readonly Id<'observers'>[]) {
  const query = { ids: ids.slice(0, mostNamed), pageSize: mostNamed }
  return useQuery(read(observers.list, { query }))
}

/** A preview of the blanks for one recipient; undefined without blanks. */
export function useFilling(message: string, ids: Recipients['ids']): Filling | undefined {
  const body = ids ? { recipients: [...ids] } : {}
  const { data } = useQuery({
    queryKey: ['filling', body],
    queryFn: ({ signal }) => call(notifications.reach, { body }, signal),
    enabled: isFilledForEach(message) && ids?.length !== 0,
  })
  return isFilledForEach(message) ? (data?.sample ?? undefined) : undefined
}

/** Observers in the order of their names. */
export const byName = (list: readonly Observer[]) =>
  list.toSorted((one, other) => compareNames(one.name, other.name))
