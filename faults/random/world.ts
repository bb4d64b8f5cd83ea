import type { Question, Section } from '#features/forms/contract.ts'
import type { StationAddress } from '#features/places/contract.ts'
import type { Trace } from './trace.ts'

/** Where something is said to have been seen, as phones of either generation say it. */
export type At = Pick<StationAddress, 'countyCode' | 'pollingStationNumber'> & {
  readonly municipalityCode?: string
}

export type Chosen = { readonly optionId: number; readonly value: string | null }

/** Something that was sent, and may have to be found again. */
type Sending = {
  readonly at: At
  /** Between the two it was received, if it was. */
  readonly from: number
  readonly to: number
  /** Acknowledged; otherwise nobody knows. */
  readonly isCertain: boolean
}

/** What an observer said to a question, and the question as their phone showed it. */
export type Saying = Sending & {
  readonly questionId: number
  readonly chosen: readonly Chosen[]
  readonly shown: Question
}

/** What an observer said of a station: on arriving, or that they left. */
export type Fact = Sending & {
  readonly slot: 'arrival' | 'leaving'
  /** Which of many alike it is: no two facts say the same number of voters or minute. */
  readonly value: number
}

/** A note; no two say the same. */
export type Remark = Sending & { readonly text: string; readonly digests: readonly string[] }

/** An observer as the driver knows them. */
export type Person = {
  readonly id: number
  readonly name: string
  phone: string
  /** The last is the newest; whoever set it was not always answered. */
  pins: readonly string[]
  readonly organisation: 'organiser' | 'other'
  readonly sayings: Saying[]
  readonly facts: Fact[]
  readonly remarks: Remark[]
  /** Says what they said last once more: the same, unless they have said something since. */
  again?: () => Promise<unknown>
  /** How many of their calls are not answered yet. */
  underWay: number
}

/** Somebody signed in on a phone that push messages reach. */
export type Registration = {
  readonly device: string
  /** Undefined: whoever it was signed out. */
  readonly observerId: number | undefined
  readonly from: number
  readonly to: number
  readonly isCertain: boolean
}

/** A form as a phone, or an editor, has it. */
export type FormCopy = {
  readonly formId: number
  readonly version: number
  readonly sections: readonly Section[]
}

export type World = {
  readonly trace: Trace
  readonly people: Map<number, Person>
  /** Who was added and has no phone yet. */
  readonly waiting: Person[]
  /** The keys of the stations there were from the first, by what phones call them. */
  readonly stationIds: ReadonlyMap<string, number>
  /** The real election; phones belong to it. */
  readonly electionId: number
  /** Until when another one was current, in milliseconds since 1970. */
  readonly interrupted: { to: number }
  /** Stations that were added on the way; they may be gone again. */
  readonly grown: At[]
  /** Messages that were sent again to those they failed for. */
  readonly retried: number[]
  readonly registrations: Registration[]
  /** A number that nobody has used yet. */
  next(): number
}

export const stationName = (at: At) =>
  `station ${at.countyCode}/${at.municipalityCode ?? ''}/${at.pollingStationNumber}`

export const deviceName = (device: string) => `phone ${device}`

export const observerName = ({ id }: Pick<Person, 'id'>) => `observer ${id}`
