import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { elections } from '#features/elections/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { notificationAddress } from '../recipients.ts'

/** Opens the page for a message to these observers, which may be one that was sent before. */
export function useWritingTo() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (ids: readonly Id<'observers'>[], again?: Id<'notifications'>): Promise<void> => {
    const { id } = await client.fetchQuery(read(elections.current, {}))
    await navigate({ href: notificationAddress(id, ids, again) })
  }
}
