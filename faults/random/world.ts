import type { Database } from '#database/open.ts'
import type { Question, Section } from '#features/forms/contract.ts'
import type { At, FieldMap } from './map.ts'
import type { Arrival } from './provider.ts'
import type { Finding, Trace } from './trace.ts'

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

/** What is said of a station by itself; what is not mentioned stays. */
export const factSlots = ['arrival', 'members', 'leaving'] as const
export type FactSlot = (typeof factSlots)[number]

/** What an observer said of a station: on arriving, of who sits in its commission, or that they left. */
export type Fact = Sending & {
  readonly slot: FactSlot
  /** Which of many alike it is: no two facts say the same number of people or minute. */
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

/** An observer who has said nothing yet. */
export const unheard = (
  who: Pick<Person, 'id' | 'name' | 'phone' | 'pins' | 'organisation'>,
): Person => ({ ...who, sayings: [], facts: [], remarks: [], underWay: 0 })

/** Somebody signed in on a phone that push messages reach. */
export type Registration = {
  readonly device: string
  /** Undefined: whoever it was signed out. */
  readonly observerId: number | undefined
  readonly from: number
  readonly to: number
  readonly isCertain: boolean
}

/** Somebody opened a message on their phone. */
export type Opening = {
  readonly messageId: number
  readonly observerId: number
  readonly isCertain: boolean
}

/** A form as a phone has it. */
export type FormCopy = {
  readonly formId: number
  readonly sections: readonly Section[]
}

/** A form that was saved by whoever named the revision from which they began. */
export type Save = { readonly formId: number; readonly revision: number }

/** Which counties an account may see: by what was acknowledged, or may have been done. */
export type Sight = { readonly codes: readonly string[] }

/** A reading that did not show what somebody had said. */
export type Doubt = {
  readonly person: Person
  readonly saying: Saying
  readonly finding: Finding
}

export type World = {
  readonly trace: Trace
  readonly map: FieldMap
  /** Which the server uses, for what is done beside it. */
  readonly database: Database
  readonly people: Map<number, Person>
  /** Who could not sign in, and asks for another pin. */
  readonly helpless: Set<Person>
  /** Who was deleted, and has not come back. */
  readonly gone: Set<number>
  /** Who was added and has no phone yet. */
  readonly waiting: Person[]
  /** The keys of the stations there were from the first, by what phones call them. */
  readonly stationIds: ReadonlyMap<string, number>
  /** In which county each of them lies. */
  readonly countyOf: ReadonlyMap<number, string>
  /** The real election; phones belong to it. */
  readonly electionId: number
  /** Until when another one was current or stations had other names, in milliseconds since 1970. */
  readonly interrupted: { to: number }
  /** Stations that were added on the way; they may be gone again. */
  readonly grown: At[]
  /** Messages that were sent again to those they failed for. */
  readonly retried: number[]
  readonly registrations: Registration[]
  /** What has come to phones so far. */
  readonly arrivals: readonly Arrival[]
  readonly openings: Opening[]
  readonly saves: Save[]
  /** Readings of which the end tells whether they were wrong. */
  readonly doubts: Doubt[]
  /** Elections that were cleared for certain. */
  readonly cleared: number[]
  /** Of the account that is limited to other counties now and then. */
  sight: Sight
  /** A number that nobody has used yet. */
  next(): number
}

export const stationName = (at: At) =>
  `station ${at.countyCode}/${at.municipalityCode ?? ''}/${at.pollingStationNumber}`

export const formName = (id: number) => `form ${id}`

export const deviceName = (device: string) => `phone ${device}`

export const observerName = ({ id }: Pick<Person, 'id'>) => `observer ${id}`
