import type { Id } from '#kit/contract/id.ts'

/** More ids than this would make an address that servers on the way refuse. */
const mostInAddress = 200

/** Where the ids are kept that `toObserverIds=stored` stands for, until the tab is closed. */
export const recipientsKey = 'to-observer-ids'

/** The screen on which these observers are written to. */
export function notificationAddress(ids: readonly Id<'observers'>[]): string {
  const said = JSON.stringify(ids)
  if (ids.length <= mostInAddress) return `/notifications?toObserverIds=${encodeURIComponent(said)}`
  sessionStorage.setItem(recipientsKey, said)
  return '/notifications?toObserverIds=stored'
}
