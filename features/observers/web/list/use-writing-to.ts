import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { elections } from '#features/elections/contract.ts'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { notificationAddress, type Words } from '../recipients.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The list in which the recipients were selected: its address, and its place in the browser's history. */
    selectedAt?: { readonly href: string; readonly index: number }
  }
}

/** Opens the page that writes a message to these observers; `words` start its text. */
export function useWritingTo() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  return async (ids: readonly Id<'observers'>[], words?: Words): Promise<void> => {
    const { id } = await client.fetchQuery(read(elections.current, {}))
    const { state, href } = router.state.location
    const selectedAt = state.selectedAt ?? { href, index: state.__TSR_index }
    await navigate({ href: notificationAddress(id, ids, words), state: { selectedAt } })
  }
}
