import { useQuery } from '@tanstack/react-query'
import { KeysPage } from '#features/keys/web/keys-page.tsx'
import { places } from '#features/places/contract.ts'
import { read } from '#kit/web/read/api.ts'

/** The access keys, with the counties of the election that they can be limited to. */
export function KeysScreen() {
  const { data: counties = [] } = useQuery(read(places.counties, {}))
  return <KeysPage counties={counties} />
}
