import type { LinkProps } from '@tanstack/react-router'
import type { MapStations } from '../contract.ts'

type Target = { readonly to: NonNullable<LinkProps['to']> } & Pick<LinkProps, 'params' | 'search'>

/** Where a station is shown: in the list of its county. */
export const stationLink = ({ countyIds, numbers }: MapStations, index: number) =>
  ({
    to: '/polling-stations/$id',
    params: { id: String(countyIds[index] ?? '') },
    search: { station: String(numbers[index] ?? '') },
  }) as const satisfies Target
