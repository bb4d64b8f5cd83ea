import { recall, remember } from './local-storage.ts'
import { keptToken, ownerOf } from './session/session.ts'

/**
 * The name under which this browser keeps something of whoever is signed in: others who use it are not
 * shown it. It is made where the thing is opened: when its page is left they may be signed out already.
 */
export const ownKey = (...parts: readonly (string | number)[]): string =>
  [...parts, ownerOf(keptToken())].map(encodeURIComponent).join(':')

export const recallOwn = (name: string): string => recall(ownKey(name))

export const rememberOwn = (name: string, text: string): void => remember(ownKey(name), text)
