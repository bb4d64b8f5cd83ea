import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '#kit/contract/endpoint.ts'
import { read } from './api.ts'

/**
 * One page of a list. The previous page stays, as `isPlaceholderData`, until the next is loaded.
 * @param refetchInterval how often it is read again, in milliseconds, where no event announces its changes
 */
export const useListPage = <E extends Endpoint & { method: 'GET' }>(
  endpoint: E,
  sent: CallInput<E>,
  refetchInterval?: number,
) =>
  useQuery({
    ...read(endpoint, sent),
    placeholderData: keepPreviousData,
    ...(refetchInterval && { refetchInterval }),
  })
