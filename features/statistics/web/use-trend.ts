import { useQuery } from '@tanstack/react-query'
import { read } from '#kit/web/read/api.ts'
import { statistics } from '../contract.ts'
import { useVerified } from './use-verified.ts'

/** A new quarter begins even while nothing is reported. */
const lookMs = 60_000

/** Reports and flagged answers of the last hours, by quarter of an hour. */
export function useTrend() {
  const query = { hours: 12, ...useVerified() }
  return useQuery({ ...read(statistics.trend, { query }), refetchInterval: lookMs })
}
