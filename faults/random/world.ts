import type { Database } from '#database/open.ts'
import type { Question, Section } from '#features/forms/contract.ts'
import type { At, FieldMap } from './map.ts'
import type { Arrival } from './provider.ts'
import type { Finding, Trace } from './trace.ts'

export type Chosen = { readonly optionId: number; readonly value: string | null }

/** A submission that the server may have to store. */
type Sending = {
  readonly at: At
  /** The server received it between these two times, if at all. */
  readonly from: number
  readonly to: number
  /** Whether it was acknowledged; otherwise the server may or may not have it. */
  readonly isCertain: boolean
}

/** An answer, and the question as the phone showed it. */
export type Saying = Sending & {
  readonly questionId: number
  readonly chosen: readonly Chosen[]
  readonly shown: Question
}

/** A station's facts, each sent separately; the server keeps facts that a submission omits. */
export const factSlots = ['arrival', 'members', 'leaving'] as const
export type FactSlot = (typeof factSlots)[number]

/** An observer's fact about a station: their arrival, the members of its commission, or their leaving. */
export type Fact = Sending & {
  readonly slot: FactSlot
  /** Its unique value: no two facts have the same number of people or minute. */
  readonly value: number
}

/** A note; no two have the same text. */
export type Remark = Sending & { readonly text: string; readonly digests: readonly string[] }

/** An observer in the driver's model. */
export type Person = {
  readonly id: number
  readonly name: string
  phone: string
  /** The last is the newest; the call that set it may have had no reply. */
  pins: readonly string[]
  readonly organisation: 'organiser' | 'other'
  readonly sayings: Saying[]
  readonly facts: Fact[]
  readonly remarks: Remark[]
  /** Repeats their last submission; a retry unless they have sent another one since. */
  again?: () => Promise<unknown>
  /** The number of their calls without a reply so far. */
  underWay: number
}

/** An observer who has sent nothing yet. */
export const unheard = (
  who: Pick<Person, 'id' | 'name' | 'phone' | 'pins' | 'organisation'>,
): Person => ({ ...who, sayings: [], facts: [], remarks: [], underWay: 0 })

/** An observer signed in on a phone that push messages reach. */
export type Registration = {
  readonly device: string
  /** Undefined: its observer signed out. */
  readonly observerId: number | undefined
  readonly from: number
  readonly to: number
  readonly isCertain: boolean
}

/** A staff user gave a message another time; undefined: sent it at once. */
export type Timing = {
  readonly messageId: number
  readonly sendAt: number | undefined
  readonly isCertain: boolean
}

/** Staff corrected an answer, or took that back. */
export type CorrectionAct = Omit<Sending, 'at'> & {
  readonly observerId: number
  readonly stationId: number
  readonly questionId: number
  /** In the version in which it was answered. */
  readonly wording: Question
  /** The observer's own answer, as the account saw it. */
  readonly own: string
  /** What counts instead; undefined: taken back. */
  readonly value: string | undefined
}

/** A message opened by an observer on their phone. */
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

/** A form saved with the revision it was based on. */
export type Save = { readonly formId: number; readonly revision: number }

/** The counties an account may see; without an acknowledgement the limit may not apply yet. */
export type Sight = { readonly codes: readonly string[] }

/** A read that did not show an acknowledged answer. */
export type Doubt = {
  readonly person: Person
  readonly saying: Saying
  readonly finding: Finding
}

/** An undone import of a plan, with each assignment as the import left it. */
export type UndoneImport = {
  readonly importId: number
  readonly assignments: readonly {
    readonly id: number
    /** The revision that the import made. */
    readonly revision: number
    /** When it ended before the import; null: the import added it. */
    readonly untilBefore: Date | null
  }[]
}

export type World = {
  readonly trace: Trace
  readonly map: FieldMap
  /** The server's database, for direct access. */
  readonly database: Database
  readonly people: Map<number, Person>
  /** Observers who could not sign in, and ask for another pin. */
  readonly helpless: Set<Person>
  /** Deleted observers who have not been restored. */
  readonly gone: Set<number>
  /** Added observers without a phone yet. */
  readonly waiting: Person[]
  /** The keys of the initial stations, by their names on phones. */
  readonly stationIds: ReadonlyMap<string, number>
  /** The county of each of them. */
  readonly countyOf: ReadonlyMap<number, string>
  /** The real election; phones belong to it. */
  readonly electionId: number
  /** The end of the last time when another election was current or stations had other names, in milliseconds since 1970. */
  readonly interrupted: { to: number }
  /** Stations added during the run; they may be gone again. */
  readonly grown: At[]
  /** Messages that were sent again to those they failed for. */
  readonly retried: number[]
  /** Messages that were certainly taken back before they were sent. */
  readonly takenBack: number[]
  readonly corrections: CorrectionAct[]
  /** Changed times of held messages. */
  readonly timings: Timing[]
  /** Imports of plans that staff have certainly begun to undo. */
  readonly undone: UndoneImport[]
  readonly registrations: Registration[]
  /** The messages received by phones so far. */
  readonly arrivals: readonly Arrival[]
  readonly openings: Opening[]
  readonly saves: Save[]
  /** Reads that are judged at the end. */
  readonly doubts: Doubt[]
  /** Elections that were certainly cleared. */
  readonly cleared: number[]
  /** The county limits of the account that staff change now and then. */
  sight: Sight
  /** Returns a number that is not used yet. */
  next(): number
}

export const stationName = (at: At) =>
  `station ${at.countyCode}/${at.municipalityCode ?? ''}/${at.pollingStationNumber}`

export const formName = (id: number) => `form ${id}`

export const deviceName = (device: string) => `phone ${device}`

export const observerName = ({ id }: Pick<Person, 'id'>) => `observer ${id}`
