import { QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Problem } from '#kit/contract/problem.ts'

/** As many retries of a read as in the first system. */
const mostRetries = 10

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Problem
  }
}

/** Retries transient failures only; a refusal is final. */
const mayPass = ({ code }: Problem) => code.startsWith('server.')

/** Retry delay: the server's `Retry-After`. */
const patienceMs = (details: Problem['details']) =>
  details && 'retryAfterSeconds' in details ? details.retryAfterSeconds * 1000 : 0

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        networkMode: 'always',
        retry: (failures, problem) => failures < mostRetries && mayPass(problem),
        retryDelay: (failures, { details }) =>
          Math.max(Math.min(500 * 2 ** failures, 10_000), patienceMs(details)),
      },
      mutations: { networkMode: 'always' },
    },
  })

/**
 * Reads failed queries again at once when the server is reachable: after so many retries they would stay failed, and no
 * event names them again.
 */
export const readUnreached = (client: QueryClient): Promise<void> =>
  client.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.fetchFailureReason?.code === 'server.unavailable',
  })

/** Whether something on screen is stale because the server is overloaded. */
export function useIsStale(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () =>
      cache
        .findAll({ type: 'active' })
        .some(({ state }) => state.data && state.fetchFailureReason?.code === 'server.overloaded'),
  )
}
