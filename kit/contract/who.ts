import type { Duty } from './duty.ts'
import { type Right, type Role, rightsOf } from './roles.ts'
import type { Id } from './value/id.ts'

declare const proof: unique symbol

/** Proof of what a caller may see. Only `features/session` makes one. */
export type Scope = {
  readonly electionId: Id<'elections'>
  /** The organisation whose observers they may see; null: every organisation's. */
  readonly ngoId: Id<'ngos'> | null
  /** The counties whose rows they may see, perhaps none; null: every county's. */
  readonly countyIds: readonly Id<'areas'>[] | null
  readonly [proof]: true
}

type ActorIdentity = {
  readonly scope: Scope
  /** What history and screens call them: an account, or an observer's name. */
  readonly name: string
  readonly ngoId: Id<'ngos'>
  /** The zone in which the election's wall clocks run, such as `Europe/Bucharest`. */
  readonly timezone: string
}

type SessionState = {
  readonly sessionId: string
  readonly expiresAt: Date
  /** Which of its tokens counts, from 0, and since when; null: since it began. */
  readonly tokenNth: number
  readonly tokenSince: Date | null
  /** When it last proved who is there, and was last heard of; null: nobody asks for it. */
  readonly confirmedAt: Date | null
  readonly seenAt: Date | null
  /**
   * Their election is archived. Nothing goes into it any more: what a phone still sends is kept aside, and staff,
   * who are in one only while they look at it, read.
   */
  readonly isOver: boolean
  /** What they have to do before anything else; null: nothing. */
  readonly pendingDuty: Duty | null
}

/** Somebody of the staff on whose behalf something is done, signed in or not. */
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

/** May they do this, with their role and within their limits? */
export const may = ({ role, scope }: Pick<StaffActor, 'role' | 'scope'>, right: Right): boolean =>
  rightsOf(role, { isLimited: scope.countyIds !== null }).includes(right)
