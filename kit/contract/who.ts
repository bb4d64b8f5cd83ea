import type { Duty } from './duty.ts'
import type { AccessKey } from './endpoint.ts'
import { type Right, type Role, rightsOf } from './roles.ts'
import type { Id } from './value/id.ts'

declare const proof: unique symbol

/** Proof of what a caller may see. Only `features/session` makes one. */
export type Scope = {
  readonly electionId: Id<'elections'>
  /** The organisation whose observers they may see; null: all. */
  readonly ngoId: Id<'ngos'> | null
  /** The counties whose rows they may see, perhaps none; null: all. */
  readonly countyIds: readonly Id<'areas'>[] | null
  readonly [proof]: true
}

type ActorIdentity = {
  readonly scope: Scope
  /** Their name in history and on screens: an account, or an observer's name. */
  readonly name: string
  readonly ngoId: Id<'ngos'>
  /** The election's time zone, such as `Europe/Bucharest`. */
  readonly timezone: string
}

type SessionState = {
  readonly sessionId: string
  readonly expiresAt: Date
  /** Which token of the session is current, from 0, and since when; null: since the session began. */
  readonly tokenNth: number
  readonly tokenSince: Date | null
  /** When the session last proved its identity, and was last active; null: not tracked. */
  readonly confirmedAt: Date | null
  readonly seenAt: Date | null
  /**
   * Their election is archived and closed for changes. Later reports of phones become unplaced items, and staff who open
   * it only read.
   */
  readonly isOver: boolean
  /** The caller's pending duty; null: none. */
  readonly pendingDuty: Duty | null
  /** Set for a program: it calls with an access key, whose id is its own. */
  readonly key?: AccessKey
}

/** The staff account on whose behalf the act is done, signed in or not. */
export type StaffActor = ActorIdentity & {
  readonly role: Role
  readonly id: Id<'staff'>
}

export type Staff = StaffActor & SessionState

/** The observer on whose behalf the act is done, signed in or not. */
export type ObserverActor = ActorIdentity & {
  readonly role: 'observer'
  readonly id: Id<'observers'>
  /** The account that writes down what the observer tells by telephone. */
  readonly clerk?: StaffActor
}

export type ObserverWho = ObserverActor & SessionState

/** Who is calling. */
export type Who = Staff | ObserverWho

/** On whose behalf an act is done: the caller now, or later by a job for them. */
export type Actor = StaffActor | ObserverActor

/** Whether they may do this, given their role and limits. */
export const may = ({ role, scope }: Pick<StaffActor, 'role' | 'scope'>, right: Right): boolean =>
  rightsOf(role, { isLimited: scope.countyIds !== null }).includes(right)
