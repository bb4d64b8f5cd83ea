/** When failed sign-ins lock, and for how long. */
export type Lock = {
  /** This many failures in a row lock. */
  readonly failures: number
  readonly lockSeconds: number
}

/** Of one account as typed: five tries are plenty for a tired organiser, useless for a guesser. */
export const accountLock: Lock = { failures: 5, lockSeconds: 15 * 60 }

/** Of one address: thousands of observers may share a mobile carrier's, so only failures count. */
export const addressLock: Lock = { failures: 100, lockSeconds: 15 * 60 }

/** How long a token lives. */
export const sessionHours = 12

/** A phone's digits: what makes two phones the same however they are typed. */
export const phoneDigits = (phone: string) => phone.replace(/\D/g, '')
