import { useQuery } from '@tanstack/react-query'
import { AccountsPage } from '#features/accounts/web/accounts-page.tsx'
import { places } from '#features/places/contract.ts'
import { read } from '#kit/web/read/api.ts'

/** The accounts, with the counties of the election that they can be limited to. */
export function AccountsScreen() {
  const { data: counties = [] } = useQuery(read(places.counties, {}))
  return <AccountsPage counties={counties} />
}
