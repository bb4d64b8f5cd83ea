import { withCommas } from '#kit/contract/value/text.ts'

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

/** Of an IPv6 /48, which may be one organisation's or thousands of homes. */
export const siteLock: Lock = { failures: 400, lockSeconds: 15 * 60 }

/**
 * Of a network: behind a carrier's address thousands mistype honestly, and many more of them get in.
 * @param arrivals how many accounts got in from it lately
 */
export const loosenedFor = ({ failures, lockSeconds }: Lock, arrivals: number): Lock => ({
  failures: failures + Math.floor(arrivals / 4),
  lockSeconds,
})

/** So many accounts get in from a carrier's address within minutes, and from nobody's home. */
const sharedFrom = 20

/** Do many share a network from which so many accounts got in lately? */
export const isSharedBy = (arrivals: number): boolean => arrivals >= sharedFrom

/**
 * What failures of strangers from networks that many share are counted by, apart from those of all other
 * strangers: whoever guesses from ten thousand homes does not keep out who comes by a carrier.
 */
export const sharedKey = (account: string) => `shared:${account}`

/** How far back staff are told what came of sign-ins, in minutes. */
export const watchedMinutes = 5

/** What came of the sign-ins of the last minutes. */
export type AttemptCounts = {
  readonly right: number
  /** All that did not get in: wrong, locked, or without time for them. */
  readonly failed: number
  /** Those of them whose secret was compared with the right one. */
  readonly compared: number
  readonly networks: number
  /** Calls of phones that there was no time for. */
  readonly refusedReports: number
}

/** Whether somebody guesses: more fail than people do who mistype, however many sign in. */
export const isGuessing = ({ right, failed }: AttemptCounts): boolean => failed >= 100 + right / 4

/**
 * What an account is told apart by. Nobody remembers how they capitalised it, nor knows whether a keyboard
 * writes ș as one sign or as two, or with the cedilla of older ones. Down, up and down again: ß is ss.
 */
export const accountKey = (account: string): string =>
  withCommas(account.normalize('NFC')).toLowerCase().toUpperCase().toLowerCase().normalize('NFC')

/** What failures of a staff account are counted by, whether or not it exists. */
export const staffKey = (account: string) => `staff:${accountKey(account)}`

/** What failures of an observer are counted by: as a number, and by its digits where they are none. */
export const observerKey = (phone: string) => `observer:${phone}`

/** All that an observer's failures may be counted by. */
export const observerKeys = ({ phone, e164 }: { phone: string; e164: string | null }) =>
  [phoneDigits(phone), ...(e164 ? [e164] : [])].map(observerKey)

/** How long a token lives. */
export const sessionHours = 12

/** How long a password opens an account that somebody else has chosen for its owner: as long as a link. */
const firstPasswordSeconds = 3 * 24 * 3600

export const firstPasswordEnd = (now: Date) => new Date(now.getTime() + firstPasswordSeconds * 1000)

type NamedNgo = { readonly name: string; readonly shortName: string }

/** What others try as the password of an account of this organisation. */
export const namesOf = (account: string, { name, shortName }: NamedNgo) => [
  account,
  name,
  shortName,
]

/** A phone's digits: what makes two phones the same however they are typed. */
export const phoneDigits = (phone: string) => phone.replace(/\D/g, '')

/** So long the token before the one that counts is still taken. */
export const formerSeconds = 60

/** A session is written down as seen so many seconds apart, at most. */
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

/** What somebody would call the browser that sends this, and what it runs on. */
export const deviceOf = (userAgent: string): { browser: string | null; system: string | null } => ({
  browser: browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null,
  system: systems.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null,
})
