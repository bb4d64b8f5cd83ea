import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import { hasUnsavedWork } from '../edit/unsaved-work.ts'
import { readLocalStorage, writeLocalStorage } from '../local-storage.ts'
import { reachedByServer } from '../read/clock.ts'

const key = 'token-id'
/** Tells every tab that the last session was not ended by its user. */
const endedKey = 'session-ended'
const listeners = new Set<() => void>()

const Claims = z.object({
  jti: z.string().optional(),
  /** Which token of its session it is; the first does not have it. */
  nth: z.number().default(0),
  sub: z.string().optional(),
  exp: z.number().optional(),
  Owes: z.string().optional(),
})

/** The current user's token; empty when signed out. */
export const currentToken = (): string => {
  const token = keptToken()
  return isExpired(token) ? '' : token
}

/**
 * This tab's token. The browser keeps one for all tabs, and another tab may end it while something is being
 * written here.
 */
let own = readLocalStorage(key)

/** The token of this tab's session, even if it has expired. */
export const keptToken = (): string => own

/** The session is over, and the page stays because it has unsaved input. */
let isSuspended = false

function notify(): void {
  for (const heard of listeners) heard()
}

/** Signs in with the token, or out with an empty one; notifies every tab and listener. */
export function setToken(token: string): void {
  isSuspended = false
  own = token
  if (token) writeLocalStorage(endedKey, '')
  writeLocalStorage(key, token)
  notify()
}

/**
 * Adopts the session of another tab: one account is signed in, in all of them. Only where there is unsaved
 * input nothing happens before its owner has decided.
 */
function followOtherTabs(): void {
  const next = readLocalStorage(key)
  if (next === own) return
  const isSameAccount = next !== '' && ownerOf(next) === ownerOf(own)
  isSuspended = !isSameAccount && own !== '' && hasUnsavedWork()
  if (!isSuspended) own = next
  notify()
}

/**
 * Continues the same session with its new token, unless another tab has had a later one meanwhile (two may
 * prove their identity at once), has signed out or has another account by now.
 */
export function adoptRenewedToken(token: string): void {
  const [kept, next] = [claimsOf(keptToken()), claimsOf(token)]
  if (kept.jti === next.jti && kept.nth < next.nth) setToken(token)
}

/**
 * The token is invalid now. No work is lost: while there is unsaved input, the user is asked to sign in again
 * over the page.
 */
export function endSession(): void {
  if (isSuspended) return
  // Another tab was quicker, and its event has not arrived yet: its new session is not ended here.
  if (readLocalStorage(key) !== own) {
    followOtherTabs()
    return
  }
  if (!own || !hasUnsavedWork()) {
    leaveSession()
    return
  }
  isSuspended = true
  notify()
}

/** Signs out because the token is invalid; the sign-in page then says so. */
export function leaveSession(): void {
  const isOurs = readLocalStorage(key) === own
  if (own && isOurs) writeLocalStorage(endedKey, 'true')
  if (isOurs) {
    setToken('')
    return
  }
  // The user may have signed in by now, in another tab: that session stays.
  isSuspended = false
  own = readLocalStorage(key)
  notify()
}

/** Whether the user has to sign in again before they can continue. */
export const useIsSuspended = () => useSyncExternalStore(onTokenChange, () => isSuspended)

/** Whether a session ended that its user did not end. */
export const hasSessionEnded = (): boolean =>
  readLocalStorage(endedKey) !== '' || isExpired(keptToken())

/** Runs `heard` at a sign-in or sign-out, in this tab or another. */
export function onTokenChange(heard: () => void): () => void {
  listeners.add(heard)
  // Adding the same listener again has no effect.
  window.addEventListener('storage', hearOtherTabs)
  return () => {
    listeners.delete(heard)
  }
}

function hearOtherTabs(event: StorageEvent): void {
  if (event.key === key || event.key === null) followOtherTabs()
}

export const useToken = () => useSyncExternalStore(onTokenChange, currentToken)

/** Whether the token's owner had a pending duty, when it was made. */
export const hasPendingDuty = (token: string): boolean => claimsOf(token).Owes !== undefined

/** When the token expires; undefined where it does not say. */
export function expiryOf(token: string): Date | undefined {
  const { exp } = claimsOf(token)
  return exp === undefined ? undefined : new Date(exp * 1000)
}

/**
 * Whether the token has expired, or will have in so many seconds, by the server's clock: the local one may be
 * days off. Until the server's time is known, none has; the server refuses by itself.
 */
export function isExpired(token: string, offsetSeconds = 0): boolean {
  const [expiry, now] = [expiryOf(token), reachedByServer()]
  if (expiry === undefined || now === undefined) return false
  return expiry.getTime() <= now + offsetSeconds * 1000
}

/** Identifies the token's owner; empty where it has none. */
export const ownerOf = (token: string): string => claimsOf(token).sub ?? ''

/** The name in the token, with the first letter of each word in upper case; an address unchanged. */
export function userNameOf(token: string): string {
  const name = ownerOf(token)
  if (name.includes('@')) return name
  return name.replace(/(^|[\s.-])(\p{L})/gu, (start) => start.toUpperCase())
}

function claimsOf(token: string): z.output<typeof Claims> {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0))
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return { nth: 0 }
  }
}
