import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/read/api.ts'
import { elections } from '../contract.ts'

/** Which election the screens show; undefined while that is not known. */
export const useElectionId = () => useQuery(read(elections.current, {})).data?.id

/** The day of the election and its zone; undefined while they are not known. */
export function useElectionDay(): { readonly day: string; readonly timezone: string } | undefined {
  const { data } = useQuery(read(elections.current, {}))
  return data && { day: data.day, timezone: data.timezone }
}
