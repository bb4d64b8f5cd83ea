import { useQuery } from '@tanstack/react-query'
import { useMay } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { read } from '#kit/web/read/api.ts'
import { accounts } from '../contract.ts'

/** The active organisations, as far as the reader may list them. */
export function useNgos() {
  const enabled = useMay('accounts') === true
  const { data = [] } = useQuery({ ...read(accounts.listNgos, {}), enabled })
  return data.filter(({ isActive }) => isActive)
}

/** The name of an organisation by which a list is narrowed; its id where the reader sees nothing of it. */
export function useNgoName(ngoId: Id<'ngos'> | undefined): string | undefined {
  const { data, isError } = useQuery({
    ...read(accounts.ngoName, { params: { id: ngoId ?? 0 } }),
    enabled: ngoId !== undefined,
  })
  if (ngoId === undefined) return undefined
  return isError ? String(ngoId) : (data?.name ?? '…')
}
