import { useQuery } from '@tanstack/react-query'
import { elections } from '#features/elections/contract.ts'
import { wallClock } from '#kit/contract/value/instant.ts'
import { read } from '#kit/web/read/api.ts'

/** A moment by the wall clock of a zone, as it is typed: `2026-11-22 06:30`. */
export const typedMoment = (at: Date, zone: string): string =>
  wallClock(at, zone).toISOString().slice(0, 16).replace('T', ' ')

/** Whether a moment is typed in full. */
export const isMoment = (typed: string): boolean =>
  /^\d{4}-\d{2}-\d{2} ([01]?\d|2[0-3]):[0-5]\d$/.test(typed)

/** As the server reads it: two digits of the hour. */
export const saidMoment = (typed: string): string => typed.replace(/ (\d:)/, ' 0$1')

/** The day of the election and its zone; undefined while they are not known. */
export function useElectionDay(): { readonly day: string; readonly timezone: string } | undefined {
  const { data } = useQuery(read(elections.current, {}))
  return data && { day: data.day, timezone: data.timezone }
}
