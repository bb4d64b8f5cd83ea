import type { Points } from './geo.ts'

/** Where a station is shown. */
export const stationLink = ({ ids }: Points, index: number) =>
  ({ to: '/stations/$id', params: { id: String(ids[index] ?? '') } }) as const
