import { withCommas } from '#kit/contract/value/text.ts'
import { tidied } from '#kit/contract/value/tidy.ts'

/** When failed sign-ins lock, and for how long. */
export type Lock = {
  /** This many failures in a row lock. */
  readonly failures: number
  readonly lockSeconds: number
}

/** For one account as typed: five attempts are plenty for a tired organiser, useless for a guesser. */
export const accountLock: Lock = { failures: 5, lockSeconds: 15 * 60 }

/** For one address: thousands of observers may share a mobile carrier's, so only failures count. */
export const addressLock: Lock = { failures: 100, lockSeconds: 15 * 60 }

/** For an IPv6 /48, which may be one organisation's or thousands of homes. */
export const siteLock: Lock = { failures: 400, lockSeconds: 15 * 60 }

/**
 * For a network: behind a carrier's address thousands mistype honestly, and many more of them get in.
 * @param arrivals how many accounts signed in from it lately
 */
export const loosenedFor = ({ failures, lockSeconds }: Lock, arrivals: number): Lock => ({
  failures: failures + Math.floor(arrivals / 4),
  lockSeconds,
})

/** This many accounts sign in within minutes from a carrier's address, and never from a home. */
const sharedFrom = 20

/** Is this a shared network, with so many recent sign-ins? */
export const isSharedBy = (arrivals: number): boolean => arrivals >= sharedFrom

/**
 * The key for strangers' failures from shared networks, separate from those of all other strangers: guessing from ten
 * thousand homes does not lock out users of a carrier.
 */
export const sharedKey = (account: string) => `shared:${account}`

/** The period for which staff see sign-in counts, in minutes. */
export const watchedMinutes = 5

/** The results of sign-ins in the last minutes. */
export type AttemptCounts = {
  readonly right: number
  /** All failures: wrong, locked, or shed. */
  readonly failed: number
  /** How many of these compared a secret. */
  readonly compared: number
  readonly networks: number
  /** Phone calls that were shed. */
  readonly refusedReports: number
}

/** Whether passwords are being guessed: more attempts fail than typos explain, however many sign in. */
export const isGuessing = ({ right, failed }: AttemptCounts): boolean => failed >= 100 + right / 4

/**
 * The key by which accounts are compared. People do not remember their capitals, nor know whether a keyboard writes ș as a
 * single character or as two, or with the cedilla of older ones. Lower, upper and lower case again: ß is ss.
 */
export const accountKey = (account: string): string =>
  withCommas(account.normalize('NFC')).toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** The key for failures of a staff account, whether or not it exists. */
export const staffKey = (account: string) => `staff:${accountKey(account)}`

/** The key for failures of an observer: the parsed number, or the digits where they are none. */
export const observerKey = (phone: string) => `observer:${phone}`

/** All keys an observer's failures may be counted by. */
export const observerKeys = ({ phone, e164 }: { phone: string; e164: string | null }) =>
  [phoneDigits(phone), ...(e164 ? [e164] : [])].map(observerKey)

/** How long a token lives. */
export const sessionHours = 12

/** How long a password set by a colleague is valid: as long as a link. */
const firstPasswordSeconds = 3 * 24 * 3600

export const firstPasswordEnd = (now: Date) => new Date(now.getTime() + firstPasswordSeconds * 1000)

type NamedNgo = { readonly name: string; readonly shortName: string }

/** Words that guessers try as the password of an account of this organisation. */
export const namesOf = (account: string, { name, shortName }: NamedNgo) => [
  account,
  name,
  shortName,
]

/** A phone's digits: two phones are the same if these are, however they are typed. */
export const phoneDigits = (phone: string) => tidied(phone, 'signs').replace(/\D/g, '')

/** How long the previous token is still accepted. */
export const formerSeconds = 60

/** The least time between two updates of when a session was last seen. */
export const seenSeconds = 5 * 60

const browsers: readonly (readonly [RegExp, string])[] = [
  // Each of them also claims to be the ones below it.
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** The usual name of the browser that sends this, and of what it runs on. */
export const deviceOf = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null,
  system: systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null,
})
