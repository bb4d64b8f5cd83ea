import type { Id } from './id.ts'

declare const proof: unique symbol

/** Proof of what a caller may see. Only `features/session` makes one. */
export type Scope = {
  readonly electionId: Id<'elections'>
  /** The organisation whose observers they may see; null: every organisation's. */
  readonly ngoId: Id<'ngos'> | null
  readonly [proof]: true
}

type Known = {
  readonly scope: Scope
  /** What history and screens call them: an account, or an observer's name. */
  readonly name: string
  readonly ngoId: Id<'ngos'>
  /** The zone in which the election's wall clocks run, such as `Europe/Bucharest`. */
  readonly timezone: string
}

type Signed = {
  readonly sessionId: string
  readonly expiresAt: Date
}

/** Somebody of the staff on whose behalf something is done, signed in or not. */
export type StaffActor = Known & {
  readonly role: 'organiser' | 'ngo-administrator'
  readonly id: Id<'staff'>
}

export type Staff = StaffActor & Signed

/** An observer on whose behalf something is done, signed in or not. */
export type ObserverActor = Known & {
  readonly role: 'observer'
  readonly id: Id<'observers'>
  /** A test observer's reports are kept, and left out of every count. */
  readonly isTest: boolean
}

export type ObserverWho = ObserverActor & Signed

/** Who is calling. */
export type Who = Staff | ObserverWho

/** On whose behalf something is done: by themselves now, or later for them. */
export type Actor = StaffActor | ObserverActor
