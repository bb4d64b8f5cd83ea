import { useQuery } from '@tanstack/react-query'
import { HooksPage } from '#features/hooks/web/hooks-page.tsx'
import { places } from '#features/places/contract.ts'
import { read } from '#kit/web/read/api.ts'

/** The web hooks, with the counties of the election that they can be limited to. */
export function HooksScreen() {
  const { data: counties = [] } = useQuery(read(places.counties, {}))
  return <HooksPage counties={counties} />
}
