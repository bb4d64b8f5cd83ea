import * as z from 'zod'
import { flag } from '#kit/contract/value/flag.ts'
import { largestInteger, whole } from '#kit/contract/value/id.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'

const id = maybe(z.string().regex(/^\d{1,9}$/))

/** The rows that are compared, in the URL. */
export const AreasSearch = z.object({
  /** Organisations, the stations of an area, or by default areas. */
  by: maybe(z.enum(['organisation', 'station'])),
  /** The area whose parts are compared; without it the counties. */
  areaId: id,
  /** By name or by the late of a milestone; descending with a minus. By default the order of the server. */
  sort: maybe(z.string().regex(/^-?(name|\d{1,9})$/)),
})
export type AreasSearch = z.output<typeof AreasSearch>

/** The filters of deployment in the URL. The contract is loaded with the page. */
export const DeploymentSearch = z.object({
  /** An area of any level. */
  countyId: id,
  ngoId: id,
  stationId: id,
  observerId: id,
  milestoneId: id,
  /** A state; whether it exists is checked when it is used. */
  state: maybe(filledLine(20)),
  name: maybe(filledLine(200)),
  /** The minutes of silence. */
  silent: maybe(whole(1, 10_000)),
  /** Only observers elsewhere. */
  elsewhere: maybe(flag),
  page: maybe(whole(1, largestInteger)),
})
export type DeploymentSearch = z.output<typeof DeploymentSearch>
