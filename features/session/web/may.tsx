import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Right } from '#kit/contract/roles.ts'
import { read } from '#kit/web/read/api.ts'
import { session } from '../contract.ts'

/** Whether the current user may do this; undefined while that is not known. */
export function useMay(right: Right): boolean | undefined {
  const { data: me } = useQuery(read(session.me, {}))
  return me?.rights.includes(right)
}

/** Shown only to users with the right. */
export const May = ({ to: right, children }: { to: Right; children: ReactNode }) =>
  useMay(right) ? children : null
