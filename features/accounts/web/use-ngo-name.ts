import { useQuery } from '@tanstack/react-query'
import { useMay } from '#features/session/web/may.tsx'
import { read } from '#kit/web/read/api.ts'
import { accounts } from '../contract.ts'

/** The active organisations, as far as the reader may list them. */
export function useNgos(isWanted = true) {
  const enabled = useMay('accounts') === true && isWanted
  const { data = [] } = useQuery({ ...read(accounts.listNgos, {}), enabled })
  return data.filter(({ isActive }) => isActive)
}

/** The name of an organisation by which a list is narrowed; its id where the reader may not list them. */
export function useNgoName(ngoId: number | undefined): string | undefined {
  const ngos = useNgos(ngoId !== undefined)
  return ngoId === undefined ? undefined : (ngos.find(({ id }) => id === ngoId)?.name ?? `${ngoId}`)
}
