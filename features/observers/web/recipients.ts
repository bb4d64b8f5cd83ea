import type { Id } from '#kit/contract/value/id.ts'
import { accountStorageKey } from '#kit/web/account-storage.ts'

/** More ids than this would make a URL that servers on the way refuse. */
const mostInAddress = 200

export const shiftWords = ['shift', 'replaced'] as const
export type Words = Id<'notifications'> | (typeof shiftWords)[number]

/** The prefix of the name of a selection that this tab keeps. */
const stored = 'stored-'

/** By signed-in user and election: neither another account nor another election has it. */
const keyOf = (electionId: Id<'elections'>, name: string) =>
  accountStorageKey('to-observer-ids', electionId, name)

/**
 * The URL of the page for writing to these observers of an election.
 * @param words those to begin with: of the message to send again, or for the successor or former observer of a shift
 */
export function notificationAddress(
  electionId: Id<'elections'>,
  ids: readonly Id<'observers'>[],
  words?: Words,
): string {
  const known = JSON.stringify(ids)
  const list = ids.length <= mostInAddress ? known : keep(electionId, known)
  const address = `/notifications?toObserverIds=${encodeURIComponent(list)}`
  if (words === undefined) return address
  return typeof words === 'string' ? `${address}&about=${words}` : `${address}&again=${words}`
}

/** Keeps a list of ids until the tab is closed, each under its own name. */
function keep(electionId: Id<'elections'>, ids: string): string {
  const name = [...crypto.getRandomValues(new Uint8Array(6))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  try {
    sessionStorage.setItem(keyOf(electionId, name), ids)
  } catch {
    // Storage is full: the URL then names a selection that is not here, and nothing is sent.
  }
  return stored + name
}

/** The ids as text that a URL means in an election; undefined if this tab does not keep them. */
export function idsIn(address: string, electionId: Id<'elections'>): string | undefined {
  if (!address.startsWith(stored)) return address
  return sessionStorage.getItem(keyOf(electionId, address.slice(stored.length))) ?? undefined
}
