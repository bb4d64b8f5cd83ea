import { useState } from 'react'
import { useTouch } from '#kit/web/api.ts'
import { atMostEvery, useLive } from '#kit/web/live.ts'
import { notifications, notificationsChanged } from '../contract.ts'

const restMs = 1000

/** That phones open a message is not announced, for they do so by the thousand. */
export const openedEveryMs = 30_000

/** Reads again what an announcement says has changed, about once a second at most. */
export function useFollowing(): void {
  const touch = useTouch()
  const { list, find, deliveries } = notifications
  const [readAgain] = useState(() => atMostEvery(restMs, () => touch(list, find, deliveries)))
  useLive(notificationsChanged, readAgain)
}
