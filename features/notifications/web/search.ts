import * as z from 'zod'
import { saidBy } from '#features/observers/web/recipients.ts'
import { type Id, id, largestInteger, whole } from '#kit/contract/value/id.ts'
import { filledLine } from '#kit/contract/value/text.ts'
import { maybe } from '#kit/web/search.ts'
import { deliveryStates } from '../domain.ts'

// The site map reads this before the screens are there, so it knows nothing of the contract.
const stationNumber = whole(0, 999_999_999)

/** Whom a message goes to: all observers, some of them, or who is at some of a county's stations. */
export const SendSearch = z.object({
  /**
   * Ids as JSON, or the name of a list that this tab keeps: too many for an address. One that cannot be
   * read stays: it meant some, and never everybody.
   */
  toObserverIds: z
    .unknown()
    .transform((said) => (said === undefined ? said : String(said)))
    .optional(),
  county: maybe(filledLine(256)),
  /** With `to`: they have been searched for. */
  from: maybe(stationNumber),
  to: maybe(stationNumber),
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
 * The observers that the address names in an election; undefined when it cannot be read, or names what is not
 * kept for it here.
 */
export function idsOf(said: string, electionId: Id<'elections'>): Id<'observers'>[] | undefined {
  try {
    return [...new Set(Ids.parse(Numbers.parse(JSON.parse(saidBy(said, electionId) ?? ''))))]
  } catch {
    return undefined
  }
}
