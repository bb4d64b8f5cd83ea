import type { Id } from '#kit/contract/value/id.ts'
import { accountStorageKey } from '#kit/web/account-storage.ts'

/** More ids than this would make an address that servers on the way refuse. */
const mostInAddress = 200

/** What an address says of a selection that this tab keeps, before the name of the selection. */
const stored = 'stored-'

/** Of whoever is signed in, in an election: neither another account nor another election has it. */
const keyOf = (electionId: Id<'elections'>, name: string) =>
  accountStorageKey('to-observer-ids', electionId, name)

/** The screen on which these observers of an election are written to. */
export function notificationAddress(
  electionId: Id<'elections'>,
  ids: readonly Id<'observers'>[],
): string {
  const said = JSON.stringify(ids)
  const list = ids.length <= mostInAddress ? said : keep(electionId, said)
  return `/notifications?toObserverIds=${encodeURIComponent(list)}`
}

/** Keeps a list of ids until the tab is closed, each under a name of its own. */
function keep(electionId: Id<'elections'>, ids: string): string {
  const name = [...crypto.getRandomValues(new Uint8Array(6))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  try {
    sessionStorage.setItem(keyOf(electionId, name), ids)
  } catch {
    // There is no room: the address then says that its selection is not here, and nothing is sent.
  }
  return stored + name
}

/** The ids as text that an address means in an election; undefined where this tab does not keep them. */
export function saidBy(address: string, electionId: Id<'elections'>): string | undefined {
  if (!address.startsWith(stored)) return address
  return sessionStorage.getItem(keyOf(electionId, address.slice(stored.length))) ?? undefined
}
