import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import { hasUnsavedWork } from '../edit/unsaved-work.ts'
import { readLocalStorage, writeLocalStorage } from '../local-storage.ts'
import { reachedByServer } from '../read/clock.ts'

const key = 'token-id'
/** Says, to every tab, that the last session was not ended by who was in it. */
const endedKey = 'session-ended'
const listeners = new Set<() => void>()

const Claims = z.object({
  jti: z.string().optional(),
  /** Which token of its session it is; the first says nothing. */
  nth: z.number().default(0),
  sub: z.string().optional(),
  exp: z.number().optional(),
  Owes: z.string().optional(),
})

/** The token that proves who is signed in; empty when nobody is. */
export const currentToken = (): string => {
  const token = keptToken()
  return isExpired(token) ? '' : token
}

/**
 * The token that this tab acts with. The browser keeps one for all its tabs, and another tab may end it
 * while something is being written here.
 */
let own = readLocalStorage(key)

/** The token of this tab's session, whether or not its time has passed. */
export const keptToken = (): string => own

/** The session is over, and the page stays because there is something on it to lose. */
let isSuspended = false

function tell(): void {
  for (const heard of listeners) heard()
}

/** Signs in with the token, or out with an empty one; every tab and listener hears of it. */
export function setToken(token: string): void {
  isSuspended = false
  own = token
  if (token) writeLocalStorage(endedKey, '')
  writeLocalStorage(key, token)
  tell()
}

/**
 * Takes over what another tab has made of the session: one account is in, in all of them. Only where
 * something is being written nothing goes before its owner has decided.
 */
function followOtherTabs(): void {
  const next = readLocalStorage(key)
  if (next === own) return
  const isSameAccount = next !== '' && ownerOf(next) === ownerOf(own)
  isSuspended = !isSameAccount && own !== '' && hasUnsavedWork()
  if (!isSuspended) own = next
  tell()
}

/**
 * Goes on in the same session by its new token, unless another tab has had a later one meanwhile (two may
 * prove at once who sits there), has signed out or is somebody else by now.
 */
export function adoptRenewedToken(token: string): void {
  const [kept, next] = [claimsOf(keptToken()), claimsOf(token)]
  if (kept.jti === next.jti && kept.nth < next.nth) setToken(token)
}

/**
 * The token counts no more. Nobody's work is lost by it: while something on the page is not saved,
 * they are asked over it to sign in again.
 */
export function endSession(): void {
  if (isSuspended) return
  // Another tab was quicker, and has not been heard yet: what it has begun is not ended here.
  if (readLocalStorage(key) !== own) {
    followOtherTabs()
    return
  }
  if (!own || !hasUnsavedWork()) {
    leaveSession()
    return
  }
  isSuspended = true
  tell()
}

/** Signs out because the token counts no more; the sign-in page then says so. */
export function leaveSession(): void {
  const isOurs = readLocalStorage(key) === own
  if (own && isOurs) writeLocalStorage(endedKey, 'true')
  if (isOurs) {
    setToken('')
    return
  }
  // Somebody may be in by now, in another tab: they stay.
  isSuspended = false
  own = readLocalStorage(key)
  tell()
}

/** Whether somebody has to sign in again before they can go on with what they were doing. */
export const useIsSuspended = () => useSyncExternalStore(onTokenChange, () => isSuspended)

/** Whether somebody was in who did not leave of their own will. */
export const hasSessionEnded = (): boolean =>
  readLocalStorage(endedKey) !== '' || isExpired(keptToken())

/** Runs `heard` when somebody signs in or out, in this tab or another. */
export function onTokenChange(heard: () => void): () => void {
  listeners.add(heard)
  // The same one however often it is said.
  window.addEventListener('storage', hearOtherTabs)
  return () => {
    listeners.delete(heard)
  }
}

function hearOtherTabs(event: StorageEvent): void {
  if (event.key === key || event.key === null) followOtherTabs()
}

export const useToken = () => useSyncExternalStore(onTokenChange, currentToken)

/** Whether the token's owner had something to do before anything else, when it was made. */
export const hasPendingDuty = (token: string): boolean => claimsOf(token).Owes !== undefined

/** When the token's time will have passed; nothing where it names no such time. */
export function expiryOf(token: string): Date | undefined {
  const { exp } = claimsOf(token)
  return exp === undefined ? undefined : new Date(exp * 1000)
}

/**
 * Whether the token's time has passed, or will have passed in so many seconds, by the server's clock:
 * one's own may be days off. Until the server has said what time it is, none has; it refuses by itself.
 */
export function isExpired(token: string, offsetSeconds = 0): boolean {
  const [expiry, now] = [expiryOf(token), reachedByServer()]
  if (expiry === undefined || now === undefined) return false
  return expiry.getTime() <= now + offsetSeconds * 1000
}

/** What tells the token's owner from another; empty where it names nobody. */
export const ownerOf = (token: string): string => claimsOf(token).sub ?? ''

/** Whom the token names, with the first letter of each word in upper case. */
export const userNameOf = (token: string): string =>
  (claimsOf(token).sub ?? '').replace(/(^|[\s.-])(\p{L})/gu, (said) => said.toUpperCase())

function claimsOf(token: string): z.output<typeof Claims> {
  try {
    const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(body), (one) => one.charCodeAt(0))
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return { nth: 0 }
  }
}
