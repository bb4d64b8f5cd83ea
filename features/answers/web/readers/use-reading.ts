import { focusManager } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '#kit/web/read/api.ts'
import { currentToken } from '#kit/web/session/session.ts'
import { answers, type OpenThread } from '../../contract.ts'

/** How often a reader says at most that they are still there. */
const signMs = 180_000

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const

/**
 * Marks the current state of a report as seen, and says to others that it is being read: again with later signs of life,
 * and once it is left. A failure only leaves a count or a name for a while.
 */
export function useReading(thread: OpenThread | undefined): void {
  const { observerId, pollingStationId, lastModified } = thread ?? {}
  const seen = lastModified?.toISOString()
  // A hidden tab is kept current, but is not read.
  const isVisible = useSyncExternalStore(focusManager.subscribe, () => focusManager.isFocused())
  useEffect(() => {
    if (!isVisible || !observerId || !pollingStationId || !seen) return
    let sentAt = 0
    const say = (isOpen: boolean) => {
      sentAt = Date.now()
      const body = { observerId, pollingStationId, lastModified: seen, isOpen }
      call(answers.markSeen, { body }).catch(() => undefined)
    }
    const sign = () => {
      if (Date.now() - sentAt >= signMs) say(true)
    }
    say(true)
    for (const name of signs) window.addEventListener(name, sign, { passive: true })
    return () => {
      for (const name of signs) window.removeEventListener(name, sign)
    }
  }, [isVisible, observerId, pollingStationId, seen])

  useEffect(() => {
    if (!observerId || !pollingStationId) return
    const leave = () => {
      // After signing out it expires.
      if (!currentToken()) return
      const body = { observerId, pollingStationId, lastModified: epoch, isOpen: false }
      call(answers.markSeen, { body }).catch(() => undefined)
    }
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [observerId, pollingStationId])
}

/** Leaving a report says nothing about what was seen of it. */
const epoch = new Date(0).toISOString()
