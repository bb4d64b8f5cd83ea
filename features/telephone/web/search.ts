import * as z from 'zod'
import { type Id, id } from '#kit/contract/value/id.ts'
import { maybe } from '#kit/web/search.ts'

/** The station that the call is about. */
export const TelephoneSearch = z.object({ station: maybe(id('pollingStations')) })
export type TelephoneSearch = z.output<typeof TelephoneSearch>

export const page = '/signed-in/observatori/telefon/$observerId'

/** A report: its observer and station. */
export type Subject = {
  readonly observerId: Id<'observers'>
  readonly pollingStationId: Id<'pollingStations'>
}
