import * as z from 'zod'
import { idsIn, shiftWords } from '#features/observers/web/recipients.ts'
import { type Id, id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'
import { deliveryStates } from '../domain.ts'

// The route tree is loaded before the screens, so it does not import the contract.
export const stationNumber = whole(0, 999_999_999)

/** The recipients of a message: all observers, some of them, or those at some of a county's stations. */
export const SendSearch = z.object({
  /**
   * Ids as JSON, or the name of a list that this tab keeps: too many for a URL. An unreadable one stays: it
   * meant some observers, never all.
   */
  toObserverIds: z
    .unknown()
    .transform((value) => (value === undefined ? value : String(value)))
    .optional(),
  county: maybe(filledLine(256)),
  /** The first and last station of the county; by default all. */
  from: maybe(stationNumber),
  to: maybe(stationNumber),
  /** The message to send again. */
  again: maybe(id('notifications')),
  /** The recipients have taken over a shift, or were replaced in one. */
  about: maybe(z.enum(shiftWords)),
})
export type SendSearch = z.output<typeof SendSearch>

const page = maybe(whole(1, largestInteger))

export const HistorySearch = z.object({ page })

export const SentSearch = z.object({ state: maybe(z.enum(deliveryStates)), page })
export type SentSearch = z.output<typeof SentSearch>

/** Numbers, and no texts that could be read as such. */
const Numbers = z.array(z.number())
const Ids = z.array(id('observers')).min(1)

/**
 * The observers that the URL names in an election; undefined when it is unreadable, or names a list not kept
 * for it here.
 */
export function idsOf(value: string, electionId: Id<'elections'>): Id<'observers'>[] | undefined {
  try {
    return [...new Set(Ids.parse(Numbers.parse(JSON.parse(idsIn(value, electionId) ?? ''))))]
  } catch {
    return undefined
  }
}
