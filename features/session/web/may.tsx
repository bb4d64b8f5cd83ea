import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Right } from '#kit/contract/roles.ts'
import { useHasUnsavedWork } from '#kit/web/edit/unsaved-work.ts'
import { read } from '#kit/web/read/api.ts'
import { session } from '../contract.ts'

/**
 * The rights of the current user; undefined while they are unknown. A right that is lost during editing is held until all
 * input is saved or discarded: otherwise the page or window would go, with its input. The server refuses by itself, and
 * `RightsLost` says so.
 */
export function useRights(): { rights: readonly Right[] | undefined; isHeld: boolean } {
  const { data: me } = useQuery(read(session.me, {}))
  const now = me?.rights
  const isWriting = useHasUnsavedWork()
  const [before, setBefore] = useState(now)
  if (!isWriting && before !== now) setBefore(now)
  const lost = isWriting && now ? (before?.filter((right) => !now.includes(right)) ?? []) : []
  return { rights: now && [...now, ...lost], isHeld: lost.length > 0 }
}

/** Whether the current user may do this; undefined while that is not known. */
export const useMay = (right: Right): boolean | undefined => useRights().rights?.includes(right)

/** Shown only to users with the right. */
export const May = ({ to: right, children }: { to: Right; children: ReactNode }) =>
  useMay(right) ? children : null
