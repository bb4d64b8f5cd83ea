import { readLocalStorage, writeLocalStorage } from './local-storage.ts'
import { keptToken, ownerOf } from './session/session.ts'

/**
 * The storage key for something of the signed-in account: others who use this browser are not shown it. It is
 * computed when the thing is opened: when its page is left they may be signed out already.
 */
export const accountStorageKey = (...parts: readonly (string | number)[]): string =>
  [...parts, ownerOf(keptToken())].map(encodeURIComponent).join(':')

export const readAccountStorage = (name: string): string =>
  readLocalStorage(accountStorageKey(name))

export const writeAccountStorage = (name: string, text: string): void =>
  writeLocalStorage(accountStorageKey(name), text)
