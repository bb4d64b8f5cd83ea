import { readLocalStorage, writeLocalStorage } from './local-storage.ts'
import { keptToken, ownerOf } from './session/session.ts'

/**
 * The name under which this browser keeps something of whoever is signed in: others who use it are not
 * shown it. It is made where the thing is opened: when its page is left they may be signed out already.
 */
export const accountStorageKey = (...parts: readonly (string | number)[]): string =>
  [...parts, ownerOf(keptToken())].map(encodeURIComponent).join(':')

export const readAccountStorage = (name: string): string =>
  readLocalStorage(accountStorageKey(name))

export const writeAccountStorage = (name: string, text: string): void =>
  writeLocalStorage(accountStorageKey(name), text)
