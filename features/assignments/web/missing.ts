import { useQuery } from '@tanstack/react-query'
import { accounts } from '#features/accounts/contract.ts'
import { observers } from '#features/observers/contract.ts'
import { places } from '#features/places/contract.ts'
import { useAreaQuery } from '#features/places/web/use-area-path.ts'
import { session } from '#features/session/contract.ts'
import { useMay } from '#features/session/web/may.tsx'
import type { Id } from '#kit/contract/value/id.ts'
import { t } from '#kit/web/language.ts'
import { read } from '#kit/web/read/api.ts'
import type { Missing } from '#kit/web/ui/feedback/missing.tsx'
import { say } from '../copy.ts'

/** An id that is not a number does not exist either. */
const isNotThere = (code: string | undefined) =>
  code === 'thing.not-found' || code === 'request.invalid'

/** Reports an area in the URL that does not exist; `leave` shows the page without it. */
export function useMissingArea(areaId: string | undefined, leave: () => void): Missing | undefined {
  const code = useAreaQuery(areaId).error?.code
  return areaId !== undefined && isNotThere(code) ? { title: t(say.noSuchArea), leave } : undefined
}

/**
 * The same for an organisation. A user who may not list organisations knows only their own. An inactive one exists, but
 * has no expected observers.
 */
export function useMissingOrganisation(
  ngoId: string | undefined,
  leave: () => void,
): Missing | undefined {
  const mayList = useMay('accounts') === true
  const { data: me } = useQuery(read(session.me, {}))
  const enabled = mayList && ngoId !== undefined
  const { data: ngos } = useQuery({ ...read(accounts.listNgos, {}), enabled })
  if (ngoId === undefined || !me) return undefined
  const found = ngos?.find(({ id }) => String(id) === ngoId)
  if (found && !found.isActive)
    return { title: t(say.ngoOff, { name: found.name }), why: t(say.ngoOffWhy), leave }
  const isUnknown = mayList ? ngos && !found : !me.seesEveryNgo && String(me.ngoId) !== ngoId
  return isUnknown ? { title: t(say.noSuchNgo), leave } : undefined
}

/** The same for an observer. */
export function useMissingObserver(
  observerId: string | undefined,
  leave: () => void,
): Missing | undefined {
  const query = { id: Number(observerId) as Id<'observers'> }
  const { data } = useQuery({
    ...read(observers.list, { query }),
    enabled: observerId !== undefined,
  })
  return observerId !== undefined && data?.totalItems === 0
    ? { title: t(say.noSuchObserver), leave }
    : undefined
}

/** The same of a polling station. */
export function useMissingStation(
  stationId: string | undefined,
  leave: () => void,
): Missing | undefined {
  const params = { id: Number(stationId) as Id<'pollingStations'> }
  const { error } = useQuery({
    ...read(places.station, { params }),
    enabled: stationId !== undefined,
  })
  return stationId !== undefined && isNotThere(error?.code)
    ? { title: t(say.stationNotThere), leave }
    : undefined
}
