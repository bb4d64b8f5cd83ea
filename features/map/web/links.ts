import type { MapStations } from '../contract.ts'

/** Where a station is shown. */
export const stationLink = ({ ids }: MapStations, index: number) =>
  ({ to: '/stations/$id', params: { id: String(ids[index] ?? '') } }) as const
