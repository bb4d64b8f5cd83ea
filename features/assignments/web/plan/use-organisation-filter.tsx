import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accounts } from '#features/accounts/contract.ts'
import { useMay } from '#features/session/web/may.tsx'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import { Select } from '#kit/web/ui/field/select.tsx'
import { say } from '../../copy.ts'
import { usePlanSearch } from './plan-search.ts'

/** Other lists than that of the plan begin anew too. */
const firstPages = { uncoveredPage: undefined, unassignedPage: undefined }

/** Whose observers all parts of the page tell of; undefined where only one organisation observes, or for one of them. */
export function useOrganisationFilter(): ReactNode {
  const { search, go } = usePlanSearch()
  const enabled = useMay('set-up') === true
  const { data: ngos = [] } = useQuery({ ...read(accounts.listNgos, {}), enabled })
  const active = ngos.filter(({ id, isActive }) => isActive || String(id) === search.ngoId)
  if (active.length < 2) return undefined
  const any = ''
  return (
    <Select
      label={t(say.ngo)}
      items={[
        { id: any, text: t(say.allOrganisations) },
        ...active.map(({ id, name }) => ({ id: String(id), text: name })),
      ]}
      value={search.ngoId ?? any}
      onChange={(ngoId) => go({ ...firstPages, ngoId: ngoId || undefined })}
      className="w-60 max-sm:w-full"
    />
  )
}
