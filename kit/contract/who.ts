import type { Duty } from './duty.ts'
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
  /** Which token of the session is current, from 0, and since when; null: since it began. */
  readonly tokenNth: number
  readonly tokenSince: Date | null
  /** When the session last proved its identity, and was last active; null: not tracked. */
  readonly confirmedAt: Date | null
  readonly seenAt: Date | null
  /**
   * Their election is archived. Nothing is added to it any more: what a phone still sends becomes unplaced
   * items, and staff, who are in it only to look at it, read.
   */
  readonly isOver: boolean
  /** What they have to do before anything else; null: nothing. */
  readonly pendingDuty: Duty | null
}

/** A staff account on whose behalf something is done, signed in or not. */
export type StaffActor = ActorIdentity & {
  readonly role: Role
  readonly id: Id<'staff'>
}

export type Staff = StaffActor & SessionState

/** An observer on whose behalf something is done, signed in or not. */
export type ObserverActor = ActorIdentity & {
  readonly role: 'observer'
  readonly id: Id<'observers'>
}

export type ObserverWho = ObserverActor & SessionState

/** Who is calling. */
export type Who = Staff | ObserverWho

/** On whose behalf something is done: by themselves now, or later for them. */
export type Actor = StaffActor | ObserverActor

/** May they do this, given their role and limits? */
export const may = ({ role, scope }: Pick<StaffActor, 'role' | 'scope'>, right: Right): boolean =>
  rightsOf(role, { isLimited: scope.countyIds !== null }).includes(right)
